import { z } from 'zod/v3';
import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import type { CalendarRef } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Backend, CalendarObject } from '../../ports/backend.js';
import type { StateStore } from '../../ports/state-store.js';
import type { ServiceDependencies } from '../context/dependencies.js';
import type { Sources } from '../context/source.js';
import { hidesCalendars } from '../policy/calendar-scope.js';
import { backendNamed } from '../sources/backend-named.js';
import { eventId } from '../sources/event-id.js';

/** Added if some deleted events could not be read. */
export const DAMAGED = 'Entries of the state folder are damaged; deleted events may be among them.';

const PREFIX = 'trash/';
/** How long a deleted object can be restored. */
const KEPT_MS = 90 * 86_400_000;

/** Failures of one entry, which say nothing about the others. */
const OF_ONE_ENTRY = new Set<ErrorCode>(['STORAGE_ERROR', 'UNREADABLE_OBJECT']);

const entrySchema = z.object({
  id: z.string(),
  calendar: z.object({ id: z.string(), name: z.string(), account: z.string() }),
  uid: z.string(),
  href: z.string(),
  etag: z.string(),
  ics: z.string(),
  deletedAt: z.number(),
});

/** A deleted object and its former place. */
export type TrashEntry = z.infer<typeof entrySchema>;

/** Stores an object before its deletion; the public id of its event restores it. */
export async function putInTrash(
  state: StateStore,
  { id: calendarId, name, account }: CalendarRef,
  { uid, href, etag, ics }: Pick<TrashEntry, 'uid' | 'href' | 'etag' | 'ics'>,
  deletedAt: Instant,
): Promise<string> {
  const id = eventId(calendarId, uid);
  const calendar = { id: calendarId, name, account };
  const entry: TrashEntry = { id, calendar, uid, href, etag, ics, deletedAt };
  await state.put(PREFIX + id, entry, { expiresAt: deletedAt + KEPT_MS });
  return id;
}

export async function trashEntry(state: StateStore, id: string): Promise<TrashEntry | undefined> {
  const kept = await state.get(PREFIX + id);
  if (kept === undefined) return undefined;
  const found = entrySchema.safeParse(kept);
  if (found.success) return found.data;
  throw new CalendarError('UNREADABLE_OBJECT', 'The stored copy of the deleted event is damaged.', {
    suggestion: 'It cannot be restored from here; ask the user for a backup of the state folder.',
  });
}

export async function dropFromTrash(state: StateStore, id: string): Promise<void> {
  await state.take(PREFIX + id);
}

export async function trashIds(state: StateStore): Promise<ReadonlySet<string>> {
  return new Set((await state.keys(PREFIX)).map((key) => key.slice(PREFIX.length)));
}

/** Everything that can be restored, and the number of damaged entries that might be. */
export async function trashEntries(
  state: StateStore,
): Promise<{ readonly entries: readonly TrashEntry[]; readonly damaged: number }> {
  const entries: TrashEntry[] = [];
  let damaged = await state.damaged();
  for (const id of await trashIds(state)) {
    try {
      const entry = await trashEntry(state, id);
      if (entry !== undefined) entries.push(entry);
    } catch (error) {
      if (!(error instanceof CalendarError) || !OF_ONE_ENTRY.has(error.code)) throw error;
      damaged++;
    }
  }
  return { entries, damaged };
}

/** The account of an entry whose calendar is gone; undefined if it exists, is hidden or cannot be read. */
export function accountOfLost(
  { calendar: { id, account } }: TrashEntry,
  found: Sources,
  { backends, settings }: Pick<ServiceDependencies, 'backends' | 'settings'>,
): Backend | undefined {
  const backend = backendNamed(backends, account);
  const hidden = hidesCalendars(settings) || found.failed.some((one) => one.account === backend?.name);
  return hidden || found.sources.some(({ calendar }) => calendar.id === id) ? undefined : backend;
}

/** Entries since a moment, plus deletions by others known from copies; without `since`, all entries. */
export function deletedLately(
  entries: readonly TrashEntry[],
  sources: Sources['sources'],
  since: Instant | undefined,
): readonly TrashEntry[] {
  if (since === undefined) return entries;
  const byOthers = sources.flatMap(({ backend, calendar }) => {
    const gone = backend.mirror?.deletedSince(calendar.id, since)?.objects ?? [];
    return gone.map(({ at: deletedAt, ...object }) => ({ ...object, id: '', uid: '', calendar, deletedAt }));
  });
  return [...entries.filter(({ deletedAt }) => deletedAt >= since), ...byOthers];
}

/** A trashed object in the form of the read path. */
export function trashedObject(entry: TrashEntry): CalendarObject {
  return { calendarId: entry.calendar.id, href: entry.href, etag: entry.etag, ics: entry.ics };
}
