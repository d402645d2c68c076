import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import type { StateStore } from '../../ports/state-store.js';

const noteSchema = z.object({
  /** UID property value at creation. */
  uid: z.string(),
  /** EventKit's identifier; missing until the event is created. */
  made: z.string().optional(),
  /** Start of the creation. */
  since: z.number(),
});

export type KitUidNote = z.infer<typeof noteSchema>;

/**
 * The UID that each event was created with, because EventKit assigns its own identifiers. One note per event;
 * only one program can claim it. Without notes, events still work under EventKit's identifiers.
 */
export interface UidNotes {
  /** UIDs of a calendar, by EventKit's identifier. */
  all(calendarId: string): Promise<ReadonlyMap<string, string>>;
  get(calendarId: string, uid: string): Promise<KitUidNote | undefined>;
  /** False if already claimed. */
  claim(calendarId: string, note: KitUidNote): Promise<boolean>;
  put(calendarId: string, note: KitUidNote): Promise<void>;
  remove(calendarId: string, uid: string): Promise<void>;
}

export function createUidNotes(state: StateStore, account: string): UidNotes {
  const prefix = (calendarId: string): string => `eventkit-uids/${account}/${calendarId}/`;
  const key = (calendarId: string, uid: string): string =>
    prefix(calendarId) + createHash('sha256').update(uid).digest('hex').slice(0, 32);
  /** The UID of an event never changes. */
  const read = new Map<string, KitUidNote>();

  async function at(name: string): Promise<KitUidNote | undefined> {
    const found = noteSchema.safeParse(await state.get(name));
    if (found.success && found.data.made !== undefined) read.set(name, found.data);
    return found.data;
  }

  return {
    all: async (calendarId) => {
      const uids = new Map<string, string>();
      for (const name of await state.keys(prefix(calendarId))) {
        const note = read.get(name) ?? (await at(name));
        if (note?.made !== undefined) uids.set(note.made, note.uid);
      }
      return uids;
    },
    get: (calendarId, uid) => at(key(calendarId, uid)),
    claim: (calendarId, note) => state.claim(key(calendarId, note.uid), note),
    put: async (calendarId, note) => {
      read.delete(key(calendarId, note.uid));
      await state.put(key(calendarId, note.uid), note);
    },
    remove: async (calendarId, uid) => {
      read.delete(key(calendarId, uid));
      await state.take(key(calendarId, uid));
    },
  };
}
