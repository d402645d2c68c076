import { z } from 'zod/v3';
import type { StateStore } from '../../../ports/state-store.js';

const aliasSchema = z.object({
  /** UID property value that the event has for everyone but Calendar. */
  uid: z.string(),
  calendarId: z.string(),
  /** Of a changed occurrence that is a separate event: the uid of its series, and the start it stands for. */
  master: z.string().optional(),
  original: z.number().optional(),
});

export type UidAlias = z.infer<typeof aliasSchema>;

/**
 * Which UID an event was created with: Calendar gives uids of its own and takes none. Also ties changed occurrences to
 * their series. Without these notes events keep working, under Calendar's own uids.
 */
export interface UidAliases {
  /** By Calendar's uid, oldest first. */
  all(): Promise<ReadonlyMap<string, UidAlias>>;
  put(uid: string, alias: UidAlias): Promise<void>;
  remove(uids: readonly string[]): Promise<void>;
}

/** One entry an event, so that several programs can add theirs at the same time. */
export function createUidAliases(state: StateStore, account: string): UidAliases {
  const prefix = `applescript-uids/${account}/`;
  /** Other programs change notes only when a calendar is renamed, and then nothing of weight. */
  const read = new Map<string, UidAlias>();

  async function aliasAt(key: string): Promise<UidAlias | undefined> {
    const known = read.get(key);
    if (known !== undefined) return known;
    const found = aliasSchema.safeParse(await state.get(key));
    if (found.success) read.set(key, found.data);
    return found.data;
  }

  async function all(): Promise<ReadonlyMap<string, UidAlias>> {
    const aliases = new Map<string, UidAlias>();
    for (const key of await state.keys(prefix)) {
      const alias = await aliasAt(key);
      if (alias !== undefined) aliases.set(key.slice(prefix.length), alias);
    }
    return aliases;
  }

  async function put(uid: string, alias: UidAlias): Promise<void> {
    read.delete(prefix + uid);
    await state.put(prefix + uid, alias);
  }

  return {
    all,
    put,
    remove: async (uids) => {
      for (const uid of uids) {
        read.delete(prefix + uid);
        await state.take(prefix + uid);
      }
    },
  };
}
