import type { Progress } from '../ports/progress.js';

/** What a progress notification carries besides its token. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface ProgressReporter {
  readonly progress: Progress;
  /** No report is sent after this. */
  stop(): void;
}

/** Shortest interval between reports; calls that end sooner report nothing. */
const EVERY_MS = 500;
/** Clients give up on calls they hear nothing of, and people wonder sooner. */
const SILENT_TICKS = 10;
const WORKING = 'Still working.';
/** Every report must exceed the one before it, even if there is nothing to count. */
const LEAST_STEP = 0.001;

/**
 * Sends how far one call has come: the latest that is known, twice a second at most, in numbers that only grow. It
 * says something now and then even when nothing has moved, because the request itself has its own time limit.
 */
export function createProgressReporter(send: (report: ProgressReport) => void): ProgressReporter {
  let latest: { done: number; total: number | undefined; message: string } = {
    done: 0,
    total: undefined,
    message: WORKING,
  };
  let sent = { progress: 0, message: WORKING };
  let silence = 0;

  function tick(): void {
    const { done, total, message } = latest;
    silence++;
    if (done <= sent.progress && message === sent.message && silence < SILENT_TICKS) return;
    const progress = Math.max(done, sent.progress + LEAST_STEP);
    sent = { progress, message };
    silence = 0;
    send({ progress, ...(total === undefined || progress > total ? {} : { total }), message });
  }

  const timer = setInterval(tick, EVERY_MS).unref();
  return {
    progress(done, total, message) {
      latest = { done, total, message };
    },
    stop: () => clearInterval(timer),
  };
}
