import type { EventAnalysisPlan } from '../../../compilers/plan/analysis-plan.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { MINUTE } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AnalysisContext } from '../../analysis/analysis.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { FailedSource } from '../context/source.js';
import { askFreeBusy } from '../people/ask-free-busy.js';
import { eachOnce, type NamedPerson, peopleNamed } from '../people/people-named.js';
import type { Collected } from '../read/collected.js';
import { askForPeople } from '../sources/known-people.js';

/** Most rooms asked about if the call names none. */
const MOST_ROOMS = 50;

interface TimesOfOthers extends Pick<AnalysisContext, 'others' | 'rooms'> {
  readonly failed: readonly FailedSource[];
}

/** Busy times of the attendees and rooms that an analysis names. */
export async function timesOfOthers(
  { params, read }: EventAnalysisPlan,
  collected: Collected,
  engine: Engine,
  call: Call,
): Promise<TimesOfOthers> {
  if (!('attendees' in params || 'rooms' in params)) return { others: [], failed: [] };
  const { attendees = [], rooms: asked, bufferMinutes = 0 } = params;
  const { timezone, refresh, range: asking } = read;
  const lookup = { engine, call, timezone, refresh, found: collected.found };
  const named = (key: string, names: readonly string[]) =>
    peopleNamed(
      names.map((name, at) => ({ name, path: `/analysis/params/${key}/${at}` })),
      lookup,
    );
  const people = eachOnce((await named('attendees', attendees)).flat());
  const rooms =
    asked === undefined
      ? []
      : eachOnce(
          typeof asked === 'number'
            ? await allRooms(read, engine, call)
            : (await named('rooms', asked)).flat(),
        );
  if (people.length + rooms.length === 0) return { others: [], failed: [] };
  const begin = Math.max(asking.from, engine.clock.now() - bufferMinutes * MINUTE);
  const range = { from: begin < asking.to ? begin : asking.from, to: asking.to };
  const addresses = [...people, ...rooms].map(({ address }) => address);
  const { answers, failed } = await askFreeBusy({ addresses, range }, read, collected, call.signal);
  const told = answers.map((answer, at) => ({ ...[...people, ...rooms][at], ...answer }));
  return {
    others: told.slice(0, people.length),
    ...(asked !== undefined && {
      rooms: { answers: told.slice(people.length), wanted: typeof asked === 'number' ? asked : 1 },
    }),
    failed,
  };
}

async function allRooms({ refresh }: ReadPlan, engine: Engine, call: Call): Promise<readonly NamedPerson[]> {
  const request = { signal: call.signal, refresh };
  const asked = await Promise.all(
    (['directory', 'contacts'] as const).map((from) => askForPeople({ from }, engine, request)),
  );
  const rooms = asked
    .flatMap(({ people }) => people)
    .filter(({ kind }) => kind === 'room' || kind === 'resource');
  const [failure] = asked.flatMap(({ failed }) => failed);
  if (rooms.length > 0)
    return eachOnce(
      rooms.flatMap(({ name, addresses: [address] }) => (address ? [{ address, name }] : [])),
    ).slice(0, MOST_ROOMS);
  throw (
    failure?.error ??
    new CalendarError('NOT_FOUND', 'No account here tells which rooms there are.', {
      path: '/analysis/params/rooms',
      suggestion: 'Name the rooms, or give their addresses: "rooms": ["Blue Room"].',
    })
  );
}
