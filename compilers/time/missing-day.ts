import { dayNumber, daysInMonth, MONTH_NAMES, printDate } from './civil.js';
import { monthOf, nextDated } from './dated-days.js';
import { form, longestOf, type PhraseForm } from './phrase.js';
import type { TimeScope } from './time-value.js';

/** A date that does not exist, with the days around it. */
export interface MissingDay {
  readonly message: string;
  readonly nearest: readonly string[];
}

type Reading = MissingDay | 'exists' | undefined;

const NAME =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const YEAR = '(?:,? (\\d{4})(?![\\d:]))?';
const NTH = '(st|nd|rd|th|\\.)?';
const FIRST_OF_TWO =
  '(?:(?:the )?\\d{1,2}(?:st|nd|rd|th|\\.)? ?(?:-|–|—|to|until|till|through|and|&) ?(?:the )?)?';
/** Words that turn a number next to a month, or two numbers, into a day. */
const LEAD = '((?:on|by|for|due|since|from|until|till|am|an|le|el) (?:the )?)?';
/** `nov 31 people` is no day. */
const NOTHING_COUNTED =
  '(?=$|[,.;:!?)]| (?:-|–|@|&|\\d|(?:at|from|in|for|with|to|until|till|on|and|by|all)\\b))';

const FORMS: readonly PhraseForm<Reading, TimeScope>[] = [
  form(
    `${LEAD}${FIRST_OF_TWO}(\\d{1,2})${NTH}(?: of)? ${NAME}${YEAR}`,
    ([lead, day, nth, month, year], scope) =>
      read({ day, month: monthOf(month), year, isSure: (lead ?? nth ?? year) !== undefined }, scope),
  ),
  form(
    `${LEAD}${NAME} (?:the )?${FIRST_OF_TWO}(\\d{1,2})${NTH}(?!\\d|[:.]\\d| ?[ap]\\.?m)${YEAR}${NOTHING_COUNTED}`,
    ([, month, day, nth, year], scope) =>
      read({ day, month: monthOf(month), year, isSure: (nth ?? year) !== undefined }, scope),
  ),
  form('(\\d{4})-(\\d{1,2})-(\\d{1,2})(?![\\d-])', ([year, month, day], scope) =>
    read({ day, month: Number(month), year, isSure: true }, scope),
  ),
  form('(\\d{1,2})\\. ?(\\d{1,2})\\.(?: ?(\\d{4})(?![\\d:.]))?', ([day, month, year], scope) =>
    read({ day, month: Number(month), year, isSure: year !== undefined }, scope),
  ),
  form(`${LEAD}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?(?![\\d/])`, ([lead, one, other, year], scope) => {
    if ((lead ?? year) === undefined) return 'exists';
    const readings = [
      [one, other],
      [other, one],
    ].map(([day, month]) => read({ day, month: Number(month), year, isSure: year !== undefined }, scope));
    const named = readings.find((reading) => typeof reading === 'object' && reading.nearest.length > 0);
    return readings.includes('exists') ? 'exists' : (named ?? readings[0]);
  }),
];

/** Possible starts of a date. */
const PLACES = /(?<![\p{L}\p{N}_.@/:–-])[\p{L}\p{N}]/gu;

/** The first date in a text that does not exist: `31 November`, `2026-02-30`, `31.11.`. */
export function missingDayIn(text: string, scope: TimeScope): MissingDay | undefined {
  let next = 0;
  for (const { index } of text.matchAll(PLACES)) {
    if (index < next) continue;
    const found = longestOf(FORMS, text, index, scope);
    if (typeof found?.value === 'object') return found.value;
    next = index + (found?.length ?? 0);
  }
  return undefined;
}

interface Said {
  readonly day: string | undefined;
  readonly month: number;
  readonly year: string | undefined;
  /** True if the numbers can only be a date. */
  readonly isSure: boolean;
}

/** Impossible months or days count as a date only if nothing else is possible. */
function read({ day: written, month, year: said, isSure }: Said, scope: TimeScope): Reading {
  const day = Number(written);
  const isMonth = month >= 1 && month <= 12;
  if (!isSure && (!isMonth || day < 1 || day > 31)) return undefined;
  if (said === '0000') return undefined;
  if (!isMonth) return { message: 'There is no such month; months run from 01 to 12.', nearest: [] };
  const most = said === undefined && month === 2 ? 29 : daysInMonth(Number(said), month);
  if (day >= 1 && day <= most) return 'exists';
  const year = said === undefined ? yearOf(month, scope) : Number(said);
  const last = daysInMonth(year, month);
  const near = day < 1 ? dayNumber(year, month, 0) : dayNumber(year, month, last);
  const named = `${day} ${MONTH_NAMES[month - 1]}${said === undefined ? '' : ` ${said}`}`;
  return {
    message: `There is no ${named}: that month has ${last} days.`,
    nearest: [near, near + 1].map(printDate),
  };
}

/** The year of the next such month. */
function yearOf(month: number, scope: TimeScope): number {
  const end = nextDated(month, 28, scope)?.choices[0].from ?? 0;
  return Number(printDate(end).slice(0, 4));
}
