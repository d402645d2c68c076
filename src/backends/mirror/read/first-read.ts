import { setTimeout as sleep } from 'node:timers/promises';
import type { MirrorRead } from '../../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { ScanResult } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { SyncableBackend } from '../../../ports/sync-source.js';
import type { CalendarSyncer } from '../sync/calendar-syncer.js';
import { CANNOT_COMPARE } from '../sync/cannot-compare.js';
import type { CopyThrottle } from '../sync/copy-throttle.js';
import type { FirstCopies } from '../sync/first-copies.js';

export interface FirstReadContext<Read> {
  readonly inner: Pick<SyncableBackend<Read>, 'scan' | 'queryBeforeCopy'>;
  readonly syncer: CalendarSyncer;
  readonly copies: FirstCopies;
  readonly copyThrottle: CopyThrottle;
  readonly patienceMs: number;
  /** True if the process continues after its query, and can finish copies later. */
  readonly stays: boolean;
  /** Answers from the copy. */
  readonly answer: () => Promise<ScanResult>;
}

/** Factor of `patienceMs`. Longer than for other reads, because this one has no fallback. */
const WAITS = 1.8;
/** Starting a copy earlier would slow a busy server's answer. Factor of `patienceMs`. */
const COPY_HELPS_AFTER = 1.4;

/**
 * Reads a calendar without a mirror. Sends the query first and copies afterwards, because a copy would slow
 * the answer. If the server is slow, starts the copy anyway, and the first answer wins. A query that only the
 * copy can answer waits for it, up to a limit.
 */
export async function firstRead<Read>(
  call: MirrorRead<Read>,
  context: FirstReadContext<Read>,
  request: BackendRequest,
): Promise<ScanResult> {
  const { inner, copies, copyThrottle } = context;
  const { signal } = request;
  const failure = copies.failedLately(call.calendar.id);
  if (failure !== undefined) {
    // The full calendar timed out as a copy, so do not request it in a query either.
    const told =
      failure === 'TIMEOUT' && context.stays
        ? await inner.queryBeforeCopy?.(call.fallback, request)
        : undefined;
    return told ?? inner.scan(call.fallback, request);
  }
  const isWhole = call.hrefs === undefined && call.from === undefined && call.to === undefined;
  if (isWhole || inner.queryBeforeCopy === undefined) return fromCopy(call, context, request);
  const enough = new AbortController();
  const either: BackendRequest = { ...request, signal: AbortSignal.any([signal, enough.signal]) };
  try {
    const late = lateCopy(call, context, either);
    const early = await waitUnlessAborted(earlierCopy(call, late, context, either), signal);
    const glanced = early ?? copyThrottle.asking(inner.queryBeforeCopy(call.fallback, either));
    const first = await waitUnlessAborted(Promise.race([glanced, late]), signal);
    copies.soon(call.calendar.id);
    const isRight = first !== undefined && (first.lacking === undefined || context.stays);
    return isRight ? first : await fromCopy(call, context, request);
  } catch (error) {
    // The user may ask again.
    if (signal.aborted) copies.soon(call.calendar.id);
    if (!(error instanceof CalendarError) || !CANNOT_COMPARE.has(error.code)) throw error;
    return await fromCopy(call, context, request);
  } finally {
    enough.abort();
  }
}

/**
 * Answers from a copy that is complete before the server is asked: either the copy was owed time, or it
 * should finish before the server answers.
 */
async function earlierCopy<Read>(
  call: MirrorRead<Read>,
  late: Promise<ScanResult>,
  { syncer, copyThrottle, patienceMs, answer }: FirstReadContext<Read>,
  { signal }: Pick<BackendRequest, 'signal'>,
): Promise<ScanResult | undefined> {
  const calendarId = call.calendar.id;
  const serverMs = copyThrottle.lastAnswerMs();
  const isCopied = (): boolean => syncer.isCopied(calendarId);
  // Leaves enough time for the server's own answer.
  const mostMs = Math.min(patienceMs, patienceMs * WAITS - serverMs);
  await copyThrottle.waiting(copyThrottle.questionsTurn(isCopied, mostMs, signal));
  if (isCopied()) return answer();
  if ((syncer.endsInMs(calendarId) ?? Number.POSITIVE_INFINITY) >= serverMs) return undefined;
  const tooLong = sleep(serverMs, undefined, { signal, ref: false }).catch(() => undefined);
  return copyThrottle.waiting(Promise.race([late, tooLong]));
}

/** Answers from the copy if the server is silent or a copy is running anyway; otherwise never settles. */
async function lateCopy<Read>(
  call: MirrorRead<Read>,
  { syncer, copies, patienceMs, answer }: FirstReadContext<Read>,
  { signal, progress }: BackendRequest,
): Promise<ScanResult> {
  const calendarId = call.calendar.id;
  try {
    if (!syncer.isBusy(calendarId))
      await sleep(patienceMs * COPY_HELPS_AFTER, undefined, { signal, ref: false });
    await copies.now(calendarId, progress);
    return await answer();
  } catch {
    // The failure is logged, or no call waits for it; the server's answer counts.
    return new Promise(() => undefined);
  }
}

async function fromCopy<Read>(
  call: MirrorRead<Read>,
  { inner, syncer, copies, copyThrottle, patienceMs, stays, answer }: FirstReadContext<Read>,
  request: BackendRequest,
): Promise<ScanResult> {
  const calendarId = call.calendar.id;
  const { signal, progress } = request;
  try {
    const copied = copies.now(calendarId, progress);
    await copyThrottle.waiting(waitUnlessAborted(copied, signal, stays ? patienceMs * WAITS : undefined));
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    if (error.code === 'TIMEOUT' && syncer.isBusy(calendarId)) throw beingCopied(syncer.done(calendarId));
    if (CANNOT_COMPARE.has(error.code)) return inner.scan(call.fallback, request);
    throw error;
  }
  return answer();
}

/** `done`: progress from 0 to 1. */
function beingCopied(done: number | undefined): CalendarError {
  const part = done === undefined ? '' : ` (${Math.floor(100 * done)} % done)`;
  return new CalendarError(
    'TIMEOUT',
    `The calendar is being copied to this computer${part}; until then only queries with a time range are answered.`,
    {
      suggestion: 'Repeat the call in a moment, or give a time range: filters.when.',
      retryAfterMs: 5000,
    },
  );
}
