import { ALL_EVENTS, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence, PersonKind } from '../../../schemas/model/event.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { eachRow } from '../../rows/each-row.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { FailedSource, Sources } from '../context/source.js';
import { agreedBy } from '../policy/redact.js';
import { collect } from '../read/collect.js';
import { notSeen } from '../read/read-meta.js';
import { askForPeople, meantBy } from '../sources/known-people.js';
import {
  addCandidates,
  type PersonCandidate,
  SHOWN,
  several,
  severalOfOne,
} from '../sources/person-candidate.js';

/** A name in a call, and its path. */
export interface SaidName {
  readonly name: string;
  readonly path: string;
  /** True if a group means its members. */
  readonly expand?: boolean | undefined;
}

/** An address, and the name used in the call. */
export interface NamedPerson {
  readonly address: string;
  /** The name in the call. */
  readonly name?: string;
  /** The name in the address book, the directory or an event. */
  readonly called?: string;
  readonly kind?: PersonKind;
}

interface Lookup {
  readonly engine: Engine;
  readonly call: Call;
  readonly timezone: string;
  readonly refresh?: boolean;
  readonly found?: Sources;
}

/**
 * Finds people by name: in the address books, else in the directories of the servers, else on all events.
 * Throws with the choices unless a name has exactly one address.
 */
export async function peopleNamed(
  said: readonly SaidName[],
  lookup: Lookup,
): Promise<readonly (readonly NamedPerson[])[]> {
  const people: (readonly NamedPerson[])[] = [];
  for (const one of said) {
    people.push(one.name.includes('@') ? [{ address: one.name }] : await personNamed(one, lookup));
  }
  return people;
}

async function personNamed(said: SaidName, lookup: Lookup): Promise<readonly NamedPerson[]> {
  const { engine, call, refresh = false } = lookup;
  const failed: FailedSource[] = [];
  let without: readonly PersonCandidate[] = [];
  for (const from of ['contacts', 'directory'] as const) {
    const question = from === 'contacts' ? { from } : { from, text: said.name };
    const found = await askForPeople(question, engine, { signal: call.signal, refresh });
    failed.push(...found.failed);
    const known = found.people.map((person): PersonCandidate => ({ ...person, called: person.name }));
    const meant = meantBy(said.name, known);
    const reachable = meant.filter(({ addresses, members }) => addresses.length > 0 || members?.length);
    if (reachable.length > 0) return onlyOne(said, reachable);
    without = [...without, ...meant];
  }
  const { candidates, unseen } = await onEvents(said.name, lookup);
  if (candidates.length > 0) return onlyOne(said, candidates);
  const [own] = engine.backends.flatMap(({ ownAddresses }) => ownAddresses);
  if (SELF.test(said.name) && own !== undefined) return [{ address: own, name: said.name }];
  throw nobody(said, { failed, without, unseen });
}

/** Words by which callers mean the user. */
const SELF = /^\s*(?:me|myself|i)\s*$/i;

function onlyOne(
  { name, path, expand }: SaidName,
  people: readonly PersonCandidate[],
): readonly NamedPerson[] {
  const [first] = people;
  const group =
    people.length === 1 && first?.kind === 'group' && first.addresses.length === 0 ? first : undefined;
  if (expand && first?.members !== undefined && people.length === 1)
    return first.members.map((address) => ({ address, name }));
  if (group !== undefined) {
    throw new CalendarError('AMBIGUOUS_TARGET', 'This name is that of a group.', {
      path,
      details: { matches: group.members?.slice(0, SHOWN) },
      suggestion: 'To invite its members, say {"name", "expand": true} instead of the name.',
    });
  }
  const choices = new Map<string, PersonCandidate>();
  for (const person of people)
    for (const address of person.addresses)
      if (!choices.has(address.toLowerCase()))
        choices.set(address.toLowerCase(), { ...person, addresses: [address] });
  const [only, ...others] = choices.values();
  const address = only?.addresses[0];
  if (only === undefined || address === undefined || others.length > 0)
    throw (people.length === 1 ? severalOfOne : several)([...choices.values()], path);
  return [{ address, name, called: only.called, kind: only.kind }];
}

/** Attendees of events who match a name. */
async function onEvents(
  name: string,
  { engine, call, timezone, refresh = false, found }: Lookup,
): Promise<{ readonly candidates: readonly PersonCandidate[]; readonly unseen: ReturnType<typeof notSeen> }> {
  const where = { kind: 'set', field: 'attendee', op: 'any', values: [name] } as const;
  const plan: ReadPlan = { ...ALL_EVENTS, where, timezone, refresh, ...agreedBy(call) };
  const collected = await collect(plan, engine, { call, ...(found && { listed: found }) });
  await inSlices(engine.exposure.seeing(collected.rows), yielderFor(call.signal));
  const known = await inSlices(peopleOn(collected.rows), yielderFor(call.signal));
  return { candidates: meantBy(name, known), unseen: notSeen(collected) };
}

function* peopleOn(rows: readonly Occurrence[]): Generator<undefined, readonly PersonCandidate[], undefined> {
  const found = new Map<string, PersonCandidate>();
  yield* eachRow(rows, ({ attendees }) => {
    addCandidates(found, attendees);
  });
  return [...found.values()];
}

interface Missing {
  readonly failed: readonly FailedSource[];
  /** People who have the name but no address. */
  readonly without: readonly PersonCandidate[];
  readonly unseen: ReturnType<typeof notSeen>;
}

function nobody({ path }: SaidName, { failed, without, unseen }: Missing): CalendarError {
  const [failure] = failed;
  const message =
    without.length > 0
      ? 'The address book has no mail address under this name.'
      : 'No address book, directory or event here has this name.';
  return new CalendarError('NOT_FOUND', failure === undefined ? message : `${message} ${UNREACHED}`, {
    path,
    suggestion: 'Give the mail address.',
    ...(failure !== undefined && { retryable: true }),
    ...unseen,
  });
}

const UNREACHED = 'An account that may know it could not be asked.';

/** Drops equal addresses, ignoring case; keeps the first spelling. */
export function eachOnce(people: readonly NamedPerson[]): readonly NamedPerson[] {
  const byAddress = new Map<string, NamedPerson>();
  for (const person of people) {
    const key = person.address.toLowerCase();
    byAddress.set(key, byAddress.get(key) ?? person);
  }
  return [...byAddress.values()];
}
