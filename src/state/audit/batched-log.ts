import type { AuditEntry, AuditLog } from '../../ports/audit-log.js';

interface Waiting {
  readonly entries: readonly AuditEntry[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Appends one batch at a time; entries that arrive meanwhile form the next batch. */
export function batchedLog(add: (entries: readonly AuditEntry[]) => Promise<void>): AuditLog {
  const waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const turn = waiting.splice(0);
      try {
        await add(turn.flatMap(({ entries }) => entries));
        for (const { done } of turn) done();
      } catch (error) {
        for (const { failed } of turn) failed(error);
      }
    }
    writing = false;
  }

  return {
    append: (entries) =>
      new Promise((done, failed) => {
        waiting.push({ entries, done, failed });
        if (!writing) void write();
      }),
  };
}
