import { foldText } from '../../../compilers/filter/fold-text.js';
import { personTest } from '../../../compilers/filter/match-set.js';
import { ALL_EVENTS, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence, Person } from '../../../schemas/model/event.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { eachRow } from '../../rows/each-row.js';
import { truncateText } from '../../rows/truncate-texts.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { agreedBy } from '../policy/redact.js';
import { collect } from '../read/collect.js';
import { notSeen } from '../read/read-meta.js';

const AT = '/analysis/params/attendees';
const BY_ADDRESS = { analysis: { type: 'availability', params: { attendees: ['ana@example.org'] } } };
/** People of one name that an error shows. */
const SHOWN = 10;

/** An address, and how the call names whose it is. */
export interface NamedPerson {
  readonly address: string;
  readonly name?: string;
}

/** People by address, or by a name as the filter for attendees takes it: each is one person of the events of all time. */
export async function peopleNamed(
  said: readonly string[],
  { timezone, refresh }: ReadPlan,
  { engine, found }: { readonly engine: Engine; readonly found: Sources },
  call: Call,
): Promise<readonly NamedPerson[]> {
  const names = said.filter((one) => !one.includes('@'));
  if (names.length === 0) return said.map((address) => ({ address }));
  const where = { kind: 'set', field: 'attendee', op: 'any', values: names } as const;
  const plan: ReadPlan = { ...ALL_EVENTS, where, timezone, refresh, ...agreedBy(call) };
  const collected = await collect(plan, engine, { call, listed: found });
  const { rows } = collected;
  await inSlices(engine.exposure.seeing(rows), yielderFor(call.signal));
  const people: NamedPerson[] = [];
  for (const [at, name] of said.entries()) {
    if (name.includes('@')) {
      people.push({ address: name });
      continue;
    }
    const known = await inSlices(knownAs(name, rows), yielderFor(call.signal));
    const [only, ...others] = known;
    if (only === undefined)
      throw new CalendarError('NOT_FOUND', 'No attendee of an event has this name.', {
        path: `${AT}/${at}`,
        suggestion: 'Give the mail address.',
        example: BY_ADDRESS,
        ...notSeen(collected),
      });
    if (others.length > 0) throw several(known, `${AT}/${at}`);
    people.push({ address: only.email, name });
  }
  return people;
}

/** Whose name or address has these words, else this text. */
function* knownAs(
  name: string,
  rows: readonly Occurrence[],
): Generator<undefined, readonly Person[], undefined> {
  const isMeant = personTest(name, foldText);
  const found = new Map<string, Person>();
  yield* eachRow(rows, ({ attendees }) => {
    for (const person of attendees) {
      const address = person.email.toLowerCase();
      if (address !== '' && !found.has(address) && isMeant(person)) found.set(address, person);
    }
  });
  const all = [...found.values()];
  const exact = all.filter((person) =>
    wordsOf(`${person.name ?? ''} ${person.email}`).includes(wordsOf(name)),
  );
  return exact.length > 0 ? exact : all;
}

function wordsOf(text: string): string {
  return ` ${foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()} `;
}

function several(people: readonly Person[], path: string): CalendarError {
  const matches = people
    .slice(0, SHOWN)
    .map(({ email, name }) => (name === undefined ? email : `${truncateText(name, 'name')} <${email}>`));
  return new CalendarError('AMBIGUOUS_TARGET', `${people.length} attendees of events have this name.`, {
    path,
    details: { matches },
    suggestion: 'Repeat the call with the mail address of the one who is meant.',
    example: BY_ADDRESS,
  });
}
