import type { CreateData, EventChanges } from '../../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall, MINUTE } from '../../../../compilers/time/civil.js';
import type { EventTime } from '../../../../compilers/time/time-value.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isUndated, UNDATED } from '../../../../schemas/model/task.js';
import { spanEnd } from '../../series/span.js';
import type { DurationValue } from '../../text/date-time.js';
import { formInZone, instantOf, type TimeForm } from '../../text/time-form.js';
import type { EditContext } from './edit-context.js';
import {
  type ChangedSpan,
  changedEventSpan,
  type EventSpan,
  lasting,
  namesTimes,
  newEventSpan,
  resolveDayStart,
} from './event-span.js';

type TaskDates = NonNullable<EventSpan['task']>;

/** Milliseconds after midnight. */
const LAST_MINUTE = DAY - MINUTE;

export function newSpan(data: CreateData, context: EditContext): EventSpan {
  if (!data.isTask) return newEventSpan(data, context);
  const form = { kind: 'date', zone: formInZone(context.timezone, context.zones).zone } as const;
  const undated: EventSpan = {
    form,
    start: UNDATED,
    length: lasting(DAY, form),
    task: { hasStart: false, hasDue: false },
  };
  return changedSpan(undated, data, context) ?? undated;
}

/**
 * The times after a change. A task changes like an event that ends when it is due: a new start alone keeps the due
 * date, and a single date is the start of its span. Throws INVALID_DATE.
 */
export function changedSpan(
  span: EventSpan,
  changes: EventChanges,
  context: EditContext,
): ChangedSpan | undefined {
  const current = resolveDayStart(span, formInZone(context.timezone, context.zones).zone);
  const { task } = current;
  if (task === undefined || !namesTimes(changes)) return changedEventSpan(current, changes, context);
  const { noStart, noDue, ...rest } = changes;
  const next: TaskDates = {
    hasStart: !noStart && (task.hasStart || rest.start !== undefined),
    hasDue: !noDue && (task.hasDue || rest.end !== undefined),
  };
  if (isUndated(task) && isUndated(next) && !noStart && !noDue) throw needsDate();
  if (isUndated(next)) {
    const form = { kind: 'date', zone: current.form.zone } as const;
    return { form, start: UNDATED, length: lasting(DAY, form), lengthChanged: true, task: next, notes: [] };
  }
  const from = next.hasStart || !task.hasStart || !task.hasDue ? current : atDue(current);
  const changed = changedAsEvent(from, rest, next, context) ?? { ...from, lengthChanged: false, notes: [] };
  const isBoth = next.hasStart && next.hasDue;
  return isBoth
    ? { ...changed, task: next }
    : { ...changed, length: shortest(changed.form), lengthChanged: true, task: next };
}

function changedAsEvent(
  current: EventSpan,
  changes: EventChanges,
  { hasStart, hasDue }: TaskDates,
  context: EditContext,
): ChangedSpan | undefined {
  const { start, end, ...rest } = changes;
  const had = current.task ?? { hasStart: false, hasDue: false };
  try {
    if (!hasStart) return changedEventSpan(current, { ...rest, ...(end && { start: end }) }, context);
    if (!hasDue) return changedEventSpan(current, { ...rest, ...(start && { start }) }, context);
    const kept = had.hasDue && start !== undefined ? dueOf(current) : undefined;
    const due = (had.hasDue ? end : momentOn(end, LAST_MINUTE, current, context)) ?? kept;
    const isDate = current.form.kind === 'date';
    const other = start ?? (isDate && had.hasStart ? { kind: 'date' } : due);
    if (due !== undefined && isDate && other?.kind !== due.kind) throw mixedKinds();
    const from = had.hasStart ? start : momentOn(start, 0, current, context);
    return changedEventSpan(
      current,
      { ...rest, ...(from && { start: from }), ...(due && { end: due }) },
      context,
    );
  } catch (error) {
    if (!(error instanceof CalendarError) || error.info.path !== '/end') throw error;
    throw new CalendarError(error.code, 'The task would be due before it starts.', {
      path: '/due',
      suggestion: 'Give start and due together.',
    });
  }
}

/** Turns a date into a moment, `clock` ms after midnight, if the other date has a time of day. */
function momentOn(
  time: EventTime | undefined,
  clock: number,
  { form }: EventSpan,
  { timezone, zones }: EditContext,
): EventTime | undefined {
  if (time?.kind !== 'date' || form.kind === 'date') return time;
  // UTC is not a local clock.
  const zone = form.kind === 'utc' ? formInZone(timezone, zones).zone : form.zone;
  const wall = time.day * DAY + clock;
  return { kind: 'time', wall, instant: zone.toInstant(wall), zone: zone.id };
}

/** The length of a task with a single date: that day, or that moment. */
function shortest(form: TimeForm): DurationValue {
  return lasting(form.kind === 'date' ? DAY : 0, form);
}

/** The same task without its start. */
function atDue(span: EventSpan): EventSpan {
  const { form } = span;
  const start = form.kind === 'date' ? spanEnd(span) - DAY : spanEnd(span);
  return { form, start, length: shortest(form), ...(span.task && { task: span.task }) };
}

function dueOf(span: EventSpan): EventTime {
  const { form, start } = atDue(span);
  if (form.kind === 'date') return { kind: 'date', day: dayOfWall(start) };
  return { kind: 'time', wall: start, instant: instantOf(start, form), zone: form.zone.id };
}

function mixedKinds(): CalendarError {
  return new CalendarError('INVALID_DATE', 'The start and the due date of a task are of one kind.', {
    path: '/due',
    suggestion: 'Give start and due together: both as dates, or both with a time.',
  });
}

function needsDate(): CalendarError {
  return new CalendarError('INVALID_DATE', 'The task has no date that could be moved.', {
    path: '/due',
    suggestion: 'Give due.',
  });
}

/** Refuses a repeating task without a date. Throws INVALID_DATE. */
export function refuseUndated({ task }: EventSpan): void {
  if (task === undefined || !isUndated(task)) return;
  throw new CalendarError('INVALID_DATE', 'A task that repeats needs a due date or a start.', {
    path: '/due',
    suggestion: 'Give due, or recurrence null as well.',
    outcome: 'not_applied',
  });
}
