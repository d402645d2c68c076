import { capital } from '../../schemas/model/capital.js';
import { dayPartOf } from './day-names.js';
import { printMinutes } from './print-time.js';

/** The last minute of a day. */
const LAST_MINUTE = 24 * 60 - 1;

const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5 }),
);
const UNIT = '(minute|hour|day|week|month|year)s?';
const DAY = '(today|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d{4}-\\d{2}-\\d{2})';

const PHRASES: readonly (readonly [RegExp, (unit: string) => string])[] = [
  [/^(?:the )?day after tomorrow$/, () => 'today+2days'],
  [/^(?:the )?day before yesterday$/, () => 'today-2days'],
  [/^(?:all|all time|all dates|ever|anytime|always|everything|\*)$/, () => 'any'],
  [/^(?:upcoming|future|soon|coming)$/, () => 'next 30 days'],
  [/^(?:past|recent|recently)$/, () => 'last 30 days'],
  [/^(?:the )?(?:current )?(week|month|quarter|year|weekend)$/, (unit) => `this ${unit}`],
  [/^(?:the )?end of (?:the |this )?(day|week|month|quarter|year)$/, (unit) => `endOf${capital(unit)}`],
  [/^(?:the )?end of next (week|month|year)$/, (unit) => `endOf${capital(unit)}+1${unit}`],
  [/^(?:the )?(?:start|beginning) of next (week|month|year)$/, (unit) => `startOf${capital(unit)}+1${unit}`],
  [
    /^(?:the )?(?:start|beginning) of (?:the |this )?(day|week|month|quarter|year)$/,
    (unit) => `startOf${capital(unit)}`,
  ],
];

/** Rewrites a phrase for a time (`in 3 days`, `tomorrow morning`, `Thursday at noon`) in a supported form. */
export function suggestWords(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  for (const [form, meant] of PHRASES) {
    const match = form.exec(plain);
    if (match !== null) return meant(match[1] ?? '');
  }
  return inWords(plain) ?? partOf(plain)?.start;
}

/** Start and end of a part of a day (`tomorrow morning`, `tonight`). */
export function suggestPart(text: string): readonly [string, string] | undefined {
  const part = partOf(text.trim().toLowerCase());
  return part === undefined ? undefined : [part.from, part.to];
}

/** `in 2 hours`, `3 days from now`, `2 weeks ago` */
function inWords(text: string): string | undefined {
  const form = new RegExp(`^(in )?(\\d{1,4}|[a-z]{1,5}) ${UNIT}( ago| from now| from today)?$`);
  const [, before, count = '', unit = '', after] = form.exec(text) ?? [];
  const number = /^\d+$/.test(count) ? Number(count) : COUNTS.get(count);
  if (number === undefined || (before === undefined) === (after === undefined)) return undefined;
  const base = unit === 'hour' || unit === 'minute' ? 'now' : 'today';
  return `${base}${after === ' ago' ? '-' : '+'}${number}${unit}s`;
}

function partOf(
  text: string,
): { readonly start: string; readonly from: string; readonly to: string } | undefined {
  const words = text.replace(/^tonight$/, 'today night').replace(/^this /, 'today ');
  const [, day = 'today', part = ''] =
    new RegExp(`^(?:on )?${DAY},? (?:at |in the )?([a-z]+)$`).exec(words) ?? /^()([a-z]+)$/.exec(words) ?? [];
  const found = dayPartOf(part.replace(/^(?:noon|midday|lunch)$/, 'lunchtime'));
  if (found === undefined) return undefined;
  const head = day === '' ? 'today' : day;
  const at = (minutes: number) => `${head} ${printMinutes(Math.min(minutes, LAST_MINUTE))}`;
  return { start: at(found.likely), from: at(found.from), to: at(found.to) };
}
