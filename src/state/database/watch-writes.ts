import type { Database } from './database.js';

/** Every write adds audit lines for its user, the last one at its end. */
const ENDS = 'SELECT owner, line FROM calendar_mcp.audit_heads WHERE owner = ANY($1)';
const EVERY_MS = 1000;

/** Calls `hear` at first and after each write by any replica; returns a function that stops it. */
export type WatchWrites = (owner: string, hear: () => void) => () => void;

/**
 * Watches the writes of all replicas with one query per second for all listeners. Unlike LISTEN, it costs
 * writes nothing, needs no own connection, and resumes by itself after a database failure.
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
      // While the database is unreachable, nothing is written.
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
