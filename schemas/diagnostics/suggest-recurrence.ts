import { WEEKDAYS } from '../input/filter.js';
import { FREQUENCIES } from '../input/recurrence.js';

const UNITS: Readonly<Record<string, (typeof FREQUENCIES)[number]>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
};
const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'];
export const POSITIONS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
};

/** Converts an RRULE as text or a common phrase (`weekly`, `every other week`, `weekdays`) to parts. */
export function suggestRecurrence(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const text: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof text !== 'string') return undefined;
  if (/^(?:RRULE:)?(?:[A-Z-]+=[^;=]+;)*FREQ=/i.test(text.trim())) return { rrule: text.trim() };
  return suggestFrequency(text);
}

export function suggestFrequency(text: string): Readonly<Record<string, unknown>> | undefined {
  const words = text.trim().toLowerCase().replaceAll('-', '');
  if (/^(?:every |each )?(?:weekdays?|workdays?|workingdays?)$/.test(words)) {
    return { frequency: 'weekly', daysOfWeek: WORKDAYS };
  }
  if (/^(?:biweekly|fortnightly|every (?:other|second|2nd) week)$/.test(words))
    return { frequency: 'weekly', interval: 2 };
  if (words === 'quarterly') return { frequency: 'monthly', interval: 3 };
  const plain = /^(?:annually|everyday)$/.exec(words)?.[0];
  if (plain !== undefined) return { frequency: plain === 'everyday' ? 'daily' : 'yearly' };
  const named = FREQUENCIES.find((frequency) => frequency === words);
  if (named !== undefined) return { frequency: named };
  const [, count, unit = ''] = /^(?:every|each)(?: (\d{1,3}))? (day|week|month|year)s?$/.exec(words) ?? [];
  const frequency = UNITS[unit];
  if (frequency !== undefined) return { frequency, ...(count !== undefined && { interval: Number(count) }) };
  const day = suggestWeekday(words.replace(/^(?:every|each|weekly on|on) /, ''));
  if (day === undefined) return undefined;
  if (/^[a-z]/.test(day)) return { frequency: 'weekly', daysOfWeek: [day] };
  // `every second friday` may mean every other one, or one per month.
  return /^-?1/.test(day) ? { frequency: 'monthly', daysOfWeek: [day] } : undefined;
}

/** `mon` for `Monday`, `MO` and `mondays`; `-1fri` for `last Friday`. */
export function suggestWeekday(text: string): string | undefined {
  const pattern = /^(?:(first|second|third|fourth|fifth|last|[+-]?[1-5])(?:st|nd|rd|th)? ?)?([a-z]{2,10})$/;
  const [, position, name = ''] = pattern.exec(text.trim().toLowerCase()) ?? [];
  const day = WEEKDAYS.find((one) => {
    const full = FULL_NAMES[one];
    return name === one.slice(0, 2) || name === one || name === full || name === `${full}s`;
  });
  if (day === undefined) return undefined;
  if (position === undefined) return day;
  return `${POSITIONS[position] ?? Number(position)}${day}`;
}

const FULL_NAMES: Readonly<Record<(typeof WEEKDAYS)[number], string>> = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};
