import type { Progress } from '../ports/progress.js';

/** Content of a progress notification, without its token. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface ProgressReporter {
  readonly progress: Progress;
  /** Stops all reports. */
  stop(): void;
}

/** Shortest interval between reports; faster calls report nothing. */
const EVERY_MS = 500;
/** Clients give up on silent calls. In ticks of `EVERY_MS`. */
const SILENT_TICKS = 10;
const WORKING = 'Still working.';
/** Each report must exceed the last one, even without progress. */
const LEAST_STEP = 0.001;

/**
 * Sends the progress of one call, at most twice a second, in increasing numbers. Also reports without
 * progress now and then, because the client's request has its own timeout.
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
