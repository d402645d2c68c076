import { civilDate, DAY_NAMES, dayNumber, isoWeekday, MONTH_NAMES } from '../../../compilers/time/civil.js';

/** Parses a text that starts with `2026-11-24`; NaN if it is empty. */
export function dayOfText(text: string): number {
  if (text === '') return Number.NaN;
  const [year = 1970, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number);
  return dayNumber(year, month, day);
}

/** `Tuesday`, or `Tue` with length 3. */
export function dayName(day: number, length?: number): string {
  return (DAY_NAMES[isoWeekday(day) - 1] ?? '').slice(0, length);
}

/** `24 Nov`; omits the year of `today`. */
export function dayAndMonth(day: number, today?: string): string {
  const date = civilDate(day);
  const year = today === undefined || Number(today.slice(0, 4)) === date.year ? '' : ` ${date.year}`;
  return `${date.day} ${MONTH_NAMES[date.month - 1]?.slice(0, 3)}${year}`;
}

/** `24 – 27 Nov`, `30 Nov – 2 Dec`. */
export function spanOfDays(first: number, last: number, today?: string): string {
  const [from, to] = [civilDate(first), civilDate(last)];
  const short = from.month === to.month && from.year === to.year;
  return `${short ? from.day : dayAndMonth(first, today)} – ${dayAndMonth(last, today)}`;
}
