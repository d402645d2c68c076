import { randomUUID } from 'node:crypto';
import { z } from 'zod/v3';
import { keyedQueue } from '../../concurrency/keyed-queue.js';
import type { StateStore, WriteCounter } from '../../ports/state-store.js';
import { followWrites } from '../../system/follow-writes.js';
import { type EventMark, KnownOrigins, type Origin, type Origins } from './origins.js';

const PREFIX = 'ledger/';
const KEPT_MS = 60_000;
/** Most events in a growing entry, because each addition rewrites it. */
const LONGEST = 200;
/** More entries than this are merged into one. */
const MOST_ENTRIES = 20;
/** Most events overall; the oldest go first. */
const MOST = 100_000;

/** Events that the assistant made, and their clients: every create through this server. */
export interface ProvenanceStore {
  /** Known origins; entries of other processes appear within a minute. */
  origins(): Promise<Origins>;
  /** Called before the events are stored, so every stored event is known, even if the process is killed. */
  add(marks: readonly EventMark[], origin: Origin): Promise<void>;
}

/** Events of one client and moment, in the order they were made. */
const partSchema = z.object({
  client: z.string().optional(),
  created: z.number().optional(),
  marks: z.array(z.string()),
});
type Part = z.infer<typeof partSchema>;
/** Entries of earlier versions are lists of UIDs. */
const entrySchema = z.array(z.union([partSchema, z.string()]));

/**
 * Every process writes its own entries, so none overwrites another's; a reader that finds many merges them.
 * `elapsed` gives milliseconds from any fixed point; it only ages the cache.
 */
export function createProvenanceStore(
  state: StateStore,
  elapsed: () => number,
  counter?: WriteCounter,
): ProvenanceStore {
  let known: KnownOrigins | undefined;
  const followed =
    counter &&
    followWrites(counter, () => {
      known = undefined;
      forgotten++;
    });
  let readAt = 0;
  let forgotten = 0;
  let own = newEntry();
  const adding = keyedQueue();

  async function read(): Promise<KnownOrigins> {
    const keys = await state.keys(PREFIX);
    const entries = await Promise.all(keys.map(async (key) => partsIn(await state.get(key))));
    const all = knownIn(entries.flat());
    const others = keys.filter((key) => key !== own.key);
    if (others.length > MOST_ENTRIES) await merge(all, others);
    addParts(own.parts, all);
    return all;
  }

  /** Reads each entry again while removing it, so late additions are not lost. */
  async function merge(all: KnownOrigins, keys: readonly string[]): Promise<void> {
    await state.put(newEntry().key, partsOf([...all.entries].slice(-MOST)));
    const merged = new Map(all.entries);
    const late: (readonly [string, Origin])[] = [];
    for (const key of keys) {
      const taken = knownIn(partsIn(await state.take(key)));
      late.push(...[...taken.entries].filter(([mark]) => !merged.has(mark)));
    }
    if (late.length > 0) await state.put(newEntry().key, partsOf(late));
  }

  return {
    async origins() {
      await followed?.catchUp();
      if (known === undefined || elapsed() - readAt > KEPT_MS) {
        const before = forgotten;
        const all = await read();
        // Others may have written since the read began.
        if (forgotten !== before) return all;
        known = all;
        readAt = elapsed();
      }
      return known;
    },
    async add(marks, origin) {
      for (const mark of marks) known?.add(mark, origin);
      if (own.parts.flatMap((part) => part.marks).length >= LONGEST) own = newEntry();
      const { key, parts } = own;
      append(parts, marks, origin);
      await adding(key, () => state.put(key, parts));
      await followed?.wrote();
    },
  };
}

function newEntry(): { readonly key: string; readonly parts: Part[] } {
  return { key: `${PREFIX}${randomUUID()}`, parts: [] };
}

function partsIn(value: unknown): readonly Part[] {
  const entry = entrySchema.safeParse(value).data ?? [];
  return entry.map((part) => (typeof part === 'string' ? { marks: [`u${part}`] } : part));
}

function knownIn(parts: readonly Part[]): KnownOrigins {
  const known = new KnownOrigins();
  addParts(parts, known);
  return known;
}

function addParts(parts: readonly Part[], known: KnownOrigins): void {
  for (const { marks, ...origin } of parts) for (const mark of marks) known.add(mark, origin);
}

function partsOf(entries: readonly (readonly [string, Origin])[]): readonly Part[] {
  const parts: Part[] = [];
  for (const [mark, origin] of entries) append(parts, [mark], origin);
  return parts;
}

/** Events of one client and moment share a part, which keeps the order. */
function append(parts: Part[], marks: readonly string[], { client, created }: Origin): void {
  const last = parts.at(-1);
  if (last !== undefined && last.client === client && last.created === created) last.marks.push(...marks);
  else parts.push({ client, created, marks: [...marks] });
}
