import { weekdayOf } from '../dated-days.js';
import { countOf, form, longestOf, type Phrase, type PhraseForm } from '../phrase.js';

/** A repetition in the words of a call. */
export interface Repeat {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly';
  readonly interval?: number;
  readonly daysOfWeek?: readonly string[];
  readonly dayOfMonth?: number;
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WORKDAYS = DAYS.slice(0, 5);

const NTH = '(?:(other|second|third|fourth|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}) )?';
const WEEKDAY =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)\\b)';
const MORE_DAYS = `(?:(?:,? and |, ?| ?[&+] ?|/| )${WEEKDAY})`;
const WEEKDAYS = `(${WEEKDAY}${MORE_DAYS}*)`;
const PLURAL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';
const MONTHLY = '\\b(?:monthly|(?:every|each|once a) month)\\b';
/** In `Weekly report every Friday`, the first is a part of the name. */
const NOT_A_NAME =
  '(?! (?!(?:on|at|in|from|for|to|until|till|starting|beginning|and|except)\\b)[a-z][^.;]*\\b(?:every|each)\\b)';
const ADVERBS = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  yearly: 'yearly',
  annually: 'yearly',
} as const;
const UNITS = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const;

const FORMS: readonly PhraseForm<Repeat>[] = [
  form(`(?:every|each) ${NTH}${WEEKDAYS}`, ([nth, days = '']) => weekly(nth, days)),
  form(
    `(?:every|each) (first|second|third|fourth|last) (${WEEKDAY}) (?:of|in) (?:the|each|every) month`,
    ([nth = '', day = '']) => nthOf(nth, day),
  ),
  form(
    `(?:(?:for|on) )?(?:the )?(first|second|third|fourth|last) (${WEEKDAY}) (?:of|in) (?:each|every) month`,
    ([nth = '', day = '']) => nthOf(nth, day),
  ),
  // Anywhere in a text with `monthly`.
  form(
    `(?:(?<=${MONTHLY}.*)|(?=.*${MONTHLY}))(?:on )?the (first|second|third|fourth|last) (${WEEKDAY})`,
    ([nth = '', day = '']) => nthOf(nth, day),
  ),
  // Anywhere in a text with `weekly`.
  form(`(?:(?<=\\bweekly\\b.*)|(?=.*\\bweekly\\b))(?:on )?(${WEEKDAY}${MORE_DAYS}+)`, ([days = '']) =>
    weekly(undefined, days),
  ),
  form('(?:every|each) (?:weekday|work(?:ing)? ?day)\\b', () => ({
    frequency: 'weekly',
    daysOfWeek: WORKDAYS,
  })),
  form('(?:on )?weekdays\\b', () => ({ frequency: 'weekly', daysOfWeek: WORKDAYS })),
  form('(?:every|each) weekend\\b', () => ({ frequency: 'weekly', daysOfWeek: ['sat', 'sun'] })),
  form('(?:every|each) (?=morning|afternoon|evening|night)', () => ({ frequency: 'daily' })),
  form(
    `(?:every|each|once (?:a|every)) ${NTH}(day|week|month|year)s?\\b(?: on (?:the )?(?:${WEEKDAYS}|(\\d{1,2})(?:st|nd|rd|th)\\b))?`,
    ([nth, unit = '', days, day]) => {
      const frequency = UNITS[unit.toLowerCase() as keyof typeof UNITS];
      return detailed({ frequency, ...intervalOf(nth) }, days, day);
    },
  ),
  form(`(?:on )?the (\\d{1,2})(?:st|nd|rd|th) of (?:each|every) month`, ([day]) =>
    detailed({ frequency: 'monthly' }, undefined, day),
  ),
  form(
    `(daily|weekly|monthly|yearly|annually)\\b${NOT_A_NAME}(?: on (?:the )?(?:${WEEKDAYS}|(\\d{1,2})(?:st|nd|rd|th)\\b))?`,
    ([adverb = '', days, day]) =>
      detailed({ frequency: ADVERBS[adverb.toLowerCase() as keyof typeof ADVERBS] }, days, day),
  ),
  form(`(?:bi-?weekly|fortnightly)\\b${NOT_A_NAME}(?: on ${WEEKDAYS})?`, ([days]) =>
    detailed({ frequency: 'weekly', interval: 2 }, days, undefined),
  ),
  form(`(?:on )?(${PLURAL}(?:(?:,? and |, ?| ?& ?| )${PLURAL})*)\\b`, ([days = '']) =>
    weekly(undefined, days),
  ),
];

/** The repetition at a position: `every second Thursday`, `daily`, `the last Friday of every month`. */
export function repeatAt(text: string, at: number): Phrase<Repeat> | undefined {
  return longestOf(FORMS, text, at, undefined);
}

function intervalOf(nth: string | undefined): { readonly interval?: number } {
  const interval = nth === undefined ? 1 : countOf(nth);
  return interval > 1 ? { interval } : {};
}

function weekly(nth: string | undefined, days: string): Repeat {
  return { frequency: 'weekly', ...intervalOf(nth), daysOfWeek: daysOf(days) };
}

function daysOf(text: string): readonly string[] {
  const numbers = text.split(/,? and |[ ,&+/]+/i).map((name) => weekdayOf(name.trim()));
  return [...new Set(numbers)].sort().map((number) => DAYS[number - 1] ?? 'mon');
}

function nthOf(nth: string, day: string): Repeat {
  return { frequency: 'monthly', daysOfWeek: [`${countOf(nth)}${daysOf(day)[0] ?? ''}`] };
}

function detailed(repeat: Repeat, days: string | undefined, day: string | undefined): Repeat | undefined {
  if (days !== undefined) return { ...repeat, daysOfWeek: daysOf(days) };
  return day === undefined ? repeat : { ...repeat, dayOfMonth: Number(day) };
}
