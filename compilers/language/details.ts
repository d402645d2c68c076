import type { Occurrence } from '../../schemas/model/event.js';
import { literalPattern } from '../../schemas/model/literal-pattern.js';
import { printDate } from '../time/civil.js';
import { minutesOf } from '../time/length-phrases.js';
import type { Mention } from '../time/spoken/scan.js';
import type { SpokenStart, When } from '../time/spoken/when.js';
import { DETAILS } from './words/details.js';

/** A time mention or another detail of an event, such as its calendar. */
export type SaidSpan =
  | Mention
  | {
      readonly kind: 'detail';
      readonly value: Readonly<Record<string, unknown>>;
      readonly at: number;
      readonly end: number;
    };

/** The details in a text; details inside a time are skipped. */
export function detailsIn(
  text: string,
  events: readonly Occurrence[],
  spans: readonly Mention[],
): readonly SaidSpan[] {
  const found = new Map(events.map(({ calendar: { name } }) => [name.toLowerCase(), name]));
  const named = [...found.keys()].filter((name) => name.trim() !== '');
  const names = named.map(literalPattern).join('|');
  const marks: SaidSpan[] = [];
  for (const [said, data] of DETAILS) {
    if (data === undefined && names === '') break;
    const form = new RegExp(
      said.replace('{name}', () => names),
      'giu',
    );
    for (const { index: at, 0: all, 1: name = '' } of text.matchAll(form)) {
      const end = at + all.length;
      const value = data ?? { calendar: found.get(name.toLowerCase()) };
      if ([...spans, ...marks].every((one) => one.end <= at || one.at >= end))
        marks.push({ kind: 'detail', value, at, end });
    }
  }
  return marks;
}

export function dataOf(spans: readonly SaidSpan[]): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...spans.flatMap((one) => (one.kind === 'detail' ? [one.value] : [])));
}

export function repeatOf({ repeat, until, count, length }: When, start: SpokenStart): unknown {
  if (repeat === undefined) return undefined;
  // With a repetition, days and weeks give its total length.
  const days = length === undefined || length.unit === 'minute' ? undefined : minutesOf(length);
  const last = until?.choices[0].to ?? (days === undefined ? undefined : start.day + days / 1440);
  return {
    ...repeat,
    ...(last === undefined ? count !== undefined && { count } : { until: printDate(last - 1) }),
  };
}
