import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { nearestWords } from '../../../schemas/diagnostics/did-you-mean.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import type { CommandContext } from '../shell/with-service.js';
import type { Mutation } from './changing.js';

export async function calendarRows({ service, context }: CommandContext): Promise<readonly CalendarRow[]> {
  const { data } = await service.read({ query: { type: 'calendars' } }, context);
  return rowsIn(data.calendars);
}

/** Splits `lunch friday in Family` into the words and the calendar, if there is one of that name. */
export function endingIn(
  words: string,
  rows: readonly CalendarRow[],
): { readonly bare: string; readonly named?: CalendarRow } {
  const [end = '', name = ''] = / in (\S.*)$/i.exec(words) ?? [];
  const named = calendarOf(name, rows);
  return named === undefined ? { bare: words } : { bare: words.slice(0, -end.length), named };
}

/** Ignores case. */
export function calendarOf(name: string, rows: readonly CalendarRow[]): CalendarRow | undefined {
  return rows.find((row) => isNamed(row, name));
}

/** Finds a calendar whose name resembles the location, which may be a misspelling. */
export function calendarNear(mutation: Mutation, rows: readonly CalendarRow[]): string | undefined {
  const place = cell(memberOf(mutation, 'data'), 'location');
  const names = rows.map((row) => cell(row, 'name'));
  return place === '' ? undefined : nearestWords(place, names)[0];
}

/** Sets the calendar of a new event; drops a location that is only the calendar's name. */
export function placedIn(mutation: Mutation, calendar: CalendarRow | undefined): Mutation {
  if (calendar === undefined) return mutation;
  const { location, ...data } = memberOf(mutation, 'data');
  const name = cell(calendar, 'name');
  const isPlace = typeof location === 'string' && !isNamed(calendar, location);
  return { ...mutation, data: { ...data, ...(isPlace && { location }), calendar: name } };
}

/** True if the calendar accepts only tasks. */
export function takesOnlyTasks({ components }: CalendarRow): boolean {
  return components?.includes('VTODO') === true && !components.includes('VEVENT');
}

function isNamed(row: CalendarRow, name: string): boolean {
  return cell(row, 'name').toLowerCase() === name.toLowerCase();
}
