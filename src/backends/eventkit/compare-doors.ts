import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Range } from '../../../schemas/model/time.js';
import { expand } from '../../calendar/expand/expand.js';
import { readObject } from '../../calendar/read/read-object.js';
import { zoneOf } from '../../calendar/zones/zone.js';
import type { Backend, CalendarInfo } from '../../ports/backend.js';
import type { Checklist, Facts, ProbeFinding } from '../../ports/probe.js';

/** Calendars to compare, days to read, and the time limit of the slow door. */
const COMPARED = 3;
const DAYS = 7;
const SLOW_DOOR_MS = 120_000;
const EVERYTHING = { kind: 'and', of: [] } as const;

/** Results of one door: occurrence times by the event's identifier there. */
interface Read {
  readonly ids: ReadonlyMap<string, string>;
  readonly ms: number;
}

/** Reads the same week through both doors; compares times, identifiers and duration. */
export async function compareDoors(
  kit: Backend,
  openApp: () => Promise<Backend>,
  { checks, zone, now }: { readonly checks: Checklist; readonly zone: Zone; readonly now: number },
): Promise<void> {
  const range = { from: now, to: now + DAYS * 86_400_000 };
  await checks.check(
    'both doors',
    async (ended): Promise<Facts | CalendarError> => {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(SLOW_DOOR_MS)]);
      let app: Backend | undefined;
      try {
        app = await openApp();
        const pairs = sameNames(await kit.calendars({ signal }), await app.calendars({ signal }));
        const facts = { calendars: 0, events: 0, equalIdentifiers: 0, equalTimes: 0 };
        let [eventKitMs, appleScriptMs] = [0, 0];
        for (const [inKit, inApp] of pairs.slice(0, COMPARED)) {
          const one = await readWeek(kit, inKit, { range, zone, signal });
          const other = await readWeek(app, inApp, { range, zone, signal });
          facts.calendars++;
          facts.events += one.ids.size;
          eventKitMs += one.ms;
          appleScriptMs += other.ms;
          for (const [id, times] of one.ids) {
            if (other.ids.has(id)) facts.equalIdentifiers++;
            if (other.ids.get(id) === times) facts.equalTimes++;
          }
        }
        return { ...facts, eventKitMs: Math.round(eventKitMs), appleScriptMs: Math.round(appleScriptMs) };
      } catch (error) {
        // The door in use works, so a closed second door is no failure.
        if (error instanceof CalendarError) return error;
        throw error;
      } finally {
        await app?.close();
      }
    },
    tell,
  );
}

/** Pairs of calendars whose name is unique in both doors. */
function sameNames(
  kit: readonly CalendarInfo[],
  app: readonly CalendarInfo[],
): (readonly [CalendarInfo, CalendarInfo])[] {
  const named = (infos: readonly CalendarInfo[], name: string) => infos.filter((info) => info.name === name);
  return kit.flatMap((info) => {
    const [other, ...others] = named(app, info.name);
    const isOne = other !== undefined && others.length === 0 && named(kit, info.name).length === 1;
    return isOne ? [[info, other] as const] : [];
  });
}

async function readWeek(
  backend: Backend,
  calendar: CalendarInfo,
  { range, zone, signal }: { readonly range: Range; readonly zone: Zone; readonly signal: AbortSignal },
): Promise<Read> {
  const call = backend.target.compileRead({ range, pushed: [], residual: EVERYTHING }, calendar);
  const since = performance.now();
  const { objects } = await backend.scan(call, { signal });
  const ms = performance.now() - since;
  const ids = new Map<string, string>();
  for (const { href, ics } of objects) {
    const starts = readObject(ics, zoneOf).series.flatMap((one) => expand(one, range, zone));
    // Scripts return an extra day and a half on both sides.
    if (starts.length === 0) continue;
    const id = decodeURIComponent(href.slice(calendar.href.length + 1).replace(/#.*/, ''));
    ids.set(id, starts.map(({ start, end }) => `${start}/${end}`).join());
  }
  return { ids, ms };
}

function tell(found: Facts | CalendarError): ProbeFinding {
  if (found instanceof CalendarError)
    return {
      status: 'skipped',
      detail: 'Could not be compared: AppleScript is closed here, and not needed.',
      facts: { code: found.code },
    };
  const { events, equalIdentifiers, equalTimes, eventKitMs, appleScriptMs } = found;
  const isEqual = events === equalIdentifiers && events === equalTimes;
  return {
    status: isEqual ? 'ok' : 'warning',
    detail: `A week: EventKit ${eventKitMs} ms, AppleScript ${appleScriptMs} ms; of ${events} events ${equalIdentifiers} have equal identifiers, ${equalTimes} equal times.`,
    facts: found,
  };
}
