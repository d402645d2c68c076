import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { COLOR_NAMES } from '../../../schemas/model/color-names.js';
import { cell } from '../../server/answers/result-rows.js';
import type { Style } from './paint.js';

/** For calendars without a colour. Medium brightness, visible on dark and on light. */
const OTHERS: readonly Style[] = ['blue', 'green', 'magenta', 'cyan', 'yellow', 'red'];

export type ColourOf = (calendar: string) => Style;

/** Uses each calendar's own colour; others get a stable one from their name. */
export function calendarColours(calendars: readonly CalendarRow[]): ColourOf {
  const own = new Map(calendars.map((row) => [cell(row, 'name'), hexOf(cell(row, 'color'))]));
  return (name) => own.get(name) ?? OTHERS[sumOf(name) % OTHERS.length] ?? 'blue';
}

function hexOf(colour: string): Style | undefined {
  const text = COLOR_NAMES.get(colour.toLowerCase()) ?? colour;
  return /^#[0-9a-f]{6}/i.test(text) ? `#${text.slice(1, 7)}` : undefined;
}

function sumOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 0);
}
