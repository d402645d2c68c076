import { DAY } from '../../../compilers/time/civil.js';
import { UNREADABLE } from '../../../compilers/time/invalid-date.js';
import { type FoundPeriods, findPeriods } from '../../../compilers/time/spoken/find-periods.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { zoneOf } from '../../calendar/zones/zone.js';
import type { Clock } from '../../ports/clock.js';
import { dayName, dayOfText } from '../screen/day-names.js';
import { withIsoDates } from './iso-dates.js';
import { todayOf } from './today-of.js';

/** Matches `friday to monday`; the end is the first such day after the start. */
const WEEKDAYS = /^(?:from )?(\w+day) (?:to|until|till|through|[-–]) (\w+day)$/i;
/** Filler words that a period may contain. */
const FILLERS = /^(?:from|in|on|the|of|for|between)$/i;

const FORMS =
  'A period is today, friday, "next week", "26 november", 2026-11, "monday to friday" or 2026-11-24..2026-11-28.';

interface Reading {
  readonly clock: Clock;
  readonly settings: { readonly weekStart: number };
}

/** Converts a typed period to the `when` of a call: `A..B`, days and months in words, or the terms of the API. */
export function parsePeriod(words: readonly string[], at: Reading): unknown {
  const { clock } = at;
  const text = withIsoDates(words.join(' ').trim());
  const ends = text.match(WEEKDAYS)?.slice(1) ?? text.split('..').map((end) => end.trim());
  if (ends.length === 2) return betweenOf(ends[0] ?? '', ends[1] ?? '', clock);
  const { periods = [], rest = [] } = periodsIn(text, at) ?? {};
  const [period] = periods;
  const isAll = periods.length === 1 && rest.every((word) => FILLERS.test(word));
  if (period === undefined || !isAll || period.to - period.from > OPEN * DAY) return text;
  const [from, to] = [period.from, period.to].map((instant) => new Date(instant).toISOString());
  return { between: [from, to] };
}

/** Maximum length of a quoted text that is not understood. */
const MOST_SHOWN = 60;

/** Longer periods in days are open ones such as `any`, which the API handles. */
const OPEN = 4000;

function betweenOf(from: string, to: string, clock: Clock): unknown {
  if (from === '') return { before: to };
  if (to === '') return { after: from };
  const [first, last] = [from, to].map((word) => daysAhead(word, clock));
  const isNext = first !== undefined && last !== undefined && last < first;
  return { between: [from, isNext ? `${to}+1week` : to] };
}

/** Days until the next such weekday; undefined for other words. */
function daysAhead(word: string, clock: Clock): number | undefined {
  const today = dayOfText(todayOf(clock));
  return [0, 1, 2, 3, 4, 5, 6].find((days) => dayName(today + days).toLowerCase() === word.toLowerCase());
}

/** Runs a call and explains an unknown period in its words. */
export async function withPeriodErrors<T>(
  words: readonly string[],
  at: Reading,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'INVALID_DATE') throw error;
    const { didYouMean = [] } = error.info;
    const message = error.message === UNREADABLE ? unknownIn(words.join(' '), at) : error.message;
    const isKnown = error.message !== UNREADABLE && didYouMean.length > 0;
    throw new CalendarError('INVALID_DATE', message, {
      ...(!isKnown && { suggestion: FORMS }),
      ...(didYouMean.length > 0 && { didYouMean }),
      cause: error,
    });
  }
}

/** Words that are not part of a period; all words if there is no period. */
function unknownIn(text: string, at: Reading): string {
  const found = periodsIn(text, at);
  const others = found?.rest.filter((word) => !FILLERS.test(word)) ?? [];
  const unknown = found?.periods.length === 0 || others.length === 0 ? text : others.join(' ');
  const shown = unknown.length > MOST_SHOWN ? `${unknown.slice(0, MOST_SHOWN)}…` : unknown;
  return `"${shown}" is not understood as a period.`;
}

function periodsIn(text: string, { clock, settings: { weekStart } }: Reading): FoundPeriods | undefined {
  const zone = zoneOf(clock.timeZone());
  if (zone === undefined) return undefined;
  return findPeriods(text.split(/\s+/), { now: clock.now(), zone, weekStart });
}
