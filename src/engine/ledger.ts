import type { StateStore } from '../ports/state-store.js';

const PREFIX = 'ledger/';
const KEPT_MS = 60_000;

/** Which events the assistant created: the UIDs of every create that went through this server. */
export interface Ledger {
  /** The UIDs known now; other processes' entries are seen within a minute. */
  uids(): Promise<ReadonlySet<string>>;
  add(uid: string): Promise<void>;
}

/** `elapsed` gives milliseconds from any fixed point; it only ages what was read. */
export function createLedger(state: StateStore, elapsed: () => number): Ledger {
  let known: Set<string> | undefined;
  let readAt = 0;
  return {
    async uids() {
      if (known === undefined || elapsed() - readAt > KEPT_MS) {
        known = new Set((await state.keys(PREFIX)).map((key) => key.slice(PREFIX.length)));
        readAt = elapsed();
      }
      return known;
    },
    async add(uid) {
      await state.put(`${PREFIX}${uid}`, true);
      known?.add(uid);
    },
  };
}
