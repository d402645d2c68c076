import { SECOND } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Instant } from '../../schemas/time.js';
import type { MirrorControl } from '../ports/mirror.js';
import { zoneOrThrow } from './collect.js';
import { describeError } from './describe-error.js';
import type { Engine } from './engine.js';
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
  const print = (at: Instant): string => printZoned(Math.floor(at / SECOND) * SECOND, viewer);
  return seen.map(({ calendar, state, events, unreadable, asOf, fullAt }) => ({
    calendar,
    state,
    events,
    ...(unreadable === 0 ? {} : { unreadable }),
    ...(asOf === undefined ? {} : { asOf: print(asOf) }),
    ...(fullAt === undefined ? {} : { fullAt: print(fullAt) }),
  }));
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
      .map(({ calendar }) => ({ name: calendar.name, writable: calendar.writable })),
    guard: backend.target.capabilities.guard,
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
      weekStart: engine.settings.weekStart,
    },
    meta: {},
  };
}
