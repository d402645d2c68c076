import type { MirrorRead } from '../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../schemas/error.js';
import type { Instant } from '../../../schemas/time.js';
import { isRecent } from '../../is-recent.js';
import { leavable } from '../../leavable.js';
import type { Backend, ScanResult } from '../../ports/backend.js';
import type { Log } from '../../ports/log.js';
import type { Progress } from '../../ports/progress.js';
import type { SyncSource } from '../../ports/sync-source.js';
import type { CalendarSyncer } from './calendar-syncer.js';

export interface FirstReadContext<Read> {
  readonly inner: Pick<Backend<Read>, 'scan'>;
  readonly syncer: CalendarSyncer;
  readonly source: SyncSource;
  readonly now: () => Instant;
  /** When the copy of a calendar last failed. */
  readonly fillFailed: Map<string, Instant>;
  readonly log: Log;
  readonly answer: (call: MirrorRead<Read>) => ScanResult;
}

/** A calendar that could not be copied is asked for piece by piece for a while. */
export const FILL_AGAIN_MS = 10 * 60_000;

/**
 * A read of a calendar that is not mirrored yet: the question as it is and the whole calendar are asked for at the
 * same time, and whichever comes first answers. Where the server is asked for everything anyhow, once is enough.
 */
export async function firstRead<Read>(
  call: MirrorRead<Read>,
  context: FirstReadContext<Read>,
  signal: AbortSignal,
  progress?: Progress,
): Promise<ScanResult> {
  const calendarId = call.calendar.id;
  const failedAt = context.fillFailed.get(calendarId);
  if (failedAt !== undefined && isRecent(failedAt, FILL_AGAIN_MS, context.now())) {
    return context.inner.scan(call.fallback, signal, progress);
  }
  const filled = context.syncer.sync(calendarId, false, progress).then(
    () => {
      context.fillFailed.delete(calendarId);
      return context.answer(call);
    },
    (error: unknown) => {
      context.fillFailed.set(calendarId, context.now());
      const code = error instanceof CalendarError ? error.code : 'INTERNAL';
      context.log.debug('a calendar could not be copied', { code });
      throw error;
    },
  );
  const isWhole = call.hrefs === undefined && call.from === undefined && call.to === undefined;
  if (isWhole || (call.hrefs === undefined && (await prefersWhole(context, filled, signal)))) {
    return leavable(filled, signal);
  }
  const enough = new AbortController();
  const direct = context.inner.scan(call.fallback, AbortSignal.any([signal, enough.signal]));
  try {
    return await leavable(Promise.any([direct, filled]), signal);
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    throw error.errors[0];
  } finally {
    enough.abort();
  }
}

async function prefersWhole<Read>(
  { source }: FirstReadContext<Read>,
  filled: Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  // It is awaited, or not needed, later; until then a failure is nobody's.
  filled.catch(() => undefined);
  return source.prefersWhole(signal);
}
