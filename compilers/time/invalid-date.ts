import { nearest } from '../../schemas/did-you-mean.js';
import { CalendarError } from '../../schemas/error.js';

/** The forms of time in one sentence. */
export const TIME_FORMS =
  'Use a date ("2026-11-24"), a date-time ("2026-11-24T09:00", with "Z" or an offset if known), ' +
  'a word ("today", "friday", "now+3days", "startOfMonth") or, for a range, a period ("next week", "2026-11", "next 14 days").';

const WORDS = [
  'now',
  'today',
  'tomorrow',
  'yesterday',
  'any',
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['Day', 'Week', 'Month', 'Quarter', 'Year'].flatMap((unit) => [`startOf${unit}`, `endOf${unit}`]),
  ...['week', 'month', 'quarter', 'year', 'weekend'].flatMap((unit) =>
    ['this', 'next', 'last'].map((which) => `${which} ${unit}`),
  ),
];

/** An INVALID_DATE; `didYouMean` holds readable times only. */
export function invalidDate(message: string, didYouMean: readonly string[] = []): CalendarError {
  return new CalendarError('INVALID_DATE', message, {
    suggestion: TIME_FORMS,
    ...(didYouMean.length > 0 && { didYouMean }),
  });
}

/** The error for a time that iCalendar cannot write. */
export function outOfYears(): CalendarError {
  return invalidDate('That is outside the years 1 to 9999.');
}

/** The error for a text that is no time at all. */
export function unreadableTime(text: string): CalendarError {
  return invalidDate('This is not a time that can be read.', repairs(text));
}

function repairs(text: string): readonly string[] {
  const loose = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text);
  const [, year, month, day] = loose ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const inRange = Number(year) > 0 && within(month, 12) && within(day, 28);
    return inRange ? [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : [];
  }
  const weekday = /^(?:this|next|coming)\s+([a-z]+day)$/i.exec(text)?.[1]?.toLowerCase();
  if (weekday !== undefined && WORDS.includes(weekday)) return [weekday];
  return nearest(text, WORDS);
}

function within(text: string, maximum: number): boolean {
  return Number(text) >= 1 && Number(text) <= maximum;
}
