import {
  createMirrorTarget,
  type MirrorRead,
  type MirrorWrite,
} from '../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Backend } from '../../ports/backend.js';
import type { Log } from '../../ports/log.js';
import type { MirrorControl } from '../../ports/mirror.js';
import type { MirrorStore } from '../../ports/mirror-store.js';
import type { WriteCounter } from '../../ports/state-store.js';
import type { SyncableBackend } from '../../ports/sync-source.js';
import { followWrites } from '../../system/follow-writes.js';
import { OPEN_COPIES } from '../../system/telemetry.js';
import { createMirrorControl } from './mirror-control.js';
import { MirrorUse } from './mirror-use.js';
import { createPatientCompare } from './read/compare-with-patience.js';
import { listMirrored } from './read/list-mirrored.js';
import { createMirroredReader } from './read/read-mirrored.js';
import { type AccountCheck, createAccountCheck } from './sync/account-check.js';
import { createBackgroundSync, type Schedule } from './sync/background-sync.js';
import { createCalendarSyncer } from './sync/calendar-syncer.js';
import { createCopyThrottle } from './sync/copy-throttle.js';
import { createFirstCopies } from './sync/first-copies.js';
import type { Indexer } from './sync/index-object.js';
import { calendarUnlisted } from './sync/listed-calendar.js';
import type { SyncContext } from './sync/sync-context.js';
import { createMirroredWriter } from './write-mirrored.js';

export interface MirrorOptions {
  readonly store: MirrorStore;
  readonly indexer: Indexer;
  readonly log: Log;
  /** Milliseconds since 1970 on the system clock, which may differ from the calendar's. */
  readonly now?: () => Instant;
  /** How long a comparison with the server stays fresh. Default 60 s. */
  readonly freshnessMs?: number;
  /** How long a read waits for the server before it uses the mirror. Default 10 s. */
  readonly patienceMs?: number;
  /** Intervals of the background sync. Defaults: one minute, and one day for a full sync. */
  readonly syncEveryMs?: number;
  readonly fullEveryMs?: number;
  /** Counts the writes of all replicas to the account. */
  readonly writes?: WriteCounter | undefined;
  /** For tests. */
  readonly schedule?: Schedule;
}

export interface MirroredBackend<Read, Write, CalendarWrite>
  extends Backend<MirrorRead<Read>, MirrorWrite<Write>, CalendarWrite> {
  readonly mirror: MirrorControl;
  /** Copies and syncs in the background until the backend is closed. */
  startSync(): void;
}

const MINUTE = 60_000;

/**
 * A backend with local copies of its calendars. A recently compared copy answers at once; an older one is
 * compared first, with one request for all calendars; a missing one is answered by the server while the copy
 * is made. The server is the truth: a copy that cannot be compared says so or is not used.
 */
export function createMirroredBackend<Read, Write, CalendarWrite>(
  inner: SyncableBackend<Read, Write, CalendarWrite>,
  options: MirrorOptions,
): MirroredBackend<Read, Write, CalendarWrite> {
  const { store, log, now = Date.now, freshnessMs = MINUTE, patienceMs = 10_000 } = options;
  const { syncEveryMs = MINUTE, fullEveryMs = 24 * 60 * MINUTE } = options;
  // Operations without stored events go straight to the server.
  const { sync: source, ...others } = inner;
  const compare = createPatientCompare(now, patienceMs);
  const closing = new AbortController();
  const copyThrottle = createCopyThrottle(closing.signal);
  const { indexer } = options;
  const context: SyncContext = { source, store, indexer, now, signal: closing.signal, copyThrottle };
  const check = createAccountCheck(source, store, now, closing.signal);
  const syncer = createCalendarSyncer(context, check);
  const background = createBackgroundSync(context, check, syncer, {
    everyMs: syncEveryMs,
    fullEveryMs,
    log,
    ...(options.schedule === undefined ? {} : { schedule: options.schedule }),
  });
  const copies = createFirstCopies(syncer, copyThrottle, now, log);
  const reader = createMirroredReader<Read>({
    ...{ inner, context, check, syncer, copies, compare, freshnessMs, patienceMs },
  });
  const use = new MirrorUse(log, inner.name);
  const followed = options.writes && followWrites(options.writes, () => forgetAll(context, check));
  let knownAddresses: readonly string[] = [];
  const control = createMirrorControl(context, check, syncer);

  return {
    ...others,
    target: createMirrorTarget(inner.target),
    get ownAddresses() {
      // Known from the mirror after a restart, before the server is asked.
      return [...new Set([...inner.ownAddresses, ...knownAddresses])];
    },
    mirror: control,
    startSync() {
      OPEN_COPIES.add(control);
      reader.stay();
      background.start();
    },
    calendars: (request) =>
      use.orWithout(
        async () => {
          await followed?.catchUp();
          const listed = await listMirrored({ check, compare, now, freshnessMs }, request);
          knownAddresses = listed.ownAddresses;
          return listed.calendars;
        },
        () => inner.calendars(request),
      ),
    scan: (call, request) =>
      use.orWithout(
        async () => {
          // The query began with the list, which has caught up.
          if (request.listed !== true) await followed?.catchUp();
          try {
            return await reader.read(call, request);
          } catch (error) {
            throw error instanceof CalendarError && error.code === 'NOT_FOUND' ? calendarUnlisted() : error;
          }
        },
        () => inner.scan(call.fallback, request),
      ),
    ...createMirroredWriter({ inner, context, check, syncer, use, followed }),
    ...(followed && { tellOthers: () => followed.wrote() }),
    async close() {
      OPEN_COPIES.delete(control);
      background.stop();
      closing.abort();
      await inner.close();
      await Promise.all([syncer.settled(), copies.settled()]);
    },
  };
}

/** Makes the next read of each copy compare it. */
function forgetAll({ source, store }: SyncContext, check: AccountCheck): void {
  check.expire();
  for (const { info } of check.known()?.calendars ?? [])
    store.expire({ identity: source.identity, calendarId: info.id });
}
