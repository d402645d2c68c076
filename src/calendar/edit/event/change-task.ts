import type { EventChanges, TaskPriority } from '../../../../compilers/plan/write-plan.js';
import { HOUR, MINUTE } from '../../../../compilers/time/civil.js';
import { priorityWord, type TaskFields, type TaskStatus } from '../../../../schemas/model/task.js';
import { type Instant, utcWall } from '../../../../schemas/model/time.js';
import { readTaskFields } from '../../read/read-task.js';
import {
  addProperty,
  type Component,
  properties,
  property,
  replaceChild,
  setValue,
} from '../../text/component.js';
import {
  escapeText,
  type LineEnd,
  makeProperty,
  type Property,
  parameter,
  replaceValue,
} from '../../text/content-line.js';
import { printDateTime } from '../../text/date-time.js';

const STATUSES: Readonly<Record<string, string>> = {
  open: 'NEEDS-ACTION',
  started: 'IN-PROCESS',
  done: 'COMPLETED',
  cancelled: 'CANCELLED',
} satisfies Record<TaskStatus, string>;

/** The PRIORITY number that clients write for each word. */
const PRIORITIES: Readonly<Record<TaskPriority, string>> = { high: '1', medium: '5', low: '9' };

/** Changes the properties that only tasks have; lines that already match stay. */
export function changeTask(
  todo: Component,
  changes: EventChanges,
  now: Instant,
  lineEnd: LineEnd,
): Component {
  const { priority, parent, estimateMinutes } = changes;
  const is = progressIn(todo);
  let next = changeProgress(todo, changes, now, lineEnd);
  if (priority === null || (priority !== undefined && priority !== priorityWord(is.priority)))
    next = setValue(next, 'PRIORITY', priority && PRIORITIES[priority], lineEnd);
  if (parent !== undefined) next = setParent(next, parent, lineEnd);
  if (estimateMinutes !== undefined && estimateMinutes !== (is.estimateMinutes ?? null))
    next = setValue(
      next,
      'ESTIMATED-DURATION',
      estimateMinutes === null ? null : printMinutes(estimateMinutes),
      lineEnd,
    );
  return next;
}

/** Reads the progress of a task, without the time of completion. */
export function progressIn(todo: Component): TaskFields {
  return readTaskFields(todo);
}

/** Sets STATUS, PERCENT-COMPLETE and COMPLETED so that they agree (§3.8.1.11, §3.8.1.8, §3.8.2.1). */
function changeProgress(
  todo: Component,
  { status, percent, completed }: EventChanges,
  now: Instant,
  lineEnd: LineEnd,
): Component {
  if (status === undefined && percent === undefined) return todo;
  const is = progressIn(todo);
  const wanted = status === undefined ? statusFrom(percent ?? 0, is.status) : (status ?? 'open');
  const set = (component: Component, name: string, value: string | null) =>
    setValue(component, name, value, lineEnd);
  let next = wanted === is.status ? todo : set(todo, 'STATUS', STATUSES[wanted] ?? null);
  if (wanted === 'done') {
    next = set(next, 'PERCENT-COMPLETE', '100');
    const at = completed ?? (property(todo, 'COMPLETED') === undefined ? now : undefined);
    return at === undefined
      ? next
      : set(next, 'COMPLETED', printDateTime({ kind: 'utc', wall: utcWall(at) }));
  }
  next = set(next, 'COMPLETED', null);
  const isOver = wanted === 'open' || is.percent === 100;
  const left = percent ?? (isOver ? 0 : (is.percent ?? 0));
  return is.percent === left || (left === 0 && is.percent === undefined)
    ? next
    : set(next, 'PERCENT-COMPLETE', left === 0 ? null : String(left));
}

function statusFrom(percent: number, now: TaskStatus): TaskStatus {
  if (percent === 100) return 'done';
  if (now === 'cancelled') return now;
  return percent > 0 ? 'started' : 'open';
}

/** The RELATED-TO line that names the parent task (RFC 5545 §3.8.4.5). */
export function parentLine(todo: Component): Property | undefined {
  return properties(todo, 'RELATED-TO').find(
    (line) => (parameter(line, 'RELTYPE')?.toUpperCase() ?? 'PARENT') === 'PARENT',
  );
}

function setParent(todo: Component, uid: string | null, lineEnd: LineEnd): Component {
  const line = parentLine(todo);
  if (uid === null) return line === undefined ? todo : replaceChild(todo, line);
  const value = escapeText(uid);
  if (line === undefined) return addProperty(todo, makeProperty('RELATED-TO', value, [], lineEnd));
  return line.value === value ? todo : replaceChild(todo, line, replaceValue(line, value));
}

function printMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor((minutes * MINUTE) / HOUR), minutes % 60];
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`;
}
