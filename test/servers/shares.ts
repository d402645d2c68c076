/**
 * Which of the servers a fixture is tried on: every one, where it is the first that asks them for this (`key`); one of
 * them, in turn, where others have asked for the same before it.
 */
export function shares<Server>(servers: readonly Server[]): (key: string) => readonly Server[] {
  const asked = new Set<string>();
  let turn = 0;
  return (key) => {
    if (!asked.has(key)) {
      asked.add(key);
      return servers;
    }
    turn += 1;
    return servers.filter((_, at) => at === turn % servers.length);
  };
}

/** The kinds of a change, without names and texts: changes with equal kinds write alike. */
export function kindOfWrites(writes: readonly string[]): string {
  return writes.map((line) => line.match(/^[a-z-]+|\(and .*/g)?.join(' ')).join(', ');
}
