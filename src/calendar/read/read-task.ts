import { DAY, dayOfWall, MINUTE } from '../../../compilers/time/civil.js';
import { type TaskFields, type TaskStatus, UNDATED } from '../../../schemas/model/task.js';
import { type Component, properties, property } from '../text/component.js';
import { parameter, unescapeText } from '../text/content-line.js';
import { type DurationValue, parseDuration } from '../text/date-time.js';
import type { ZoneResolver } from '../zones/zone-resolver.js';
import { lengthTo, type Moment, momentInstant, readMoment, type Timing, zonesOf } from './read-timing.js';

const STATUSES: Readonly<Record<string, TaskStatus>> = {
  'NEEDS-ACTION': 'open',
  'IN-PROCESS': 'started',
  COMPLETED: 'done',
  CANCELLED: 'cancelled',
};

const NONE: DurationValue = { days: 0, milliseconds: 0 };
const DUE_FIRST = 'The task is due before it starts in the calendar; its start is ignored.';
const UNREADABLE = 'A date of the task cannot be read and is ignored.';

/**
 * When a task is (RFC 5545 §3.6.2): from DTSTART to DUE, or to the end of DURATION; at one of them where there is no other.
 * A DUE that is a date includes that day. Without either it is on the day of `original`, else `UNDATED`.
 */
export function readTask(
  todo: Component,
  zones: ZoneResolver,
  original: Moment | undefined,
): { readonly task: TaskFields; readonly timing: Timing } {
  const [start, due] = ['DTSTART', 'DUE'].map((name) => momentOf(todo, name, zones));
  const length = start && parseDuration(property(todo, 'DURATION')?.value ?? '');
  const isUnread = ['DTSTART', 'DUE'].some((name, at) => property(todo, name) && ![start, due][at]);
  const notes = isUnread ? [UNREADABLE] : [];
  const hasDue = due !== undefined || length !== undefined;
  const completed = momentOf(todo, 'COMPLETED', zones);
  const task = taskFieldsOf(todo, {
    hasStart: start !== undefined,
    hasDue,
    ...(completed && { completed: momentInstant(completed) }),
  });
  const timing =
    start !== undefined && due !== undefined
      ? between(start, due, notes)
      : spanFrom(start ?? due ?? original ?? { kind: 'date', wall: UNDATED }, length ?? NONE, notes);
  return { task, timing };
}

function momentOf(todo: Component, name: string, zones: ZoneResolver): Moment | undefined {
  const line = property(todo, name);
  return line && readMoment(line, zones);
}

/** Where one is a date and the other a time, the form of DUE counts. */
function between(asked: Moment, due: Moment, notes: readonly string[]): Timing {
  const start: Moment =
    due.kind === 'date'
      ? { kind: 'date', wall: dayOfWall(asked.wall) * DAY }
      : asked.kind === 'date'
        ? { ...due, wall: asked.wall }
        : asked;
  const length = lengthTo(start, due);
  if (length.days < 0 || length.milliseconds < 0) return spanFrom(due, NONE, [...notes, DUE_FIRST]);
  if (due.kind === 'date') return spanFrom(start, { ...length, days: length.days + 1 }, notes);
  return { start, length, notes, ...zonesOf(start, due) };
}

function spanFrom(start: Moment, length: DurationValue, notes: readonly string[]): Timing {
  if (start.kind !== 'date') return { start, length, notes, ...zonesOf(start, undefined) };
  const days = Math.max(1, Math.ceil(length.days + length.milliseconds / DAY));
  return { start, length: { days, milliseconds: 0 }, notes };
}

/** What it says besides its times. */
export function taskFieldsOf(
  todo: Component,
  dates: Pick<TaskFields, 'hasStart' | 'hasDue' | 'completed'>,
): TaskFields {
  const percent = numberOf(todo, 'PERCENT-COMPLETE', 100);
  const related = properties(todo, 'RELATED-TO').map((line) => ({
    uid: unescapeText(line.value).trim(),
    kind: parameter(line, 'RELTYPE')?.toUpperCase() ?? 'PARENT',
  }));
  const parent = related.find(({ kind, uid }) => kind === 'PARENT' && uid !== '')?.uid;
  const estimate = parseDuration(property(todo, 'ESTIMATED-DURATION')?.value ?? '');
  const minutes = estimate && Math.round((estimate.days * DAY + estimate.milliseconds) / MINUTE);
  return {
    ...dates,
    status:
      STATUSES[property(todo, 'STATUS')?.value.trim().toUpperCase() ?? ''] ??
      statusFrom(percent ?? 0, property(todo, 'COMPLETED') !== undefined),
    ...(percent === undefined ? {} : { percent }),
    priority: numberOf(todo, 'PRIORITY', 9) ?? 0,
    ...(parent === undefined ? {} : { parent }),
    children: related.flatMap(({ kind, uid }) => (kind === 'CHILD' && uid !== '' ? [uid] : [])),
    ...(minutes === undefined || minutes <= 0 ? {} : { estimateMinutes: minutes }),
  };
}

/** For clients that write no STATUS. */
function statusFrom(percent: number, isCompleted: boolean): TaskStatus {
  if (isCompleted || percent === 100) return 'done';
  return percent > 0 ? 'started' : 'open';
}

function numberOf(todo: Component, name: string, most: number): number | undefined {
  const text = property(todo, name)?.value.trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), most) : undefined;
}
