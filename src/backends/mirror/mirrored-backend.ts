import {
  createMirrorTarget,
  type MirrorRead,
  type MirrorWrite,
} from '../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Backend, ScanResult } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { Log } from '../../ports/log.js';
import type { MirrorControl } from '../../ports/mirror.js';
import type { MirroredAccount, MirrorStore } from '../../ports/mirror-store.js';
import type { MirrorKey } from '../../ports/mirrored-object.js';
import type { SyncableBackend } from '../../ports/sync-source.js';
import { isRecent } from '../../system/is-recent.js';
import { createMirrorControl } from './mirror-control.js';
import { createPatientCompare, isUnreachable } from './read/compare-with-patience.js';
import { createMissingTexts } from './read/fetch-missing-texts.js';
import { firstRead } from './read/first-read.js';
import { createOnDemandReader, type OnDemandReader } from './read/read-on-demand.js';
import { recordWrite } from './record-write.js';
import { createAccountCheck } from './sync/account-check.js';
import { createBackgroundSync, type Schedule } from './sync/background-sync.js';
import { calendarUnlisted, createCalendarSyncer } from './sync/calendar-syncer.js';
import { CANNOT_COMPARE } from './sync/cannot-compare.js';
import { createFirstCopies } from './sync/first-copies.js';
import type { Indexer } from './sync/index-object.js';
import { createPace } from './sync/pace.js';
import type { SyncContext } from './sync/sync-context.js';

export interface MirrorOptions {
  readonly store: MirrorStore;
  readonly indexer: Indexer;
  readonly log: Log;
  /** Milliseconds since 1970 of the system's clock, which is not always the calendar's. */
  readonly now?: () => Instant;
  /** How long a comparison with the server is good for. Default 60 s. */
  readonly freshnessMs?: number;
  /** How long a read waits for the server before it takes what the mirror has. Default 10 s. */
  readonly patienceMs?: number;
  /** Background synchronisation: every minute, and once a day everything. */
  readonly syncEveryMs?: number;
  readonly fullEveryMs?: number;
  /** When that is done; for tests. */
  readonly schedule?: Schedule;
}

export interface MirroredBackend<Read, Write, CalendarWrite>
  extends Backend<MirrorRead<Read>, MirrorWrite<Write>, CalendarWrite> {
  readonly mirror: MirrorControl;
  /** Makes copies and keeps them up to date in the background until the backend is closed. */
  startSync(): void;
}

const MINUTE = 60_000;
/** A calendar that could not be compared is asked for piece by piece for a while. */
const FILL_AGAIN_MS = 10 * MINUTE;
const NO_ACCOUNT: MirroredAccount = { calendars: [], ownAddresses: [], checkedAt: 0 };

/**
 * A backend with copies of its calendars on this computer. What was compared with the server a moment ago answers at
 * once; what is known is compared first, with one request for all calendars; what is not known is asked of the server
 * while the copy is made. The server is the truth: a copy that cannot be compared says so or is not used.
 */
export function createMirroredBackend<Read, Write, CalendarWrite>(
  inner: SyncableBackend<Read, Write, CalendarWrite>,
  options: MirrorOptions,
): MirroredBackend<Read, Write, CalendarWrite> {
  const { store, log, now = Date.now, freshnessMs = MINUTE, patienceMs = 10_000 } = options;
  const { syncEveryMs = MINUTE, fullEveryMs = 24 * 60 * MINUTE } = options;
  // What concerns no stored event goes to the server as it is.
  const { sync: source, ...others } = inner;
  const compare = createPatientCompare(now, patienceMs);
  const closing = new AbortController();
  const pace = createPace(closing.signal);
  const context: SyncContext = { source, store, indexer: options.indexer, now, signal: closing.signal, pace };
  const check = createAccountCheck(source, store, now, closing.signal);
  const syncer = createCalendarSyncer(context, check);
  const background = createBackgroundSync(context, check, syncer, {
    everyMs: syncEveryMs,
    fullEveryMs,
    log,
    ...(options.schedule === undefined ? {} : { schedule: options.schedule }),
  });
  /** When the copy of a calendar last failed that is made on demand. */
  const fillFailed = new Map<string, Instant>();
  const copies = createFirstCopies(syncer, pace, now, log);
  let stays = false;
  const onDemand =
    source.onDemand === undefined
      ? undefined
      : createOnDemandReader<Read>({
          ...{ inner, context, syncer, freshnessMs, fullEveryMs, compare, answer },
          onDemand: source.onDemand,
          filler: createMissingTexts(context, source.onDemand),
        });
  let knownAddresses: readonly string[] = [];
  let broken = false;

  const keyOf = (calendarId: string): MirrorKey => ({ identity: source.identity, calendarId });

  /** Work that the mirror does; when it cannot, the mirror is left out. */
  async function orWithout<T>(work: () => Promise<T>, without: () => Promise<T>): Promise<T> {
    if (broken) return without();
    try {
      return await work();
    } catch (error) {
      if (!isStorageError(error)) throw error;
      log.warn('The mirror of the calendars could not be used; the server was asked instead.', {
        account: inner.name,
        code: error.code,
      });
      return without();
    }
  }

  async function answer(call: MirrorRead<Read>): Promise<ScanResult> {
    const calendarId = call.calendar.id;
    const asOf = syncer.comparedAt(calendarId);
    const { objects, unreadable, missing } =
      call.hrefs === undefined
        ? { ...(await store.select(keyOf(calendarId), call)), missing: [] }
        : store.find(keyOf(calendarId), call.hrefs);
    return { objects: objects.map((object) => ({ calendarId, ...object })), unreadable, missing, asOf };
  }

  async function read(call: MirrorRead<Read>, request: BackendRequest): Promise<ScanResult> {
    const calendarId = call.calendar.id;
    const insist = call.refresh === true;
    if (onDemand !== undefined) return readOnDemand(onDemand, call, request);
    const copied = store.calendar(keyOf(calendarId)).fullAt !== undefined;
    const listed = check.known()?.calendars.find(({ info }) => info.id === calendarId);
    if (!copied && !listed?.info.unlisted) {
      const first = { inner, syncer, copies, pace, patienceMs, stays, answer };
      return firstRead(call, first, request);
    }
    const { startedAt = now(), signal } = request;
    const since = insist ? startedAt : syncer.goodSince(calendarId, freshnessMs);
    try {
      await compare(() => syncer.upToDate(calendarId, since, request), insist, signal, calendarId);
    } catch (error) {
      if (error instanceof CalendarError && CANNOT_COMPARE.has(error.code)) {
        return inner.scan(call.fallback, request);
      }
      if (insist || !copied || !isUnreachable(error)) throw error;
      return { ...(await answer(call)), stale: { asOf: syncer.comparedAt(calendarId), because: error } };
    }
    return answer(call);
  }

  async function readOnDemand(
    reader: OnDemandReader<Read>,
    call: MirrorRead<Read>,
    request: BackendRequest,
  ): Promise<ScanResult> {
    const { id } = call.calendar;
    const failedAt = fillFailed.get(id);
    if (failedAt !== undefined && isRecent(failedAt, FILL_AGAIN_MS, now())) {
      return inner.scan(call.fallback, request);
    }
    try {
      return await reader.read(call, request);
    } catch (error) {
      if (error instanceof CalendarError && CANNOT_COMPARE.has(error.code)) {
        if (error.code !== 'LOCKED') fillFailed.set(id, now());
        return inner.scan(call.fallback, request);
      }
      if (error instanceof CalendarError && error.code === 'CALENDAR_NOT_FOUND') check.expire();
      if (!isUnreachable(error) || call.refresh === true) throw error;
      const known = await reader.known(call);
      if (known === undefined) throw error;
      return { ...known, stale: { asOf: syncer.comparedAt(id), because: error } };
    }
  }

  return {
    ...others,
    target: createMirrorTarget(inner.target),
    get ownAddresses() {
      // After a restart the server has not been asked yet.
      return [...new Set([...inner.ownAddresses, ...knownAddresses])];
    },
    mirror: createMirrorControl(context, check, syncer, onDemand),
    startSync() {
      stays = true;
      if (onDemand === undefined) background.start();
    },
    calendars: (request) =>
      orWithout(
        async () => {
          const { signal, refresh } = request;
          const since = now() - freshnessMs;
          let because: CalendarError | undefined;
          try {
            await compare(
              () => check.listing(since, { names: true, refresh }),
              check.known() === undefined,
              signal,
            );
          } catch (error) {
            if (!isUnreachable(error) || check.known() === undefined) throw error;
            because = error;
          }
          const { calendars, ownAddresses, checkedAt } = check.known() ?? NO_ACCOUNT;
          knownAddresses = ownAddresses;
          const asOf = checkedAt === 0 ? {} : { asOf: checkedAt };
          return calendars.map(({ info }) =>
            because === undefined ? { ...info, ...asOf } : { ...info, stale: { ...asOf, because } },
          );
        },
        () => inner.calendars(request),
      ),
    scan: (call, request) =>
      orWithout(
        async () => {
          try {
            return await read(call, request);
          } catch (error) {
            throw error instanceof CalendarError && error.code === 'NOT_FOUND' ? calendarUnlisted() : error;
          }
        },
        () => inner.scan(call.fallback, request),
      ),
    async apply(call, request) {
      if (broken) return inner.apply(call.write, request);
      const recording = recordWrite(call, { source, store, indexer: options.indexer, now });
      try {
        const receipt = await inner.apply(call.write, request);
        broken = !recording.succeeded(receipt);
        return receipt;
      } catch (error) {
        broken = !recording.failed();
        throw error;
      } finally {
        if (broken) {
          log.warn('The mirror of the calendars cannot be written; it is no longer used.', {
            account: inner.name,
          });
        }
      }
    },
    ...(others.applyCalendar === undefined
      ? {}
      : {
          async applyCalendar(call: CalendarWrite, request: BackendRequest) {
            try {
              return await others.applyCalendar?.(call, request);
            } finally {
              await orWithout(
                async () => check.expire(),
                async () => undefined,
              );
            }
          },
        }),
    async close() {
      background.stop();
      closing.abort();
      await inner.close();
      await Promise.all([syncer.settled(), copies.settled()]);
    },
  };
}

function isStorageError(error: unknown): error is CalendarError {
  return error instanceof CalendarError && (error.code === 'STORAGE_ERROR' || error.code === 'STORAGE_FULL');
}
