import { type Found, form, longestOf, type PhraseForm } from './phrase.js';
import { unitOf } from './read-date-words.js';

/** A length as people say it: elapsed minutes, or whole units of the calendar. */
export interface Length {
  readonly unit: 'minute' | 'day' | 'week' | 'month' | 'year';
  readonly count: number;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
    ...{ ten: 10, eleven: 11, twelve: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
    ...{ 'forty-five': 45, 'forty five': 45, sixty: 60, ninety: 90, 'a couple of': 2, other: 2, second: 2 },
    ...{ first: 1, third: 3, fourth: 4, fifth: 5, last: -1 },
  }),
);

/** A count in figures or words, as the source of a regular expression. */
export const COUNT =
  '(?:\\d{1,4}|a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty[- ]five|forty|fifty|sixty|ninety)';

/** The number of such a count, or of an ordinal. */
export function countOf(text: string): number {
  const plain = text.toLowerCase();
  return NUMBERS.get(plain) ?? Number.parseInt(plain, 10);
}

const UNIT = '(minutes?|mins?|hours?|hrs?|h|days?|weeks?|wks?|months?|years?|fortnights?)\\b\\.?';

const FORMS: readonly PhraseForm<Length>[] = [
  form('(?:an?|one) hour and a half\\b', () => minutes(90)),
  form('(?:an? )?half[- ](?:an[- ]|a )?hour\\b', () => minutes(30)),
  form('(?:an?|one) quarter (?:of an )?hour\\b|an? quarter[- ]hour\\b', () => minutes(15)),
  form('three quarters of an hour\\b', () => minutes(45)),
  form(`(${COUNT}) and a half hours?\\b`, ([hours = '']) => minutes(countOf(hours) * 60 + 30)),
  form(
    `(${COUNT})[ -]?(?:hours?|hrs?|h)(?:,? and |,? )?(${COUNT})[ -]?(?:minutes?|mins?|m)\\b`,
    ([hours = '', more = '']) => minutes(countOf(hours) * 60 + countOf(more)),
  ),
  form('(\\d{1,2})h([0-5]\\d)\\b(?!:)', ([hours, more]) => minutes(Number(hours) * 60 + Number(more))),
  form('(\\d{1,3})m\\b', ([count]) => minutes(Number(count))),
  form('(\\d{1,3})[.,](5|25|75)[ -]?(?:hours?|hrs?|h)\\b', ([hours, part]) =>
    minutes(Number(`${hours}.${part}`) * 60),
  ),
  form(`(\\d{1,4})[ -]?${UNIT}`, ([count = '', unit = '']) => counted(count, unit)),
  form(`(${COUNT})[ -](?:full |whole )?${UNIT}`, ([count = '', unit = '']) => counted(count, unit)),
];

/** The length said at a place of a text: `half an hour`, `90-minute`, `1h30`, `two weeks`. */
export function lengthAt(text: string, at: number): Found<Length> | undefined {
  return longestOf(FORMS, text, at, undefined);
}

function minutes(count: number): Length | undefined {
  return count > 0 ? { unit: 'minute', count } : undefined;
}

function counted(text: string, name: string): Length | undefined {
  const count = countOf(text);
  if (/^fortnight/i.test(name)) return { unit: 'week', count: count * 2 };
  const unit = unitOf(name);
  if (unit === undefined || !(count > 0)) return undefined;
  if (unit === 'minute' || unit === 'hour') return minutes(count * (unit === 'hour' ? 60 : 1));
  return { unit, count };
}
