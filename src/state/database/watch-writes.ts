import type { Database } from './database.js';

/** Every write adds lines to the audit log of its user, the last when it is done. */
const ENDS = 'SELECT owner, line FROM calendar_mcp.audit_heads WHERE owner = ANY($1)';
const EVERY_MS = 1000;

/** Calls `hear` whenever a replica has written what belongs to the owner, and once at first; the result ends that. */
export type WatchWrites = (owner: string, hear: () => void) => () => void;

/**
 * Watches what all replicas write. One question a second for all who listen, none where nobody does: unlike LISTEN it
 * costs writes nothing, needs no connection of its own, and goes on by itself after the database was away.
 */
export function watchWrites({ query }: Pick<Database, 'query'>, everyMs = EVERY_MS): WatchWrites {
  const listeners = new Map<() => void, { readonly owner: string; line?: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    const rows = await query(ENDS, [[...new Set([...listeners.values()].map(({ owner }) => owner))]]);
    const lines = new Map(rows.map(({ owner, line }) => [owner, Number(line)]));
    for (const [hear, listener] of listeners) {
      const line = lines.get(listener.owner) ?? 0;
      if (line === listener.line) continue;
      listener.line = line;
      hear();
    }
  }

  function lookUnlessLooking(): void {
    if (isLooking) return;
    isLooking = true;
    look()
      // While the database is away nothing is written.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }

  return (owner, hear) => {
    const own = (): void => hear();
    listeners.set(own, { owner });
    timer ??= setInterval(lookUnlessLooking, everyMs).unref();
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
