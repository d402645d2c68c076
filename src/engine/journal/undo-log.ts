import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { StateStore } from '../../ports/state-store.js';
import { isCalendarStep, stepSchema, type UndoStep } from './undo-step.js';

const PREFIX = 'undo/';
const KEPT_MS = 30 * 86_400_000;

const entrySchema = z.object({ steps: z.array(stepSchema), trashed: z.array(z.string()) });

/** Alternatives if there is nothing left to undo. */
const inTheTrash = {
  outcome: 'not_applied',
  suggestion: 'Deleted events can be found with filters {"deleted":true} and brought back with restore.',
  example: { query: { type: 'events', filters: { deleted: true } } },
} as const;

/** How to undo one write: its steps, and the trash entries it made. Without steps it cannot be undone. */
export interface UndoEntry {
  readonly steps: readonly UndoStep[];
  readonly trashed: readonly string[];
}

/**
 * Stores an undo entry, new or updated. Returns undefined if nothing in it can be undone; the entry is stored
 * anyway, so that an undo without a token does not undo an earlier write.
 */
export async function recordUndo(
  state: StateStore,
  { steps: all, trashed }: UndoEntry,
  now: Instant,
  token: string,
): Promise<string | undefined> {
  const steps = withoutGone(all);
  await state.put(PREFIX + token, { steps, trashed }, { expiresAt: now + KEPT_MS });
  return steps.length === 0 ? undefined : token;
}

/** Drops steps of permanently deleted objects or parts, and earlier changes to them. */
function withoutGone(steps: readonly UndoStep[]): readonly UndoStep[] {
  const gone = new Set<string>();
  const isLeft = (step: UndoStep): boolean => {
    if (isCalendarStep(step)) {
      if (step.kind === 'calendar-deleted' && step.forGood === true) gone.add(step.calendarId);
      return !gone.has(step.calendarId);
    }
    const here = objectOf(step.calendarId, step.uid);
    if (step.kind === 'deleted' || (step.kind === 'replaced' && step.forGood === true)) {
      if (step.forGood === true) gone.add(here);
      return step.forGood !== true;
    }
    if (step.kind === 'replaced') return !gone.has(here);
    // Before this step, the event was not at that place.
    if (!gone.delete(step.kind === 'moved' ? objectOf(step.toCalendarId, step.uid) : here)) return true;
    if (step.kind === 'moved') gone.add(here);
    return false;
  };
  return [...steps].reverse().filter(isLeft).reverse();
}

function objectOf(calendarId: string, uid: string): string {
  return JSON.stringify([calendarId, uid]);
}

/**
 * Removes permanently deleted objects from the entries of earlier writes, so that none of their text is kept:
 * single events, wherever they were, and all events of deleted calendars.
 */
export async function forgetSteps(
  state: StateStore,
  gone: { readonly uids: ReadonlySet<string>; readonly calendarIds: ReadonlySet<string> },
  now: Instant,
): Promise<void> {
  const isAbout = (step: UndoStep): boolean =>
    !isCalendarStep(step) &&
    (gone.uids.has(step.uid) ||
      gone.calendarIds.has(step.calendarId) ||
      ('toCalendarId' in step && gone.calendarIds.has(step.toCalendarId)));
  for (const key of await state.keys(PREFIX)) {
    const { data: entry } = entrySchema.safeParse(await state.get(key));
    if (entry === undefined || !entry.steps.some(isAbout)) continue;
    const steps = entry.steps.filter((step) => !isAbout(step));
    await state.put(key, { ...entry, steps }, { expiresAt: now + KEPT_MS, inPlace: true });
  }
}

/** A new token; its prefix identifies the conversation. */
export function newUndoToken(conversation: string | undefined): string {
  return markOf(conversation) + randomBytes(6).toString('base64url');
}

function markOf(conversation = ''): string {
  return `u${createHash('sha256').update(conversation).digest('base64url').slice(0, 4)}`;
}

/** Removes the entry of a write that was rolled back before it was complete. */
export async function dropUndo(state: StateStore, token: string): Promise<void> {
  await state.take(PREFIX + token);
}

export type FoundUndo = UndoEntry & { readonly token: string };

/** The entry of a token. It stays stored, in its order, until the undo is complete. */
export async function undoOf(state: StateStore, token: string): Promise<FoundUndo> {
  const found = entrySchema.safeParse(await state.get(PREFIX + token));
  if (!found.success) throw unknownToken();
  return lasting({ ...found.data, token });
}

/** Token of the last later write that changed one of the same events, by any client. */
export async function laterWrite(
  state: StateStore,
  { token, steps }: Pick<FoundUndo, 'token' | 'steps'>,
): Promise<string | undefined> {
  const uids = new Set(steps.flatMap((step) => ('uid' in step ? [step.uid] : [])));
  const keys = await state.keys(PREFIX);
  for (const key of keys.slice(keys.indexOf(PREFIX + token) + 1).toReversed()) {
    const { data } = entrySchema.safeParse(await state.get(key));
    if (data?.steps.some((step) => 'uid' in step && uids.has(step.uid))) return key.slice(PREFIX.length);
  }
  return undefined;
}

/** The last write that changed an event, and the event before it; undefined if that is not stored. */
export async function lastChangeOf(
  state: StateStore,
  event: { readonly calendarId: string; readonly uid: string },
): Promise<{ readonly token: string; readonly before: string } | undefined> {
  const keys = await state.keys(PREFIX);
  for (const key of keys.toReversed()) {
    const { data } = entrySchema.safeParse(await state.get(key));
    const step = data?.steps.find((one) => 'uid' in one && one.uid === event.uid);
    if (step === undefined) continue;
    const isKept = step.kind === 'replaced' && step.calendarId === event.calendarId;
    return isKept ? { token: key.slice(PREFIX.length), before: step.before } : undefined;
  }
  return undefined;
}

/** The conversation's last write that `isVisible` accepts; with `any`, that of all conversations. */
export async function lastUndo(
  state: StateStore,
  { conversation, any }: { readonly conversation: string | undefined; readonly any: boolean },
  isVisible: (entry: UndoEntry) => boolean,
): Promise<FoundUndo> {
  const keys = await state.keys(any ? PREFIX : PREFIX + markOf(conversation));
  for (const key of keys.toReversed()) {
    const { data } = entrySchema.safeParse(await state.get(key));
    if (data !== undefined && isVisible(data)) return lasting({ ...data, token: key.slice(PREFIX.length) });
  }
  if (any) throw new CalendarError('NOT_FOUND', 'There is no write to undo.', inTheTrash);
  throw new CalendarError('NOT_FOUND', 'This conversation has written nothing that is left to undo.', {
    outcome: 'not_applied',
    suggestion:
      'Give the undoToken of the write. any: true undoes the last write of all clients: ask the user first.',
  });
}

function lasting(found: FoundUndo): FoundUndo {
  if (found.steps.length > 0) return found;
  throw new CalendarError('UNSUPPORTED', 'This change is permanent and cannot be undone.', {
    outcome: 'not_applied',
    suggestion: 'To undo an earlier write, give its undoToken.',
  });
}

export function unknownToken(): CalendarError {
  return new CalendarError('NOT_FOUND', 'This undo token is unknown or already used.', inTheTrash);
}

/** After an undo: removes the entry, or keeps the steps that could not be undone. */
export async function settleUndo(
  state: StateStore,
  token: string,
  left: UndoEntry | undefined,
  now: Instant,
): Promise<void> {
  const key = PREFIX + token;
  if (left === undefined) await state.take(key);
  // If another call has removed it meanwhile, it stays removed.
  else if ((await state.get(key)) !== undefined) await state.put(key, left, { expiresAt: now + KEPT_MS });
}
