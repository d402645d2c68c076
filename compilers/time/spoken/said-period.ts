import type { Range } from '../../../schemas/model/time.js';
import { DAY, MINUTE, printDate } from '../civil.js';
import { printMinutes } from '../print-time.js';
import { today } from '../read-date-words.js';
import type { TimeScope } from '../time-value.js';
import type { Mention } from './scan.js';
import { printStart, type When } from './when.js';

export interface Scanned {
  readonly text: string;
  readonly spans: readonly Mention[];
  readonly when: When;
}

/** Periods that a call spells the same. */
const WORDS =
  /^(?:today|tomorrow|yesterday|(?:this|next|last) (?:week|weekend|month|quarter|year)|(?:next|last) \d+ (?:days|weeks|months))$/;

/** The shortest `when` for a request; undefined if it names no time. */
export function saidPeriod(when: When, scope: TimeScope): unknown {
  const part = partOfDays(when, scope);
  if (part !== undefined) return { between: part.map(printStart) };
  const choices = when.days?.choices ?? [];
  const [first] = choices;
  if (first === undefined) return undefined;
  const span = when.isEither
    ? { from: Math.min(...choices.map(({ from }) => from)), to: Math.max(...choices.map(({ to }) => to)) }
    : first;
  if (when.said !== undefined && WORDS.test(when.said)) return when.said;
  const [begin, end] = [printDate(span.from), printDate(span.to - 1)];
  return begin === end ? begin : { between: [begin, end] };
}

/** Every possible period: `4/5` is two days. */
export function saidPeriods(when: When, scope: TimeScope): readonly unknown[] {
  const { days, isEither } = when;
  if (days === undefined || isEither || days.choices.length === 1) return [saidPeriod(when, scope)];
  const { said: _words, ...rest } = when;
  return days.choices.map((choice) => saidPeriod({ ...rest, days: { ...days, choices: [choice] } }, scope));
}

/** The first choice as instants. */
export function rangeOf(when: When, scope: TimeScope): Range | undefined {
  const span = when.days?.choices[0];
  const part = partOfDays(when, scope);
  const bounds =
    part?.map(({ day, minutes }) => day * DAY + minutes * MINUTE) ??
    (span && [span.from * DAY, span.to * DAY]);
  const [from, to] = bounds ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from: scope.zone.toInstant(from), to: scope.zone.toInstant(to) };
}

/** The hours for `before 9`, or for a part of the day over several days. */
export function hoursIn({ text, spans, when }: Scanned): Readonly<Record<string, string>> | undefined {
  const { clock, days } = when;
  const span = spans.find(({ kind }) => kind === 'clock');
  if (clock === undefined || span === undefined) return undefined;
  const lead = text.slice(Math.max(0, span.at - 8), span.end);
  if (/\b(?:before|until|till) ?\S*/i.test(lead)) return { before: printMinutes(clock.from) };
  if (/\b(?:after|from|since)\b/i.test(lead) && clock.to === undefined)
    return { after: printMinutes(clock.from) };
  const isLong = days !== undefined && days.choices[0].to - days.choices[0].from > 1;
  const to = clock.part?.to ?? clock.to ?? clock.from + 60;
  return isLong
    ? { after: printMinutes(clock.part?.from ?? clock.from), before: printMinutes(Math.min(to, 1440)) }
    : undefined;
}

export function withoutClock({ clock: _clock, ...when }: When): When {
  return when;
}

/** A part of the day, or an hour from the given time; only for a single day. */
function partOfDays({ days, clock, length }: When, scope: TimeScope) {
  const span = days?.choices[0] ?? { from: today(scope), to: today(scope) + 1 };
  if (clock === undefined || span.to - span.from > 1) return undefined;
  const size = length?.unit === 'minute' ? length.count : 60;
  const from = clock.part?.from ?? clock.from;
  const to = clock.part?.to ?? clock.to ?? clock.from + size;
  return [from, to].map((minutes) => ({ day: span.from, minutes }));
}
