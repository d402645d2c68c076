/**
 * Selects the servers that run a fixture: all of them for the first fixture with a `key`, then one of them in turn for
 * each further fixture with the same key.
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

/** The kinds of a change, without names and texts: changes with equal kinds make the same sort of writes. */
export function kindOfWrites(writes: readonly string[]): string {
  return writes.map((line) => line.match(/^[a-z-]+|\(and .*/g)?.join(' ')).join(', ');
}
