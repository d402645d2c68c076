import { CalendarError } from '../../../../schemas/model/error.js';
import type { Reminder } from '../../../../schemas/model/event.js';
import { isUndated } from '../../../../schemas/model/task.js';
import { readAlarms } from '../../read/read-alarms.js';
import { dueAfter, readSpan, sizeOf } from '../../series/span.js';
import { type Component, components, makeComponent, property, withChildren } from '../../text/component.js';
import { escapeText, type LineEnd, makeProperty } from '../../text/content-line.js';
import { instantOf, type ObjectZones, readTimeLine } from '../../text/time-form.js';
import type { Notation } from './open-object.js';

export interface ReminderChange {
  /** The whole new list; empty removes every alarm. */
  readonly set?: readonly Reminder[];
  readonly add?: readonly Reminder[];
  readonly remove?: readonly Reminder[];
}

const ACTIONS: Readonly<Record<Reminder['type'], string>> = {
  display: 'DISPLAY',
  email: 'EMAIL',
  audio: 'AUDIO',
};

/**
 * Changes VALARMs (RFC 5545 §3.6.6). An alarm that already matches stays as it is. Alarms that do not show as
 * reminders (placeholders, by place) stay unless the list is emptied.
 */
export function changeReminders(
  event: Component,
  change: ReminderChange,
  organizer: string | undefined,
  { zones, lineEnd }: Notation,
): Component {
  const alarms = components(event.children, 'VALARM');
  const wanted = change.set && new Set(change.set.map(reminderKey));
  const removed = new Set((change.remove ?? []).map(reminderKey));
  const dropped = new Set<Component>();
  const present = new Set<string>();
  for (const alarm of alarms) {
    const reminder = reminderOf(alarm, event, zones);
    const key = reminder && reminderKey(reminder);
    if (wanted?.size === 0) dropped.add(alarm);
    else if (key !== undefined && (removed.has(key) || wanted?.has(key) === false)) dropped.add(alarm);
    else if (key !== undefined) present.add(key);
  }
  const added: Component[] = [];
  for (const reminder of [...(change.set ?? []), ...(change.add ?? [])]) {
    if (present.has(reminderKey(reminder))) continue;
    present.add(reminderKey(reminder));
    const { task } = readSpan(event, zones);
    if (task !== undefined && isUndated(task)) throw nothingToRemindOf();
    added.push(makeAlarm(reminder, event, { organizer, isDue: task?.hasDue ?? false }, lineEnd));
  }
  const kept = event.children.filter((node) => node.kind !== 'component' || !dropped.has(node));
  return withChildren(event, [...kept, ...added]);
}

/** Comparison key of the alarms of an event. */
export function reminderKeys(event: Component, zones: ObjectZones): string {
  return components(event.children, 'VALARM')
    .map((alarm) => {
      const reminder = reminderOf(alarm, event, zones);
      return reminder === undefined ? (property(alarm, 'TRIGGER')?.value ?? '') : reminderKey(reminder);
    })
    .sort()
    .join(' ');
}

function reminderKey({ minutesBefore, type }: Reminder): string {
  return `${type}/${minutesBefore}`;
}

/** Reads an alarm as a reminder; undefined for placeholders and other actions. */
function reminderOf(alarm: Component, event: Component, zones: ObjectZones): Reminder | undefined {
  const { form, start, length, task } = readSpan(event, zones);
  const size = sizeOf(length);
  // Without a date there is nothing to count from.
  if (task !== undefined && isUndated(task)) return undefined;
  const due = task?.hasDue ? dueAfter({ form, length }) : 0;
  const end = task === undefined ? size : due;
  return readAlarms(
    withChildren(event, [alarm]),
    { start: instantOf(start, form), length: end, after: due },
    (trigger) => {
      const at = readTimeLine(trigger, zones, form);
      return at && instantOf(at.wall, at.form);
    },
  )[0];
}

function nothingToRemindOf(): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', 'A task without a date has no time to be reminded before.', {
    path: '/reminders',
    suggestion: 'Give due or start as well.',
    outcome: 'not_applied',
  });
}

function makeAlarm(
  { minutesBefore, type }: Reminder,
  event: Component,
  { organizer, isDue }: { readonly organizer: string | undefined; readonly isDue: boolean },
  lineEnd: LineEnd,
): Component {
  const minutes = Math.abs(minutesBefore);
  const length = minutes === 0 ? 'PT0S' : minutes % 1440 === 0 ? `P${minutes / 1440}D` : `PT${minutes}M`;
  const title = property(event, 'SUMMARY')?.value ?? escapeText('Reminder');
  const line = (name: string, value: string) => makeProperty(name, value, [], lineEnd);
  // Without RELATED, a trigger counts from DTSTART (RFC 5545 §3.8.6.3).
  const related = isDue ? [{ name: 'RELATED', values: ['END'] }] : [];
  const lines = [
    line('ACTION', ACTIONS[type]),
    makeProperty('TRIGGER', minutesBefore > 0 ? `-${length}` : length, related, lineEnd),
    ...(type === 'audio' ? [] : [line('DESCRIPTION', title)]),
  ];
  if (type === 'email') {
    if (organizer === undefined) {
      throw new CalendarError('UNSUPPORTED', 'A reminder by e-mail needs the address of the owner.', {
        suggestion: 'Use a reminder of type display, or configure the address of the account.',
      });
    }
    lines.push(line('SUMMARY', title), line('ATTENDEE', `mailto:${organizer.replace(/^mailto:/i, '')}`));
  }
  return makeComponent('VALARM', lines, lineEnd);
}
