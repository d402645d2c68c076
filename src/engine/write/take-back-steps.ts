import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import { settleInBatches } from '../../concurrency/settle-in-batches.js';
import type { Source } from '../context/source.js';
import { standingFor } from '../journal/restored-versions.js';
import { dropFromTrash } from '../journal/trash.js';
import { settleUndo } from '../journal/undo-log.js';
import { type EventStep, isCalendarStep, type UndoStep } from '../journal/undo-step.js';
import { storedObjects } from './stored-object.js';
import type { DraftStep } from './transaction/draft-step.js';
import type { WriteSession } from './write-session.js';

const OF_EVENTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONFLICT:
    'The event was changed after this write, so it was left as it is. Read it and change it directly.',
  NOT_FOUND: 'The event was deleted or moved after this write, so there is nothing to undo.',
  CALENDAR_NOT_FOUND:
    'List the calendars: the one of this write was renamed, removed or is no longer visible.',
};
const OF_CALENDARS: Readonly<Partial<Record<ErrorCode, string>>> = {
  CONFLICT:
    'The calendar was used or changed after this write, so it was left as it is. List the calendars, and change or ' +
    'delete it directly.',
  CALENDAR_NOT_FOUND: 'List the calendars: the one of this write was removed or is no longer visible.',
};

/** Deleted events that are put back at a time. */
const AT_ONCE = 6;

/** Of more, looking at each would take longer than taking them back. */
const MOST_LOOKED_AT = 100;

/** Takes an earlier write back, exactly, unless somebody changed the object since; what is left of it stays known. */
export async function takeBackSteps(
  { token, steps, trashed }: Extract<DraftStep, { kind: 'take-back' }>,
  run: WriteSession,
): Promise<void> {
  const { state, clock } = run.engine;
  if (steps.length > 1 && steps.length <= MOST_LOOKED_AT && !steps.some(isCalendarStep))
    await assertUnchanged(
      steps.filter((step) => !isCalendarStep(step)),
      run,
    );
  const { undone, left, failure } = await takeBackAll(steps, run);
  if (failure === undefined) {
    await settleUndo(state, token, undefined, clock.now());
    await settleInBatches(trashed, AT_ONCE, (id) => dropFromTrash(state, id));
    return;
  }
  // An undo that did nothing leaves its entry alone: stored again, an old one would become the last write.
  if (undone.length > 0) {
    const rest = left.map((step) => run.transaction.readdressed(step)).reverse();
    await settleUndo(state, token, { steps: rest, trashed }, clock.now());
  }
  const advice = (left.some(isCalendarStep) ? OF_CALENDARS : OF_EVENTS)[failure.code];
  throw failure.with({
    ...(undone.length > 0 && {
      outcome: 'unknown' as const,
      details: { undone: undone.length, left: left.length },
    }),
    ...(advice === undefined ? {} : { suggestion: advice }),
  });
}

/** Of several events all are undone or none, as far as the server shows beforehand. `steps`: the latest first. */
async function assertUnchanged(steps: readonly EventStep[], run: WriteSession): Promise<void> {
  const latest = new Map(steps.toReversed().map((step) => [`${step.calendarId} ${step.uid}`, step]));
  const expected = new Map<Source, Exclude<EventStep, { kind: 'deleted' }>[]>();
  for (const step of latest.values()) {
    if (step.kind === 'deleted') continue;
    const calendarId = step.kind === 'moved' ? step.toCalendarId : step.calendarId;
    const source = run.transaction.sourceOf({ ...step, calendarId });
    if (source !== undefined) expected.set(source, [...(expected.get(source) ?? []), step]);
  }
  for (const [source, ofCalendar] of expected) {
    const uids = ofCalendar.map(({ uid }) => uid);
    const stored = await storedObjects(source, uids, run, true);
    for (const step of ofCalendar) {
      const { href, etag } = await standingFor(run.engine.state, source.calendar.id, step);
      const now = stored.get(step.uid);
      if (now?.href !== href || now.etag === etag) continue;
      throw new CalendarError('CONFLICT', 'An event of this write was changed by somebody else since.', {
        outcome: 'not_applied',
        suggestion: 'Nothing was undone. Read the events, and change them one by one.',
      });
    }
  }
}

interface Undoing {
  readonly undone: readonly UndoStep[];
  readonly left: readonly UndoStep[];
  readonly failure?: CalendarError;
}

/**
 * One step after the other, up to the first that fails. Deleted events do not depend on one another: several are put
 * back at a time, and one that fails does not keep the others away.
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

/** The steps from here on that may be undone in any order. */
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
