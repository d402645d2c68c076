import { onTestFinished, vi } from 'vitest';

/** On a machine where a millisecond passes between two looks at the clock, however fast this one is. */
export function onSlowMachine(): void {
  const start = performance.now();
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + ++looks);
  onTestFinished(() => clock.mockRestore());
}

/** Counts the turns of the event loop while something is computed: a ping is answered in each. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work.finally(() => {
    isOver = true;
  });
  return turns;
}
