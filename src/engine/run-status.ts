import type { WorkingHours } from '../../compilers/plan/analysis-plan.js';
import { DAY, MINUTE } from '../../compilers/time/civil.js';
import { printWall, printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import { MAX_FILTER_DEPTH, WEEKDAYS } from '../../schemas/filter.js';
import { MAX_TEXT } from '../../schemas/input-limits.js';
import { MAX_BATCH } from '../../schemas/mutation.js';
import { MAX_LIMIT } from '../../schemas/query.js';
import { unlistedCalendar } from '../../schemas/unlisted-calendar.js';
import type { MirrorControl } from '../ports/mirror.js';
import { zoneOrThrow } from './collect.js';
import { describeError } from './describe-error.js';
import type { Engine } from './engine.js';
import { MOST_OCCURRENCES } from './fit-rows.js';
import { printSecond } from './read-meta.js';
import type { Success } from './service.js';
import { listSources } from './sources.js';
import { trashEntries } from './trash.js';

/** How far the copies on this computer are, of the calendars that may be seen. */
function printMirror(
  mirror: MirrorControl,
  visible: ReadonlySet<string>,
  viewer: Zone,
): readonly Record<string, unknown>[] {
  const seen = mirror.status().filter(({ calendarId }) => visible.has(calendarId));
  return seen.map(({ calendar, state, events, unreadable, asOf, fullAt }) => ({
    calendar,
    state,
    events,
    ...(unreadable === 0 ? {} : { unreadable }),
    ...(asOf === undefined ? {} : { asOf: printSecond(asOf, viewer) }),
    ...(fullAt === undefined ? {} : { fullAt: printSecond(fullAt, viewer) }),
  }));
}

/** As the configuration writes them. */
function printHours({ start, end, days }: WorkingHours): Record<string, unknown> {
  const clock = (minutes: number): string => printWall(minutes * MINUTE).slice(11);
  // A working day may end at midnight, which is not a time of that day.
  return {
    start: clock(start),
    end: end === DAY / MINUTE ? '24:00' : clock(end),
    days: days.map((day) => WEEKDAYS[day - 1]),
  };
}

/** What the server is and can reach: accounts, calendars, limits. No secrets. */
export async function runStatus(engine: Engine, signal: AbortSignal): Promise<Success> {
  const viewer = zoneOrThrow(engine, engine.clock.timeZone());
  const { sources, failed } = await listSources(engine, signal);
  const visible = new Set(sources.map(({ calendar }) => calendar.id));
  const accounts = engine.backends.map((backend) => ({
    account: backend.name,
    backend: backend.kind,
    calendars: sources
      .filter((source) => source.backend === backend)
      .map(({ calendar: { name, writable, unlisted } }) =>
        unlisted ? { name, error: describeError(unlistedCalendar()) } : { name, writable },
      ),
    guard: backend.target.capabilities.guard,
    ...(backend.target.capabilities.limits === undefined
      ? {}
      : { cannot: backend.target.capabilities.limits.map(({ what, reason }) => ({ what, reason })) }),
    ...(backend.mirror === undefined ? {} : { copies: printMirror(backend.mirror, visible, viewer) }),
  }));
  const names = new Set(failed.map(({ account }) => account));
  return {
    success: true,
    data: {
      version: engine.settings.version,
      now: printZoned(engine.clock.now(), viewer),
      timezone: viewer.id,
      timeZoneData: process.versions.tz ?? 'unknown',
      accounts: accounts.filter(({ account }) => !names.has(account)),
      ...(failed.length === 0
        ? {}
        : { failedAccounts: failed.map(({ account, error }) => ({ account, error: describeError(error) })) }),
      ...(engine.settings.calendar === undefined ? {} : { restrictedTo: engine.settings.calendar }),
      restorable: (await trashEntries(engine.state)).length,
      weekStart: WEEKDAYS[engine.settings.weekStart - 1],
      workingHours: printHours(engine.settings.workingHours),
      limits: {
        rows: MAX_LIMIT,
        occurrences: MOST_OCCURRENCES,
        batch: MAX_BATCH,
        textCharacters: MAX_TEXT,
        filterDepth: MAX_FILTER_DEPTH,
      },
    },
    meta: {},
  };
}
