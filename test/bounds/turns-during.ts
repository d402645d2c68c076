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
