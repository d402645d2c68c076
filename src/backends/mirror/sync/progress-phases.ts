import type { Progress } from '../../../ports/progress.js';

/** Reports fetching as the first half of copying. */
export function fetching(progress: Progress | undefined): Progress | undefined {
  return (
    progress &&
    ((done, total, message) => progress(done, total === undefined ? undefined : 2 * total, message))
  );
}

/** Reports indexing as the second half. */
export function indexing(progress: Progress | undefined, done: number, total: number): void {
  progress?.(total + done, 2 * total, `Copied ${done} of ${total} events.`);
}
