import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { nearestWords } from '../../../schemas/diagnostics/did-you-mean.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import type { AtHand } from '../shell/with-service.js';
import type { Mutation } from './changing.js';

/** All calendars, as rows. */
export async function calendarRows({ service, context }: AtHand): Promise<readonly CalendarRow[]> {
  const { data } = await service.read({ query: { type: 'calendars' } }, context);
  return rowsIn(data.calendars);
}

/** `lunch friday in Family`: the words without their end where that names a calendar, and the calendar. */
export function endingIn(
  words: string,
  rows: readonly CalendarRow[],
): { readonly bare: string; readonly named?: CalendarRow } {
  const [end = '', name = ''] = / in (\S.*)$/i.exec(words) ?? [];
  const named = calendarOf(name, rows);
  return named === undefined ? { bare: words } : { bare: words.slice(0, -end.length), named };
}

/** The calendar of a name, in any case. */
export function calendarOf(name: string, rows: readonly CalendarRow[]): CalendarRow | undefined {
  return rows.find((row) => isNamed(row, name));
}

/** A calendar with almost the name that was taken for a place. */
export function calendarNear(mutation: Mutation, rows: readonly CalendarRow[]): string | undefined {
  const place = cell(memberOf(mutation, 'data'), 'location');
  const names = rows.map((row) => cell(row, 'name'));
  return place === '' ? undefined : nearestWords(place, names)[0];
}

/** A new event in a calendar: one that was taken for its place is none. */
export function placedIn(mutation: Mutation, calendar: CalendarRow | undefined): Mutation {
  if (calendar === undefined) return mutation;
  const { location, ...data } = memberOf(mutation, 'data');
  const name = cell(calendar, 'name');
  const isPlace = typeof location === 'string' && !isNamed(calendar, location);
  return { ...mutation, data: { ...data, ...(isPlace && { location }), calendar: name } };
}

/** Whether only tasks can be put there. */
export function takesOnlyTasks({ components }: CalendarRow): boolean {
  return components?.includes('VTODO') === true && !components.includes('VEVENT');
}

function isNamed(row: CalendarRow, name: string): boolean {
  return cell(row, 'name').toLowerCase() === name.toLowerCase();
}
