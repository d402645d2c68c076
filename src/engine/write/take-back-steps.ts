import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import { contentOfNew } from '../../calendar/read/same-but-stamps.js';
import { settleInBatches } from '../../concurrency/settle-in-batches.js';
import type { Source } from '../context/source.js';
import { currentVersion, rememberRestored } from '../journal/restored-versions.js';
import { dropFromTrash } from '../journal/trash.js';
import { laterWrite, settleUndo } from '../journal/undo-log.js';
import { type EventStep, isCalendarStep, type UndoStep } from '../journal/undo-step.js';
import { eventId } from '../sources/event-id.js';
import { storedObject, storedObjects } from './stored-object.js';
import type { DraftStep } from './transaction/draft-step.js';
import type { WriteSession } from './write-session.js';

const OF_EVENTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND:
    'The event was deleted or moved to another calendar after this write, so there is nothing to undo.',
  CALENDAR_NOT_FOUND:
    'List the calendars: the one of this write was renamed, removed or is no longer visible.',
};
const OF_CALENDARS: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONFLICT:
    'The calendar was used or changed after this write, so it was left as it is. List the calendars, and change or ' +
    'delete it directly.',
  CALENDAR_NOT_FOUND: 'List the calendars: the one of this write was removed or is no longer visible.',
};

/** Deleted events restored at the same time. */
const AT_ONCE = 6;

/** Most events in the way that an error lists. */
const MOST_NAMED = 10;

/** Undoes an earlier write exactly, unless an object was changed since; steps that are left stay stored. */
export async function takeBackSteps(
  { token, steps, trashed }: Extract<DraftStep, { kind: 'take-back' }>,
  run: WriteSession,
): Promise<void> {
  const { state, clock } = run.engine;
  // Overlays accept what a backend would refuse.
  const isDue = steps.length > 1 || run.rehearsal?.verifies === true;
  if (isDue && !steps.some(isCalendarStep)) {
    if (await isChanged(steps, run)) throw await changedSince({ token, steps }, run);
    const there = await inTheWay(steps, run);
    if (there.length > 0) throw placeIsTaken(there);
  }
  const { undone, left, failure } = await takeBackRenamed(steps, run);
  if (failure === undefined) {
    await settleUndo(state, token, undefined, clock.now());
    await settleInBatches(trashed, AT_ONCE, (id) => dropFromTrash(state, id));
    return;
  }
  // If nothing was undone, the entry stays: stored again, an old one would become the last write.
  if (undone.length > 0) {
    const rest = left.map((step) => run.transaction.readdressed(step)).reverse();
    await settleUndo(state, token, { steps: rest, trashed }, clock.now());
  }
  const isOfCalendars = left.some(isCalendarStep);
  const there = failure.code === 'ALREADY_EXISTS' && !isOfCalendars ? await inTheWay(left, run) : [];
  const advice = (isOfCalendars ? OF_CALENDARS : OF_EVENTS)[failure.code];
  const isConflict = failure.code === 'CONFLICT' && !isOfCalendars;
  const found = there.length > 0 ? placeIsTaken(there) : failure;
  throw (isConflict ? await changedSince({ token, steps: left }, run) : found).with({
    ...(undone.length > 0 && {
      outcome: 'unknown' as const,
      details: { ...found.info.details, undone: undone.length, left: left.length },
    }),
    ...(advice === undefined || isConflict ? {} : { suggestion: advice }),
  });
}

/**
 * True if anything differs from what the write left: several events are undone together or not at all, as far
 * as the server shows in advance. `steps`: the latest first.
 */
async function isChanged(steps: readonly UndoStep[], run: WriteSession): Promise<boolean> {
  const latest = new Map<string, EventStep>();
  for (const step of steps.toReversed())
    if (!isCalendarStep(step)) latest.set(`${step.calendarId} ${step.uid}`, step);
  const expected = new Map<Source, Exclude<EventStep, { kind: 'deleted' }>[]>();
  for (const step of latest.values()) {
    if (step.kind === 'deleted') continue;
    const calendarId = step.kind === 'moved' ? step.toCalendarId : step.calendarId;
    const source = run.transaction.sourceOf({ ...step, calendarId });
    if (source !== undefined) expected.set(source, [...(expected.get(source) ?? []), step]);
  }
  for (const [source, ofCalendar] of expected) {
    const uids = ofCalendar.map(({ uid }) => uid);
    const stored = await storedObjects(source, uids, run, { refresh: true });
    for (const step of ofCalendar) {
      const { href, etag } = await currentVersion(run.engine.state, source.calendar.id, step);
      const now = stored.get(step.uid);
      if (now?.href === href && now.etag !== etag) return true;
    }
  }
  return false;
}

/** Ids of other events that have the UIDs of deleted ones. `steps`: the latest first. */
async function inTheWay(steps: readonly UndoStep[], run: WriteSession): Promise<readonly string[]> {
  const seen = new Set<string>();
  const gone = new Map<Source, Extract<EventStep, { kind: 'deleted' }>[]>();
  for (const step of steps) {
    const place = isCalendarStep(step) ? step.calendarId : eventId(step.calendarId, step.uid);
    const source = run.transaction.sourceOf(step);
    if (step.kind === 'deleted' && source !== undefined && !seen.has(place))
      gone.set(source, [...(gone.get(source) ?? []), step]);
    seen.add(place);
  }
  const ids: string[] = [];
  for (const [source, deleted] of gone) {
    const uids = deleted.map(({ uid }) => uid);
    const stored = await storedObjects(source, uids, run, { refresh: true });
    for (const { uid, before } of deleted) {
      const now = stored.get(uid);
      if (now !== undefined && contentOfNew(now.ics) !== contentOfNew(before))
        ids.push(eventId(source.calendar.id, uid));
    }
  }
  return ids;
}

function placeIsTaken(ids: readonly string[]): CalendarError {
  return new CalendarError(
    'ALREADY_EXISTS',
    'Another program has stored other events in place of deleted ones.',
    {
      outcome: 'not_applied',
      details: { inTheWay: ids.slice(0, MOST_NAMED) },
      suggestion:
        'Read the events in details.inTheWay. Undo works once these are deleted, so ask the user; the others come back ' +
        'one by one with restore.',
      example: { query: { type: 'events', filters: { deleted: true } } },
    },
  );
}

/** Names the later write that is in the way, if this server made it. */
async function changedSince(
  undo: Parameters<typeof laterWrite>[1],
  { engine }: WriteSession,
): Promise<CalendarError> {
  const undoToken = await laterWrite(engine.state, undo);
  const outcome = 'not_applied';
  return undoToken === undefined
    ? new CalendarError('CONFLICT', 'An event of this write was changed by another program since.', {
        outcome,
        suggestion: 'It was left as it is. Read the events, and change them one by one.',
      })
    : new CalendarError('CONFLICT', 'An event of this write was changed again by a later write.', {
        outcome,
        suggestion: 'Undo the later write first.',
        example: { mutation: { operation: 'undo', undoToken } },
      });
}

/** Like `takeBackAll`, but also finds events that another program has stored under other names. */
async function takeBackRenamed(steps: readonly UndoStep[], run: WriteSession): Promise<Undoing> {
  const first = await takeBackAll(steps, run);
  if (first.failure?.code !== 'NOT_FOUND' || !(await followRenamed(first.left, run))) return first;
  const rest = await takeBackAll(first.left, run);
  return { ...rest, undone: [...first.undone, ...rest.undone] };
}

/** Looks for the versions of these steps under other names; true if it finds any. */
async function followRenamed(steps: readonly UndoStep[], run: WriteSession): Promise<boolean> {
  const { state, clock } = run.engine;
  let isFound = false;
  for (const step of steps) {
    if (isCalendarStep(step) || step.kind === 'deleted') continue;
    const calendarId = step.kind === 'moved' ? step.toCalendarId : step.calendarId;
    const source = run.transaction.sourceOf({ ...step, calendarId });
    if (source === undefined) continue;
    const version = await currentVersion(state, source.calendar.id, step);
    const now = await storedObject(source, step.uid, run, { refresh: true });
    if (now === undefined || now.href === version.href || now.etag !== version.etag) continue;
    await rememberRestored(state, source.calendar.id, { former: version, restored: now }, clock.now());
    isFound = true;
  }
  return isFound;
}

interface Undoing {
  readonly undone: readonly UndoStep[];
  readonly left: readonly UndoStep[];
  readonly failure?: CalendarError;
}

/**
 * Undoes one step after the other, up to the first that fails. Deleted events are independent: several are
 * restored at a time, and a failure does not stop the others.
 */
async function takeBackAll(steps: readonly UndoStep[], run: WriteSession): Promise<Undoing> {
  const undone: UndoStep[] = [];
  while (undone.length < steps.length) {
    const turn = independent(steps, undone.length);
    const results = await settleInBatches(turn, AT_ONCE, (step) => run.transaction.takeBack(step));
    const errors: readonly unknown[] = results.map((one) =>
      one.status === 'rejected' ? one.reason : undefined,
    );
    const failed = turn.filter((_, at) => errors[at] !== undefined);
    const rest = steps.slice(undone.length + turn.length);
    undone.push(...turn.filter((_, at) => errors[at] === undefined));
    const failure = errors.find((error) => error !== undefined);
    if (failure instanceof CalendarError) return { undone, left: [...failed, ...rest], failure };
    if (failure !== undefined) throw failure;
  }
  return { undone, left: [] };
}

/** The next steps that may be undone in any order. */
function independent(steps: readonly UndoStep[], from: number): readonly UndoStep[] {
  const seen = new Set<string>();
  const end = steps.findIndex((step, at) => {
    if (at < from) return false;
    if (step.kind !== 'deleted' || seen.has(step.uid)) return true;
    seen.add(step.uid);
    return false;
  });
  return steps.slice(from, Math.max(end < 0 ? steps.length : end, from + 1));
}
