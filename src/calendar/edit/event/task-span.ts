import { DAY, dayOfWall } from '../../../../compilers/time/civil.js';
import { UNDATED } from '../../../../schemas/model/task.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { type Component, property } from '../../text/component.js';
import { parseDuration } from '../../text/date-time.js';
import {
  convertWall,
  formOf,
  instantOf,
  type ObjectZones,
  readWall,
  type TimeForm,
} from '../../text/time-form.js';
import { type EventSpan, lengthOf } from './event-span.js';

/** Which dates a task has; its span is at the one that is there, and at `UNDATED` without any. */
export type TaskDates = NonNullable<EventSpan['task']>;

/** A time as a line has it. */
interface Written {
  readonly form: TimeForm;
  readonly wall: Wall;
}

/**
 * When a task is, as readers take it (RFC 5545 §3.6.2): from DTSTART to DUE, whose form counts where they differ in
 * kind, and which as a date includes that day.
 */
export function readTaskSpan(todo: Component, zones: ObjectZones): EventSpan {
  const [start, due] = ['DTSTART', 'DUE'].map((name) => writtenIn(todo, name, zones));
  const duration = start && parseDuration(property(todo, 'DURATION')?.value ?? '');
  const task: TaskDates = {
    hasStart: start !== undefined,
    hasDue: due !== undefined || duration !== undefined,
  };
  if (start !== undefined && due !== undefined) {
    const form = due.form.kind === 'date' || start.form.kind === 'date' ? due.form : start.form;
    const from = form.kind === 'date' ? dayOfWall(start.wall) * DAY : start.wall;
    const length =
      form.kind === 'date' || form.kind === 'floating'
        ? convertWall(due.wall, due.form, form) - from
        : instantOf(due.wall, due.form) - instantOf(from, form);
    if (length >= 0) return { form, start: from, length: form.kind === 'date' ? length + DAY : length, task };
    return {
      form: due.form,
      start: due.wall,
      length: shortest(due.form),
      task: { ...task, hasStart: false },
    };
  }
  const original = writtenIn(todo, 'RECURRENCE-ID', zones);
  const { form, wall } = start ?? due ?? original ?? { form: dateForm(zones), wall: UNDATED };
  const days = (duration?.days ?? 0) * DAY;
  const milliseconds = duration?.milliseconds ?? 0;
  const length =
    form.kind === 'date'
      ? Math.max(1, Math.ceil((days + milliseconds) / DAY)) * DAY
      : Math.max(0, lengthOf(wall, wall + days, form) + milliseconds);
  return { form, start: wall, length, task };
}

/** A task with one date only is at it: on that day, or at that moment. */
export function shortest({ kind }: TimeForm): number {
  return kind === 'date' ? DAY : 0;
}

function writtenIn(todo: Component, name: string, zones: ObjectZones): Written | undefined {
  const line = property(todo, name);
  const wall = line && readWall(line.value);
  if (line === undefined || wall === undefined) return undefined;
  const form = formOf(line, zones);
  return { form, wall: form.kind === 'date' ? dayOfWall(wall) * DAY : wall };
}

function dateForm({ viewer }: ObjectZones): TimeForm {
  return { kind: 'date', zone: viewer };
}
