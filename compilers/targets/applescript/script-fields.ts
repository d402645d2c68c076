import type { NamedCalendar } from './calendar-address.js';

/** Fields that name a calendar, at the beginning of each list of fields. */
export function calendarFields({ name, turn, sameNameCount }: NamedCalendar): readonly string[] {
  return [name, String(turn), String(sameNameCount)];
}

/** Fields of `list-events`; rows count from 1. */
export function listFields(calendar: NamedCalendar, firstRow: number): readonly string[] {
  return [...calendarFields(calendar), String(firstRow)];
}

/** Fields of `read-events`; row 0: not known. */
export function eventRowArguments(
  calendar: NamedCalendar,
  events: readonly { readonly row: number; readonly uid: string }[],
): readonly string[] {
  return [...calendarFields(calendar), ...events.flatMap(({ row, uid }) => [String(row), uid])];
}
