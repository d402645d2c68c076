import { mentions } from '../../../../compilers/plan/mentions.js';
import type { Predicate } from '../../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../../compilers/plan/read-plan.js';
import type { KnownPerson } from '../../../ports/people.js';
import type { Call } from '../../context/call.js';
import type { Engine } from '../../context/engine.js';
import { askForPeople, meantBy } from '../../sources/known-people.js';

/** Most addresses added to a condition. */
const MOST = 20;

/**
 * Adds addresses from the address books to the names of attendees in a query, because many events list people
 * by address only. Undefined if the query names no one, or no one known.
 */
export async function withAddresses(
  plan: ReadPlan,
  engine: Engine,
  { signal }: Call,
): Promise<ReadPlan | undefined> {
  if (!mentions(plan.where, asksForName)) return undefined;
  const { people } = await askForPeople({ from: 'contacts' }, engine, { signal });
  const notes: string[] = [];
  const where = widened(plan.where, people, notes);
  return notes.length === 0 ? undefined : { ...plan, where, notes: [...plan.notes, ...new Set(notes)] };
}

function asksForName(one: Predicate): boolean {
  return one.kind === 'set' && one.field === 'attendee' && one.op === 'any' && one.values.some(isName);
}

function isName(value: string): boolean {
  return !value.includes('@');
}

function widened(where: Predicate, people: readonly KnownPerson[], notes: string[]): Predicate {
  if (where.kind === 'and' || where.kind === 'or')
    return { kind: where.kind, of: where.of.map((one) => widened(one, people, notes)) };
  if (where.kind !== 'set' || !asksForName(where)) return where;
  const addresses = where.values
    .filter(isName)
    .flatMap((name) => meantBy(name, people).flatMap((person) => person.addresses))
    .slice(0, MOST);
  if (addresses.length > 0) notes.push(`Names were looked up in the address book: ${addresses.join(', ')}.`);
  return { ...where, values: [...new Set([...where.values, ...addresses])] };
}
