import type { MirrorRead } from '../../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { yielderFor } from '../../../concurrency/yield-to-event-loop.js';
import type { CalendarObject, ScanResult } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { MirrorKey } from '../../../ports/mirrored-object.js';
import type { SyncableBackend } from '../../../ports/sync-source.js';
import type { AccountCheck } from '../sync/account-check.js';
import type { CalendarSyncer } from '../sync/calendar-syncer.js';
import { CANNOT_COMPARE } from '../sync/cannot-compare.js';
import type { FirstCopies } from '../sync/first-copies.js';
import { listedCalendar } from '../sync/listed-calendar.js';
import type { SyncContext } from '../sync/sync-context.js';
import { type Compare, isUnreachable } from './compare-with-patience.js';
import { firstRead } from './first-read.js';

export interface MirroredReadContext<Read> {
  readonly inner: Pick<SyncableBackend<Read>, 'scan' | 'queryBeforeCopy'>;
  readonly context: SyncContext;
  readonly check: AccountCheck;
  readonly syncer: CalendarSyncer;
  readonly copies: FirstCopies;
  readonly compare: Compare;
  readonly freshnessMs: number;
  readonly patienceMs: number;
}

export interface MirroredReader<Read> {
  read(call: MirrorRead<Read>, request: BackendRequest): Promise<ScanResult>;
  /** From now on, copies may continue after the answer. */
  stay(): void;
}

/** Reads calendars from compared copies, or from the server if comparing is impossible. */
export function createMirroredReader<Read>(parts: MirroredReadContext<Read>): MirroredReader<Read> {
  const { inner, context, check, syncer, copies, compare, freshnessMs, patienceMs } = parts;
  const { source, store, now, copyThrottle } = context;
  const yieldToEventLoop = yielderFor(context.signal);
  const keyOf = (calendarId: string): MirrorKey => ({ identity: source.identity, calendarId });
  let stays = false;
  /** Returns the same object each time, because its record is cached under it. */
  const known = new WeakMap<object, CalendarObject>();

  function placed(object: Omit<CalendarObject, 'calendarId'>, calendarId: string): CalendarObject {
    const before = known.get(object);
    if (before !== undefined) return before;
    const made = { calendarId, ...object };
    known.set(object, made);
    return made;
  }

  async function answer(call: MirrorRead<Read>): Promise<ScanResult> {
    await yieldToEventLoop();
    const calendarId = call.calendar.id;
    const asOf = syncer.comparedAt(calendarId);
    const { objects, unreadable, missing } =
      call.hrefs === undefined
        ? { ...(await store.select(keyOf(calendarId), call)), missing: [] }
        : store.find(keyOf(calendarId), call.hrefs);
    return { objects: objects.map((object) => placed(object, calendarId)), unreadable, missing, asOf };
  }

  async function read(call: MirrorRead<Read>, request: BackendRequest): Promise<ScanResult> {
    const calendarId = call.calendar.id;
    const isListed = listedCalendar(check.known(), calendarId)?.info.unlisted === undefined;
    if (syncer.isCopied(calendarId) || !isListed) return compared(call, request);
    // A copy started before the query may miss earlier writes, so compare it.
    const answered = (): Promise<ScanResult> => compared(call, request);
    return firstRead(
      call,
      { inner, syncer, copies, copyThrottle, patienceMs, stays, answer: answered },
      request,
    );
  }

  async function compared(call: MirrorRead<Read>, request: BackendRequest): Promise<ScanResult> {
    const calendarId = call.calendar.id;
    const insist = insists(call, request);
    const since = askedSince(call, request, now()) ?? syncer.freshEnoughSince(calendarId, freshnessMs);
    const { signal } = request;
    try {
      await compare(() => syncer.upToDate(calendarId, since, request), { insist }, signal, calendarId);
    } catch (error) {
      if (error instanceof CalendarError && CANNOT_COMPARE.has(error.code)) {
        return inner.scan(call.fallback, request);
      }
      if (insist || !syncer.isCopied(calendarId) || !isUnreachable(error)) throw error;
      return { ...(await answer(call)), stale: { asOf: syncer.comparedAt(calendarId), because: error } };
    }
    return answer(call);
  }

  return {
    read,
    stay() {
      stays = true;
    },
  };
}

type Asked = Pick<MirrorRead, 'refresh'>;

/** True if a copy that cannot be compared must not answer. */
function insists({ refresh }: Asked, { compare }: BackendRequest): boolean {
  return refresh === true || compare === 'must';
}

/** Earliest acceptable comparison; undefined for the usual freshness. */
function askedSince(
  { refresh }: Asked,
  { compare, startedAt }: BackendRequest,
  now: Instant,
): Instant | undefined {
  return refresh === true || compare !== undefined ? (startedAt ?? now) : undefined;
}
