/** Work on a long text that can pause between two steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
