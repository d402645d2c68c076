import { KIT_LIMITS, kitRefusal } from '../../../../compilers/targets/eventkit/limits.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { type Instant, utcInstant, type Wall } from '../../../../schemas/model/time.js';
import { readTaskFields } from '../../../calendar/read/read-task.js';
import {
  type Component,
  components,
  parseCalendar,
  properties,
  property,
} from '../../../calendar/text/component.js';
import { parameter, unescapeText } from '../../../calendar/text/content-line.js';
import { parseDateTime, parseDuration } from '../../../calendar/text/date-time.js';
import { readTimeLine, type Time } from '../../../calendar/text/time-form.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { objectZones } from '../../../calendar/zones/zone-resolver.js';
import type { RuleRecord, TaskMoment, TaskRecord } from '../process/protocol.js';
import { kitRule } from '../read/kit-rule.js';
import { ALARM_TYPES, kitFormOf, type WantedAlarm } from '../write/wanted-event.js';

export interface WantedTask {
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  readonly link: string;
  readonly priority: number;
  readonly done: boolean;
  readonly doneAt: Instant | null;
  readonly due: TaskMoment | null;
  readonly start: TaskMoment | null;
  /** Null for a completed task: EventKit would continue with the next date. */
  readonly rule: RuleRecord | null;
  /** Offsets count from the due date, or from the start if there is none. */
  readonly alarms: readonly WantedAlarm[];
  /** Origin of the offsets. */
  readonly at: Instant | null;
}

const KEPT = new Set(
  'UID DTSTAMP CREATED LAST-MODIFIED SEQUENCE DTSTART DUE DURATION SUMMARY DESCRIPTION LOCATION URL STATUS PRIORITY PERCENT-COMPLETE COMPLETED RRULE'.split(
    ' ',
  ),
);

/** Reads a task as EventKit can hold it. Throws before any write if a part is not supported. */
export function readWantedTask(ics: string, mac: Zone): WantedTask {
  const [calendar] = components(parseCalendar(ics), 'VCALENDAR');
  const todos = calendar === undefined ? [] : components(calendar.children, 'VTODO');
  const [todo, second] = todos;
  if (calendar === undefined || todo === undefined)
    throw new CalendarError('INVALID_ICS', 'The object has no task.', { outcome: 'not_applied' });
  const hasDates = ['EXDATE', 'RDATE', 'RECURRENCE-ID'].some((name) => property(todo, name) !== undefined);
  if (second !== undefined || hasDates) throw ofDates();
  requireKept(todo);
  const zones = objectZones(calendar, zoneOf, mac);
  const momentAt = (name: string): Time | undefined => {
    const line = property(todo, name);
    const moment = line && readTimeLine(line, zones);
    if (line !== undefined && moment === undefined) throw kitRefusal(KIT_LIMITS.tasks);
    return moment;
  };
  const start = momentAt('DTSTART');
  const due = momentAt('DUE') ?? (start && after(start, property(todo, 'DURATION')?.value));
  const anchor = due ?? start;
  const { status, percent = 0, priority } = readTaskFields(todo);
  const done = status === 'done';
  if ((!done && status !== 'open') || (!done && percent > 0)) throw ofTasks();
  const text = (name: string): string =>
    unescapeText(property(todo, name)?.value ?? '').replace(/\r\n?/g, '\n');
  const rules = properties(todo, 'RRULE');
  if (rules.length > 1 || (rules.length > 0 && anchor === undefined)) throw kitRefusal(KIT_LIMITS.rules);
  const instant = ({ form, wall }: Time): Instant => kitFormOf(form, mac).zone.toInstant(wall);
  const from = start ?? due;
  const completed = momentAt('COMPLETED');
  return {
    uid: property(todo, 'UID')?.value ?? '',
    title: text('SUMMARY'),
    place: text('LOCATION'),
    notes: text('DESCRIPTION'),
    link: property(todo, 'URL')?.value.trim() ?? '',
    priority,
    done,
    doneAt: done && completed !== undefined ? instant(completed) : null,
    due: due === undefined ? null : kitMoment(due, mac),
    start: start === undefined ? null : kitMoment(start, mac),
    rule:
      done || rules[0] === undefined || from === undefined
        ? null
        : kitRule(rules[0].value, from.wall, kitFormOf(from.form, mac)),
    alarms: components(todo.children, 'VALARM').map((alarm) => readAlarm(alarm, { start, due, instant })),
    at: anchor === undefined ? null : instant(anchor),
  };
}

/** Changes that EventKit has a setter for. Alarms get a fixed moment, as Reminders does. */
export function taskChanges(
  from: WantedTask,
  to: WantedTask,
  held: TaskRecord['alarms'] = [],
): Readonly<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const name of ['title', 'notes', 'link', 'place'] as const) {
    if (from[name] !== to[name]) set[name] = to[name] === '' ? null : to[name];
  }
  for (const name of ['due', 'start', 'rule'] as const) {
    if (JSON.stringify(from[name]) !== JSON.stringify(to[name])) set[name] = to[name];
  }
  if (from.priority !== to.priority) set.priority = to.priority;
  if (from.done !== to.done) set.done = to.done;
  if (to.doneAt !== null && from.doneAt !== to.doneAt) set.doneAt = to.doneAt;
  const said = (task: WantedTask): readonly string[] =>
    task.alarms.map((alarm) => JSON.stringify(atMoment(alarm, task)));
  const [before, after] = [said(from), said(to)];
  const add = to.alarms.filter((_, at) => !before.includes(after[at] ?? ''));
  if (add.some(({ type }) => type !== 0)) throw kitRefusal(KIT_LIMITS.reminders);
  // EventKit's own records, whose form may differ from the parsed one.
  const remove = held.filter((alarm) => {
    const one = JSON.stringify(atMoment(wantedAlarm(alarm), from));
    return !alarm.near && before.includes(one) && !after.includes(one);
  });
  if (add.length + remove.length > 0)
    set.alarms = { remove: remove.map(wantedAlarm), add: add.map((alarm) => atMoment(alarm, to)) };
  return set;
}

/** True if both are equal; compares the completion time only if `wanted` has one. */
export function isSameTask(stored: WantedTask, wanted: WantedTask): boolean {
  const said = (task: WantedTask): string =>
    JSON.stringify({
      ...task,
      doneAt: wanted.doneAt === null ? null : task.doneAt,
      alarms: task.alarms.map((alarm) => JSON.stringify(atMoment(alarm, task))).sort(),
    });
  return said(stored) === said(wanted);
}

function wantedAlarm({ date, offset, type }: TaskRecord['alarms'][number]): WantedAlarm {
  return { date, offset, type };
}

function atMoment(alarm: WantedAlarm, { at }: WantedTask): WantedAlarm {
  const { offset } = alarm;
  if (offset === null || at === null) return alarm;
  return { ...alarm, date: at + offset * 1000, offset: null };
}

function requireKept(todo: Component): void {
  for (const child of todo.children) {
    if (child.kind !== 'property' || KEPT.has(child.name)) continue;
    if (child.name !== 'CLASS' || child.value.trim().toUpperCase() !== 'PUBLIC') throw ofTasks();
  }
}

function after(start: Time, duration: string | undefined): Time | undefined {
  const length = parseDuration(duration ?? '');
  return length && { ...start, wall: start.wall + length.days * DAY + length.milliseconds };
}

function kitMoment(moment: Time, mac: Zone): TaskMoment {
  const form = kitFormOf(moment.form, mac);
  const date = new Date(utcInstant(moment.wall as Wall));
  const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (form.kind === 'date') return { parts: day, zone: null };
  const parts = [...day, date.getUTCHours(), date.getUTCMinutes()];
  return { parts, zone: form.kind === 'floating' ? null : form.zone.id };
}

interface Times {
  readonly start: Time | undefined;
  readonly due: Time | undefined;
  readonly instant: (moment: Time) => Instant;
}

function readAlarm(alarm: Component, { start, due, instant }: Times): WantedAlarm {
  const type = ALARM_TYPES[property(alarm, 'ACTION')?.value.trim().toUpperCase() ?? ''];
  const trigger = property(alarm, 'TRIGGER');
  if (type === undefined || trigger === undefined || property(alarm, 'REPEAT') !== undefined)
    throw kitRefusal(KIT_LIMITS.reminders);
  const length = parseDuration(trigger.value);
  if (length === undefined) {
    const date = parseDateTime(trigger.value.trim());
    if (date?.kind !== 'utc') throw kitRefusal(KIT_LIMITS.reminders);
    return { date: utcInstant(date.wall), offset: null, type };
  }
  const before = length.days * DAY + length.milliseconds;
  const isOfEnd = parameter(trigger, 'RELATED')?.toUpperCase() === 'END';
  if (due === undefined ? start !== undefined : isOfEnd) return { date: null, offset: before / 1000, type };
  const anchor = start ?? due;
  if (anchor === undefined) throw kitRefusal(KIT_LIMITS.reminders);
  return { date: instant(anchor) + before, offset: null, type };
}

function ofTasks(): CalendarError {
  const { what, reason } = KIT_LIMITS.tasks;
  return new CalendarError('UNSUPPORTED', `A reminder of this Mac cannot be given ${what}: ${reason}.`, {
    outcome: 'not_applied',
    suggestion: 'Leave it out, or use a list of another account.',
  });
}

function ofDates(): CalendarError {
  const { what, reason } = KIT_LIMITS.taskDates;
  return new CalendarError('UNSUPPORTED', `A reminder of this Mac cannot be given ${what}: ${reason}.`, {
    outcome: 'not_applied',
    suggestion: 'Complete the occurrence that is next, or change all of the series with scope "all".',
  });
}
