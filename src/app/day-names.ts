import { civilDate, DAY_NAMES, isoWeekday, MONTH_NAMES } from '../../compilers/time/civil.js';

/** Letters of a short name. */
const SHORT = 3;

/** `Tuesday 24 November`. */
export function dayTitle(day: number): string {
  return `${weekday(day)} ${civilDate(day).day} ${month(day)}`;
}

/** `Tue 24 Nov`. */
export function shortDay(day: number): string {
  return `${shortWeekday(day)} ${civilDate(day).day} ${month(day).slice(0, SHORT)}`;
}

/** `Tue 24`, with the month if it is new. */
export function columnTitle(day: number, isFirst: boolean): string {
  return isFirst || civilDate(day).day === 1 ? shortDay(day) : `${shortWeekday(day)} ${civilDate(day).day}`;
}

/** `23 – 29 November 2026`. */
export function periodTitle(first: number, last: number): string {
  const [from, to] = [civilDate(first), civilDate(last)];
  if (first === last) return `${dayTitle(first)} ${from.year}`;
  const ofFirst = from.month === to.month ? '' : ` ${month(first)}`;
  const year = from.year === to.year ? '' : ` ${from.year}`;
  return `${from.day}${ofFirst}${year} – ${to.day} ${month(last)} ${to.year}`;
}

/** `Tue`. */
export function shortWeekday(day: number): string {
  return weekday(day).slice(0, SHORT);
}

function weekday(day: number): string {
  return DAY_NAMES[isoWeekday(day) - 1] ?? '';
}

function month(day: number): string {
  return MONTH_NAMES[civilDate(day).month - 1] ?? '';
}
