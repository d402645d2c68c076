import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { EventFields } from '../../../schemas/model/event.js';
import { ALL_TIME, type Instant, type Range, utcInstant, type Wall } from '../../../schemas/model/time.js';
import { meterOf } from '../rules/expansion-budget.js';
import type { DurationValue } from '../text/date-time.js';
import { instantOf, isExact, type Start } from '../text/time-form.js';
import type { RecurrenceSet, SeriesRule } from './recurrence-set.js';
import { type Span, sizeOf } from './span.js';

/** A component with a RECURRENCE-ID (RFC 5545 §3.8.4.4). */
export interface Override {
  /** Its original start, as a key of `keyIn`. */
  readonly key: number;
  readonly fields: EventFields;
  readonly span: Span;
  /** RANGE=THISANDFUTURE: also shapes the starts after it. */
  readonly following: boolean;
}

/** All components of one UID in one object, ready to be expanded. */
export interface Series {
  readonly uid: string;
  readonly recurring: boolean;
  /** The fields of the master, else of the first override. */
  readonly fields: EventFields;
  /** First RRULE value as written. */
  readonly rrule?: string;
  readonly timezone?: string;
  readonly allDay: boolean;
  /** Contains every occurrence in any viewer's zone; an open end is that of `ALL_TIME`. */
  readonly bounds: Range;
  /** The basis of keys and ids: the start of the master, else the first original start. */
  readonly anchor: Start;
  /** Missing if there are only single occurrences. */
  readonly master?: RecurrenceSet;
  /** Ascending by key. */
  readonly overrides: readonly Override[];
}

/** An upper bound of a length in milliseconds: a nominal day may have more than 24 hours. */
export function upperLength(length: DurationValue): number {
  return sizeOf(length) + (length.days > 0 ? DAY : 0);
}

/** Treats dates and floating times as UTC. */
export function instantAsUtc(form: Start['form'], wall: Wall): Instant {
  return isExact(form) ? instantOf(wall, form) : utcInstant(wall);
}

/** Steps to find the end of a COUNT; a rule that needs more counts as endless. */
const LAST_BUDGET = { steps: 3_000, results: 0 };

/** A range that contains all occurrences, in any viewer's zone. */
export function boundsOf(master: RecurrenceSet | undefined, overrides: readonly Override[]): Range {
  let from = Infinity;
  let to = -Infinity;
  const cover = (first: Instant, last: Instant, length: DurationValue): void => {
    from = Math.min(from, first - 2 * DAY);
    to = Math.max(to, last + sizeOf(length) + 2 * DAY);
  };
  for (const { span } of overrides) {
    const start = instantAsUtc(span.form, span.start);
    cover(start, start, span.length);
  }
  if (master !== undefined) {
    if (master.oversized) return ALL_TIME;
    const { form, start, length } = master.span;
    const first = instantAsUtc(form, start);
    const last = master.rules.reduce((latest, rule) => Math.max(latest, lastStart(rule)), first) + DAY;
    // Avoids spreading: there may be more overrides than a call can have arguments.
    let longest = length;
    let shift = 0;
    for (const { key, span, following } of overrides) {
      if (upperLength(span.length) > upperLength(longest)) longest = span.length;
      if (following) shift = Math.max(shift, Math.abs(instantAsUtc(span.form, span.start) - key));
    }
    const rdates = [...master.rdates.slice(0, 1), ...master.rdates.slice(-1)].map((wall) =>
      instantAsUtc(form, wall),
    );
    cover(Math.min(first, ...rdates) - shift, Math.max(last, ...rdates) + shift, longest);
    for (const [wall, period] of master.periods) {
      const at = instantAsUtc(form, wall);
      cover(at, at, period);
    }
  }
  return { from: Math.max(from, ALL_TIME.from), to: Math.min(to, ALL_TIME.to) };
}

function lastStart({ starts }: SeriesRule): Wall {
  try {
    return starts.last(meterOf(LAST_BUDGET)) ?? Infinity;
  } catch (error) {
    if (error instanceof CalendarError && error.code === 'EXPANSION_LIMIT') return Infinity;
    throw error;
  }
}
