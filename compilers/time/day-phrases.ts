import { civilDate, isoWeekday, isoWeekStart } from './civil.js';
import {
  type DayReading,
  type DaySpan,
  dated,
  daysFrom,
  fromTo,
  nextDated,
  numbers,
  ofMonth,
  oneDay,
  onWeekday,
  weekdayOf,
  wholeMonth,
  written,
} from './dated-days.js';
import { COUNT, countOf, form, longestOf, type Phrase, type PhraseForm, widthAt } from './phrase.js';
import { shiftDay, startOfWeek, today, unitOf, wholeUnit } from './read-date-words.js';
import type { TimeScope } from './time-value.js';

const BESIDE_SHORT =
  '(?=,? ?(?:$|[,;)-]|(?:(?:at|from|around|about|by|before|the) |@ ?)?\\d)|(?:,| ?&| and) ?(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)\\b|,? (?:at|noon|midday|morning|afternoon|evening|night|week)\\b)';
const FULL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const SHORT = '(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)\\b\\.?';
/** A weekday; short names only if they cannot be other words. */
const WEEKDAY = `(${FULL}\\b|${SHORT}${BESIDE_SHORT})`;
const ANY_WEEKDAY = `(${FULL}\\b|${SHORT})`;
const NAMED_MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const DAY_OF_MONTH = '(\\d{1,2})(?:st|nd|rd|th)';
const YEAR = '(?:,? (\\d{4})(?![\\d:]))?';
const UNIT = '(day|week|month|quarter|year)';

/** Words before a day that add nothing. */
const LEAD = /(?:on|for|by|in|during|of|from|starting|due|since|until|till|through)(?: the)? |the /iy;

const FORMS: readonly PhraseForm<DayReading, TimeScope>[] = [
  form('(today|tomorrow|tmrw|tmr|yesterday)\\b', ([word = ''], scope) =>
    oneDay(today(scope) + ({ yesterday: -1, today: 0 }[word.toLowerCase()] ?? 1)),
  ),
  form('day after tomorrow\\b', (_, scope) => oneDay(today(scope) + 2)),
  form('day before yesterday\\b', (_, scope) => oneDay(today(scope) - 2)),
  form(WEEKDAY, ([name = ''], scope) => ({ ...oneDay(coming(name, scope)), bare: true })),
  form(`(?:on|this|this coming|coming) ${ANY_WEEKDAY}`, ([name = ''], scope) => ({
    ...oneDay(coming(name, scope)),
    bare: true,
  })),
  form(`next ${ANY_WEEKDAY}`, ([name = ''], scope) => next(name, scope)),
  form(`last ${ANY_WEEKDAY}`, ([name = ''], scope) => oneDay(coming(name, scope, 0) - 7)),
  form(`${ANY_WEEKDAY}(?: of)? (this|next) week\\b`, ([name = '', which = ''], scope) =>
    dayOfWeek(name, which, scope),
  ),
  form(`(this|next) week,?(?: on)? ${ANY_WEEKDAY}`, ([which = '', name = ''], scope) =>
    dayOfWeek(name, which, scope),
  ),
  form(`${ANY_WEEKDAY} week\\b`, ([name = ''], scope) => oneDay(coming(name, scope) + 7)),
  form(
    `${ANY_WEEKDAY},? (\\d{1,2})(?= (?:at|from|@) ?(?:\\d|half|quarter|noon)| \\d{1,2}(?::\\d\\d|(?:\\.\\d\\d)? ?[ap]m))`,
    ([weekday, day], scope) => onWeekday(weekday, ofMonth(Number(day), scope)),
  ),
  form(`${ANY_WEEKDAY},? (?:the )?${DAY_OF_MONTH}\\b`, ([weekday, day], scope) =>
    onWeekday(weekday, ofMonth(Number(day), scope)),
  ),
  form(
    `(?:${ANY_WEEKDAY},? )?${NAMED_MONTH} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?!\\d|[:.]\\d| ?[ap]\\.?m)${YEAR}`,
    ([weekday, month, day, year], scope) => onWeekday(weekday, written(month, day, year, scope)),
  ),
  form(
    `(?:${ANY_WEEKDAY},? )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? ${NAMED_MONTH}${YEAR}`,
    ([weekday, day, month, year], scope) => onWeekday(weekday, written(month, day, year, scope)),
  ),
  form(
    `(?:from )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)? ?(?:-|–|—|to|until|till|through|and|&) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? ${NAMED_MONTH}${YEAR}`,
    ([first, last, month, year], scope) => fromTo([first, last], month, year, scope),
  ),
  form(
    `(?:from )?${NAMED_MONTH} (\\d{1,2})(?:st|nd|rd|th)? ?(?:-|–|—|to|until|till|through|and|&) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?!\\d|[:.]\\d| ?[ap]\\.?m)${YEAR}`,
    ([month, first, last, year], scope) => fromTo([first, last], month, year, scope),
  ),
  form(`on the ${DAY_OF_MONTH}\\b(?! (?:floor|street|avenue))`, ([day], scope) =>
    ofMonth(Number(day), scope),
  ),
  form(
    `the ${DAY_OF_MONTH}(?=$|[,.;!?)]| (?:at|from|with|and|for|to|till|until|through|\\d))`,
    ([day], scope) => ofMonth(Number(day), scope),
  ),
  form('(\\d{4})-(\\d{2})-(\\d{2})(?!\\d)', ([y, m, d]) => dated(Number(y), Number(m), Number(d))),
  form('(\\d{1,2})\\. ?(\\d{1,2})\\.(?: ?(\\d{4})(?![\\d:]))?', ([day, month, year], scope) =>
    numbers([[month, day]], year, scope),
  ),
  form('(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?(?![\\d/])', ([a, b, year], scope) =>
    numbers(
      [
        [a, b],
        [b, a],
      ],
      year,
      scope,
    ),
  ),
  form(
    '(?:(this|next|last) )?weekend\\b(?! (?:trip|getaway|break|away|shift|brunch|workshop|seminar|course)\\b)',
    ([which = 'this'], scope) => weekend(which, scope),
  ),
  form('(this|next|last|current) (week|month|quarter|year)\\b', ([which = '', unit = ''], scope) =>
    period(which, unit, scope),
  ),
  form(`rest of (?:the |this )?${UNIT}\\b`, ([unit = ''], scope) => {
    const to = wholeUnit(unit.toLowerCase(), today(scope), scope.weekStart)[1];
    return daysFrom(today(scope), to);
  }),
  form(
    `(next|coming|last|past) (${COUNT}) (days|weeks|months)\\b`,
    ([which = '', count = '', unit = ''], scope) => {
      const back = /^(?:last|past)$/i.test(which);
      const day = shiftDay(today(scope), (back ? -1 : 1) * countOf(count), unitOf(unit) ?? 'day');
      return back ? daysFrom(day, today(scope) + 1) : daysFrom(today(scope), day + 1);
    },
  ),
  form(
    `(end|beginning|start) of (?:the |this )?(?:(next) )?${UNIT}\\b`,
    ([side = '', which, unit = ''], scope) => edge(side, which ?? 'this', unit, scope),
  ),
  form(`(end|beginning|start) of ${NAMED_MONTH}${YEAR}`, ([side = '', month, year], scope) => {
    const [{ from, to }] = wholeMonth(month, year, scope).choices;
    return oneDay(/end/i.test(side) ? to - 1 : from);
  }),
  form('eo(w|m|y)\\b', ([unit = ''], scope) =>
    edge('end', 'this', { w: 'week', m: 'month', y: 'year' }[unit.toLowerCase()] ?? '', scope),
  ),
  form('week (\\d{1,2})(?![\\d:./])', ([week], scope) => isoWeek(Number(week), scope)),
  form(
    `(?:in|during|for|of|this|until|till|through|by|since|whole|next|last) ${NAMED_MONTH}(?! ?\\d{1,2}(?![\\d:]))${YEAR}`,
    ([month, year], scope) => wholeMonth(month, year, scope),
  ),
  form(
    `(first|second|third|fourth|last) ${ANY_WEEKDAY} (?:in|of) (?:${NAMED_MONTH}${YEAR}|(?:the|this|(next)) month)`,
    nthWeekday,
  ),
  form(
    "(christmas(?: day| eve|(?= *(?:$|[,.;!?]| at\\b)))|new year['’]?s (?:day|eve)|valentine['’]?s day|halloween)\\b",
    ([name = ''], scope) => feast(name, scope),
  ),
];

/** The days at a position: `next Friday`, `24 December`, `the week of 7 December`. */
export function dayAt(text: string, at: number, scope: TimeScope): Phrase<DayReading> | undefined {
  const lead = widthAt(AROUND, text, at);
  const found = plainDayAt(text, at + lead, scope);
  if (found === undefined || lead === 0) return found;
  const isWeekend = /weekend/i.test(text.slice(at, at + lead));
  const monday = startOfWeek(found.value.choices[0].from, isWeekend ? 1 : scope.weekStart);
  const value = isWeekend ? daysFrom(monday + 5, monday + 7) : daysFrom(monday, monday + 7);
  return { length: lead + found.length, value };
}

const AROUND = /(?:in |for |during |on )?(?:the )?(?:week|weekend) of (?=\S)/iy;

function plainDayAt(text: string, at: number, scope: TimeScope): Phrase<DayReading> | undefined {
  const lead = widthAt(LEAD, text, at);
  const whole = longestOf(FORMS, text, at, scope);
  const found = lead === 0 ? undefined : longestOf(FORMS, text, at + lead, scope);
  return found === undefined || lead + found.length <= (whole?.length ?? 0)
    ? whole
    : { length: lead + found.length, value: found.value };
}

/** The next such weekday, at least `least` days ahead. */
function coming(name: string, scope: TimeScope, least = 0): number {
  const first = today(scope) + least;
  const day = first + ((weekdayOf(name) - isoWeekday(first) + 7) % 7);
  return day;
}

/** The one of the next week; if this week's is still ahead, it is the second choice. */
function next(name: string, scope: TimeScope): DayReading {
  const nearest = coming(name, scope, 1);
  const isThisWeek = startOfWeek(nearest, scope.weekStart) === startOfWeek(today(scope), scope.weekStart);
  if (!isThisWeek) return oneDay(nearest);
  return { choices: [nearest + 7, nearest].map((day) => ({ from: day, to: day + 1 })) as [DaySpan, DaySpan] };
}

function dayOfWeek(name: string, which: string, scope: TimeScope): DayReading {
  const [{ from }] = period(which, 'week', scope).choices;
  return { ...oneDay(from + ((weekdayOf(name) - isoWeekday(from) + 7) % 7)), ofWeek: true };
}

function period(which: string, unit: string, scope: TimeScope): DayReading {
  const [from, to] = wholeUnit(unit.toLowerCase(), today(scope), scope.weekStart);
  const step = which.toLowerCase() === 'next' ? to : which.toLowerCase() === 'last' ? from - 1 : from;
  const [first, end] = wholeUnit(unit.toLowerCase(), step, scope.weekStart);
  return daysFrom(first, end);
}

/** On Sunday, this weekend is the one that is ending. */
function weekend(which: string, scope: TimeScope): DayReading {
  const day = today(scope);
  const weekday = isoWeekday(day);
  const saturday =
    (weekday === 7 ? day - 1 : day + 6 - weekday) + ({ next: 7, last: -7 }[which.toLowerCase()] ?? 0);
  return daysFrom(saturday, saturday + 2);
}

function edge(side: string, which: string, unit: string, scope: TimeScope): DayReading {
  const [{ from, to }] = period(which, unit, scope).choices;
  return oneDay(side.toLowerCase() === 'end' ? to - 1 : from);
}

function isoWeek(week: number, scope: TimeScope): DayReading | undefined {
  if (week < 1 || week > 52) return undefined;
  const { year } = civilDate(today(scope));
  const from = [year, year + 1]
    .map((one) => isoWeekStart(one, week))
    .find((start) => start + 7 > today(scope));
  return from === undefined ? undefined : daysFrom(from, from + 7);
}

function nthWeekday(
  [nth = '', weekday = '', month, year, isNext]: readonly (string | undefined)[],
  scope: TimeScope,
): DayReading | undefined {
  const [{ from, to }] =
    month === undefined
      ? period(isNext === undefined ? 'this' : 'next', 'month', scope).choices
      : wholeMonth(month, year, scope).choices;
  const wanted = weekdayOf(weekday);
  if (/last/i.test(nth)) return oneDay(to - 1 - ((isoWeekday(to - 1) - wanted + 7) % 7));
  return oneDay(from + ((wanted - isoWeekday(from) + 7) % 7) + (countOf(nth) - 1) * 7);
}

function feast(name: string, scope: TimeScope): DayReading | undefined {
  const plain = name.toLowerCase();
  if (plain.startsWith('christmas')) return nextDated(12, plain.endsWith('eve') ? 24 : 25, scope);
  if (plain.startsWith('new'))
    return plain.endsWith('eve') ? nextDated(12, 31, scope) : nextDated(1, 1, scope);
  return plain.startsWith('val') ? nextDated(2, 14, scope) : nextDated(10, 31, scope);
}
