import { civilDate, dayNumber, daysInMonth } from './civil.js';
import { today } from './read-date-words.js';
import type { TimeScope, TimeValue } from './time-value.js';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const NAME = `(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)`;
const WHOLE_MONTH = new RegExp(`^(${MONTHS.join('|')})(?: (\\d{4}))?$`);
const DAY = '(\\d{1,2})(?:st|nd|rd|th|\\.)?';
/** `24`, `24-26`, `24 to 26`. */
const DAYS = `${DAY}(?:(?: ?[-–] ?| to | and )${DAY})?`;
const DAY_FIRST = new RegExp(`^${DAYS}(?: of)? ${NAME}(?: (\\d{4}))?$`);
const MONTH_FIRST = new RegExp(`^${NAME} ${DAYS}(?: (\\d{4}))?$`);

/** Days back; a recent date is more likely than one almost a year ahead. */
const LATELY = 60;

/**
 * Reads `november`, `26 November`, `Nov 26th 2026`, `24-26 November`; undefined for other texts. Without a year, takes
 * the nearest.
 */
export function readMonthDay(text: string, scope: TimeScope): TimeValue | undefined {
  const [, name, year] = WHOLE_MONTH.exec(text) ?? [];
  if (name !== undefined) return nearest((of) => wholeMonth(of, monthOf(name)), year, scope);
  const [, day, last, month = '', ofYear] = DAY_FIRST.exec(text) ?? [];
  if (day !== undefined) return nearest((of) => someDays(of, monthOf(month), day, last), ofYear, scope);
  const [, its, first, end, itsYear] = MONTH_FIRST.exec(text) ?? [];
  if (its === undefined || first === undefined) return undefined;
  return nearest((of) => someDays(of, monthOf(its), first, end), itsYear, scope);
}

type Days = TimeValue & { readonly kind: 'days' };

function nearest(
  inYear: (year: number) => Days | undefined,
  year: string | undefined,
  scope: TimeScope,
): Days | undefined {
  if (year !== undefined) return inYear(Number(year));
  const day = today(scope);
  const { year: thisYear } = civilDate(day);
  // 29 February may be years away.
  for (let tried = thisYear - 1; tried <= thisYear + 8; tried++) {
    const days = inYear(tried);
    if (days !== undefined && days.to > day - LATELY) return days;
  }
  return undefined;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;
}

function wholeMonth(year: number, month: number): Days {
  return { kind: 'days', from: dayNumber(year, month, 1), to: dayNumber(year, month + 1, 1) };
}

function someDays(year: number, month: number, first: string, last = first): Days | undefined {
  if (Number(first) < 1 || Number(last) < Number(first) || Number(last) > daysInMonth(year, month))
    return undefined;
  return {
    kind: 'days',
    from: dayNumber(year, month, Number(first)),
    to: dayNumber(year, month, Number(last) + 1),
  };
}
