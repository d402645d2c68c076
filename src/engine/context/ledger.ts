import { randomUUID } from 'node:crypto';
import { z } from 'zod/v3';
import { keyedQueue } from '../../concurrency/keyed-queue.js';
import type { StateStore } from '../../ports/state-store.js';

const PREFIX = 'ledger/';
const KEPT_MS = 60_000;
/** UIDs in one entry that still grows: it is rewritten each time. */
const LONGEST = 200;
/** More entries than this are made one. */
const MOST_ENTRIES = 20;
/** UIDs in all; the oldest go first. */
const MOST = 100_000;

/** Which events the assistant created: the UIDs of every create that went through this server. */
export interface Ledger {
  /** The UIDs known now; other processes' entries are seen within a minute. */
  uids(): Promise<ReadonlySet<string>>;
  add(uid: string): Promise<void>;
}

/**
 * Every process adds to its own entries, so none overwrites what another adds; a reader that finds many merges them.
 * `elapsed` gives milliseconds from any fixed point; it only ages what was read.
 */
export function createLedger(state: StateStore, elapsed: () => number): Ledger {
  let known: Set<string> | undefined;
  let readAt = 0;
  let own = newEntry();
  const adding = keyedQueue();

  async function read(): Promise<Set<string>> {
    const keys = await state.keys(PREFIX);
    const lists = await Promise.all(keys.map(async (key) => listIn(await state.get(key))));
    const all = new Set(lists.flat());
    const others = keys.filter((key) => key !== own.key);
    if (others.length > MOST_ENTRIES) await merge(all, others);
    for (const uid of own.uids) all.add(uid);
    return all;
  }

  /** What is added to an entry before it goes is not lost with it. */
  async function merge(all: ReadonlySet<string>, keys: readonly string[]): Promise<void> {
    await state.put(newEntry().key, [...all].slice(-MOST));
    const late: string[] = [];
    for (const key of keys) {
      late.push(...listIn(await state.take(key)).filter((uid) => !all.has(uid)));
    }
    if (late.length > 0) await state.put(newEntry().key, late);
  }

  return {
    async uids() {
      if (known === undefined || elapsed() - readAt > KEPT_MS) {
        known = await read();
        readAt = elapsed();
      }
      return known;
    },
    async add(uid) {
      known?.add(uid);
      if (own.uids.length >= LONGEST) own = newEntry();
      const { key, uids } = own;
      uids.push(uid);
      await adding(key, () => state.put(key, uids));
    },
  };
}

function newEntry(): { readonly key: string; readonly uids: string[] } {
  return { key: `${PREFIX}${randomUUID()}`, uids: [] };
}

function listIn(value: unknown): readonly string[] {
  return z.array(z.string()).safeParse(value).data ?? [];
}
