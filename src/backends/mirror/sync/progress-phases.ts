import type { Progress } from '../../../ports/progress.js';

/** Fetching objects as the first half of copying them. */
export function fetching(progress: Progress | undefined): Progress | undefined {
  return (
    progress &&
    ((done, total, message) => progress(done, total === undefined ? undefined : 2 * total, message))
  );
}

/** Reading what was fetched as the second half. */
export function indexing(progress: Progress | undefined, done: number, total: number): void {
  progress?.(total + done, 2 * total, `Copied ${done} of ${total} events.`);
}
