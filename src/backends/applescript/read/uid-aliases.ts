import { z } from 'zod/v3';
import type { StateStore } from '../../../ports/state-store.js';

const noteSchema = z.object({
  /** UID property value that the event was made with. */
  uid: z.string(),
  calendarId: z.string(),
});

export type UidNote = z.infer<typeof noteSchema>;

/**
 * Which UID an event was made with: Calendar gives uids of its own and takes none. Without these notes events keep
 * working, under Calendar's own uids.
 */
export interface UidAliases {
  /** By Calendar's uid, oldest first. */
  all(): Promise<ReadonlyMap<string, UidNote>>;
  put(uid: string, note: UidNote): Promise<void>;
  remove(uid: string): Promise<void>;
}

/** One entry an event, so that several programs can add theirs at the same time. */
export function createUidAliases(state: StateStore, account: string): UidAliases {
  const prefix = `applescript-uids/${account}/`;
  return {
    all: async () => {
      const notes = new Map<string, UidNote>();
      for (const key of await state.keys(prefix)) {
        const found = noteSchema.safeParse(await state.get(key));
        if (found.success) notes.set(key.slice(prefix.length), found.data);
      }
      return notes;
    },
    put: (uid, note) => state.put(prefix + uid, note),
    remove: async (uid) => {
      await state.take(prefix + uid);
    },
  };
}

/** The UID of each event that was made with one. */
export async function shownUids(aliases: UidAliases): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await aliases.all())].map(([own, { uid }]) => [own, uid]));
}
