import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitCalendar } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Instant, Range } from '../../../../schemas/model/time.js';
import { isRecent } from '../../../system/is-recent.js';
import { type AnswerOf, type EventRecord, guardText, kitKey } from '../process/protocol.js';
import type { Session } from '../process/session.js';

/** The dates of a series in a fixed range, so each query returns the same object. */
export interface SeriesDates {
  readonly range: Range;
  readonly dates: readonly Instant[];
  readonly detached: readonly EventRecord[];
}

interface Kept extends SeriesDates {
  readonly at: Instant;
  readonly version: number;
  readonly guard: string;
}

const FRESH_MS = 60_000;
const YEARS = 4;
const MOST_KEPT = 5_000;

export function createSeriesDates(session: Session, now: () => Instant) {
  const kept = new Map<string, Kept>();

  function keptFor(name: string, guard: string, range: Range): Kept | undefined {
    const one = kept.get(name);
    const isFresh =
      one !== undefined && one.version === session.version() && isRecent(one.at, FRESH_MS, now());
    return isFresh && one.guard === guard && one.range.from === range.from && one.range.to === range.to
      ? one
      : undefined;
  }

  return {
    /** For first occurrences by identity. */
    of: async (
      calendar: CalendarAddress,
      masters: ReadonlyMap<string, EventRecord>,
      signal: AbortSignal,
    ): Promise<ReadonlyMap<string, SeriesDates>> => {
      const found = new Map<string, SeriesDates>();
      const missing = new Map<string, { range: Range; keys: string[] }>();
      for (const [key, master] of masters) {
        const range = lookedAt(master, now());
        const one = keptFor(`${calendar.id}/${key}`, guardText(master), range);
        if (one !== undefined) found.set(key, one);
        else {
          const name = `${range.from} ${range.to}`;
          const group = missing.get(name) ?? { range, keys: [] };
          missing.set(name, group);
          group.keys.push(key);
        }
      }
      for (const { range, keys } of missing.values()) {
        for (const [key, said] of await ask(session, calendar, { range, keys }, signal)) {
          const master = masters.get(key);
          if (master === undefined) continue;
          found.set(key, said);
          if (kept.size >= MOST_KEPT) kept.clear();
          const guard = guardText(master);
          kept.set(`${calendar.id}/${key}`, { ...said, guard, at: now(), version: session.version() });
        }
      }
      return found;
    },
  };
}

async function ask(
  session: Session,
  calendar: CalendarAddress,
  { range, keys }: { readonly range: Range; readonly keys: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SeriesDates>> {
  const dates = new Map(keys.map((key) => [key, new Set<Instant>()]));
  const detached = new Map(keys.map((key) => [key, new Map<Instant, EventRecord>()]));
  const request = { calendar: kitCalendar(calendar), to: range.to, only: keys };
  for (let from: number | undefined = range.from; from !== undefined; ) {
    const part: AnswerOf<'events'> = await session.read('events', { ...request, from }, signal);
    for (const [key, times] of Object.entries(part.dates))
      for (const time of times) dates.get(key)?.add(time);
    for (const event of part.events) detached.get(kitKey(event))?.set(event.occurrence ?? event.start, event);
    from = part.next;
  }
  return new Map(
    keys.map((key) => [
      key,
      { range, dates: [...(dates.get(key) ?? [])], detached: [...(detached.get(key)?.values() ?? [])] },
    ]),
  );
}

/** Whole years from last year on, or from the start of the series if later; all of a short series. */
function lookedAt({ start, rules }: EventRecord, now: Instant): Range {
  const year = new Date(now).getUTCFullYear() - 1;
  const begun = new Date(start).getUTCFullYear();
  const [rule] = rules;
  const until = rules.length === 1 ? rule?.until : null;
  const isShort = until !== null && until !== undefined && until - start < YEARS * 365 * DAY;
  const first = isShort ? begun : Math.max(begun, year);
  return { from: Date.UTC(first, 0, 1) - DAY, to: Date.UTC(first + YEARS, 0, 1) + (isShort ? 366 * DAY : 0) };
}
