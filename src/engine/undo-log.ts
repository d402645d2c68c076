import { randomBytes } from 'node:crypto';
import { z } from 'zod/v3';
import { CalendarError } from '../../schemas/error.js';
import type { Instant } from '../../schemas/time.js';
import type { StateStore } from '../ports/state-store.js';
import type { Step } from './write-transaction.js';

const PREFIX = 'undo/';
const KEPT_MS = 30 * 86_400_000;

const former = z.object({ href: z.string(), etag: z.string() });
const place = { calendarId: z.string(), href: z.string(), etag: z.string() };
const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), ...place, uid: z.string(), ics: z.string() }),
  z.object({ kind: z.literal('replaced'), ...place, uid: z.string(), before: z.string(), former }),
  z.object({
    kind: z.literal('deleted'),
    calendarId: z.string(),
    uid: z.string(),
    before: z.string(),
    former,
  }),
  z.object({
    kind: z.literal('moved'),
    ...place,
    toCalendarId: z.string(),
    uid: z.string(),
    before: z.string(),
    former,
  }),
]);
const entrySchema = z.object({ steps: z.array(stepSchema), trashed: z.array(z.string()) });

/** How one write is taken back: its steps, and the trash entries it made. */
export interface UndoEntry {
  readonly steps: readonly Step[];
  readonly trashed: readonly string[];
}

/** Keeps an undo entry; the token says which. */
export async function recordUndo(state: StateStore, entry: UndoEntry, now: Instant): Promise<string> {
  const token = `u${randomBytes(9).toString('base64url')}`;
  await state.put(PREFIX + token, entry, { expiresAt: now + KEPT_MS });
  return token;
}

/** The entry of a token, or of the last write. It stays, at its place among the others, until it is done with. */
export async function findUndo(
  state: StateStore,
  token: string | undefined,
): Promise<UndoEntry & { readonly token: string }> {
  const key = token === undefined ? (await state.keys(PREFIX)).at(-1) : PREFIX + token;
  const found = key === undefined ? undefined : entrySchema.safeParse(await state.get(key));
  if (key === undefined || found?.success !== true) {
    throw new CalendarError(
      'NOT_FOUND',
      token === undefined ? 'There is no write to undo.' : 'This undo token is not known or was used.',
      {
        outcome: 'not_applied',
        suggestion:
          'Deleted events can be found with filters {"deleted":true} and brought back with restore.',
        example: { query: { type: 'events', filters: { deleted: true } } },
      },
    );
  }
  return { ...found.data, token: key.slice(PREFIX.length) };
}

/** After an undo: its entry goes, or keeps the steps that could not be taken back. */
export async function settleUndo(
  state: StateStore,
  token: string,
  left: UndoEntry | undefined,
  now: Instant,
): Promise<void> {
  if (left === undefined) await state.take(PREFIX + token);
  else await state.put(PREFIX + token, left, { expiresAt: now + KEPT_MS });
}
