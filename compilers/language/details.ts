import type { Occurrence } from '../../schemas/model/event.js';
import { literalPattern } from '../../schemas/model/literal-pattern.js';
import { printDate } from '../time/civil.js';
import { minutesOf } from '../time/length-phrases.js';
import type { Span } from '../time/spoken/scan.js';
import type { Start, When } from '../time/spoken/when.js';

/** What a request says of an event besides its time, such as its calendar: a part of the data of a call. */
export type SaidSpan =
  | Span
  | {
      readonly kind: 'detail';
      readonly value: Readonly<Record<string, unknown>>;
      readonly at: number;
      readonly end: number;
    };

const IT = '(?:it|that|this|them)';
const AND = '(?:and |but |just )?(?:please )?';
const END = '(?= *(?:$|[,.]))';
const ASKING = '(?: (?:the |an? )?invit\\w+)?';
const DETAILS: readonly (readonly [said: string, data: Readonly<Record<string, unknown>>])[] = [
  [`(?:do not|don't|not) (?:show|mark|block) (?:me|${IT} )? ?as busy`, { busy: false }],
  [`(?:show|mark) (?:me|${IT}) as (?:free|available)`, { busy: false }],
  [`(?:keep|make|mark) ${IT}(?: as)? private`, { visibility: 'private' }],
  [`(?:send|invite) (?:both|them|him|her|everyone)(?: both| all)?${ASKING}${END}`, {}],
  [`(?:put|add|mark|block) ${IT} (?:in|down|out)(?: please)?(?= *(?:$|[,.]| all|(?: for)? every))`, {}],
];
const THINGS = '(?:stuff|things?|events?|appointments?|meetings?|commitments|entries)';

/** The details that are said in a text; those that its time is said with are none. */
export function detailsIn(
  text: string,
  events: readonly Occurrence[],
  spans: readonly Span[],
): readonly SaidSpan[] {
  const found = new Map<string, string>();
  for (const { calendar } of events)
    if (calendar.name.trim() !== '') found.set(calendar.name.toLowerCase(), calendar.name);
  const names = [...found.keys()].map(literalPattern).join('|');
  const calendar = (said: string) => ({ calendar: found.get(said.toLowerCase()) });
  const forms = [
    ...DETAILS.map(
      ([said, data]) => [new RegExp(`(?<![\\p{L}\\p{N}])${AND}${said}`, 'giu'), () => data] as const,
    ),
    ...(names === '' ? [] : calendarForms(names)).map((form) => [new RegExp(form, 'giu'), calendar] as const),
  ];
  const marks: SaidSpan[] = [];
  for (const [form, value] of forms)
    for (const { index: at, 0: said, 1: name = '' } of text.matchAll(form)) {
      const end = at + said.length;
      if ([...spans, ...marks].every((one) => one.end <= at || one.at >= end))
        marks.push({ kind: 'detail', value: value(name), at, end });
    }
  return marks;
}

function calendarForms(names: string): readonly string[] {
  const name = `(?:the |my |our )?(${names})`;
  return [
    `(?<![\\p{L}\\p{N}])(?:(?:only|just) )?(?:(?:and )?(?:please )?put ${IT} )?(?:(?:in|on|to|into|from|for|of|under) )?${name} cal(?:endar)?s?(?: only)?(?![\\p{L}-])`,
    `(?<![\\p{L}\\p{N}])(?:and )?(?:please )?put ${IT} (?:in|on|into|under|to) ${name}(?= *(?:$|[,.]))`,
    `(?<=[|\\p{L}\\p{N}] )(?:on|under|in|into) ${name}(?= *$)`,
    `(?<=^|, |only |just )(?:only |just )?${name} ${THINGS} only(?: please)?(?: for)?`,
    `(?<=\\b(?:only|just) )${name} ${THINGS}`,
  ];
}

/** What the details of a request say. */
export function dataOf(spans: readonly SaidSpan[]): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...spans.flatMap((one) => (one.kind === 'detail' ? [one.value] : [])));
}

/** How often an event takes place, and how long that goes on. */
export function repeatOf({ repeat, until, count, length }: When, start: Start): unknown {
  if (repeat === undefined) return undefined;
  // With a repetition, days and weeks say how long it goes on.
  const days = length === undefined || length.unit === 'minute' ? undefined : minutesOf(length);
  const last = until?.choices[0].to ?? (days === undefined ? undefined : start.day + days / 1440);
  return {
    ...repeat,
    ...(last === undefined ? count !== undefined && { count } : { until: printDate(last - 1) }),
  };
}
