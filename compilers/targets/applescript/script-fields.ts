import type { Wall } from '../../../schemas/model/time.js';
import { civilDate, dayOfWall, SECOND, timeOfWall } from '../../time/civil.js';
import type { NamedCalendar } from './calendar-address.js';
import { bareEvent, changesBetween, type EventChange, type ScriptEvent } from './script-event.js';

/** An event as it was last read: where it stood, its uid, and its row as the script printed it. */
export interface SeenEvent {
  /** 0: not known. */
  readonly row: number;
  readonly uid: string;
  readonly text: string;
}

export function calendarFields({ name, turn, sameNameCount }: NamedCalendar): readonly string[] {
  return [name, String(turn), String(sameNameCount)];
}

/** Fields of `list-events`; rows count from 1. */
export function listFields(calendar: NamedCalendar, firstRow: number): readonly string[] {
  return [...calendarFields(calendar), String(firstRow)];
}

/** Fields of `read-events`. */
export function eventRowArguments(
  calendar: NamedCalendar,
  events: readonly { readonly row: number; readonly uid: string }[],
): readonly string[] {
  return [...calendarFields(calendar), ...events.flatMap(({ row, uid }) => [String(row), uid])];
}

/** Fields of `create-event`. */
export function createFields(calendar: NamedCalendar, event: ScriptEvent): readonly string[] {
  return [
    ...calendarFields(calendar),
    ...dateFields(event.start),
    ...dateFields(event.end),
    event.allDay ? '1' : '0',
    event.title,
    ...changesBetween(bareEvent(event), event).flatMap(changeFields),
  ];
}

/** Fields of `update-event`. */
export function updateFields(
  calendar: NamedCalendar,
  seen: SeenEvent,
  changes: readonly EventChange[],
): readonly string[] {
  return [...deleteFields(calendar, seen), ...changes.flatMap(changeFields)];
}

/** Fields of `delete-event`. */
export function deleteFields(calendar: NamedCalendar, { row, uid, text }: SeenEvent): readonly string[] {
  return [...calendarFields(calendar), String(row), uid, text];
}

function changeFields(change: EventChange): readonly string[] {
  switch (change.kind) {
    case 'start':
    case 'end':
      return [change.kind, ...dateFields(change.wall)];
    case 'excluded':
      return ['excluded', String(change.walls.length), ...change.walls.flatMap(dateFields)];
    case 'addAlarm':
    case 'dropAlarm':
      return [change.kind, change.alarm.kind, String(change.alarm.minutes)];
    case 'allDay':
      return ['allDay', change.value ? '1' : '0'];
    default:
      return [change.kind, change.text];
  }
}

/** Whole numbers only: a real would need the region's decimal sign, a text the region's order. */
function dateFields(wall: Wall): readonly string[] {
  const { year, month, day } = civilDate(dayOfWall(wall));
  return [year, month, day, Math.floor(timeOfWall(wall) / SECOND)].map(String);
}
