import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { EventFields } from '../../../schemas/model/event.js';
import { ALL_TIME, type Instant, type Range, utcWall, type Wall } from '../../../schemas/model/time.js';
import { meterOf } from '../rules/expansion-budget.js';
import { parseRule, type Rule } from '../rules/rule.js';
import { compileRule, type RuleOccurrences } from '../rules/rule-occurrences.js';
import { type Component, properties } from '../text/component.js';
import type { DurationValue } from '../text/date-time.js';
import { parseDateTime, parseDuration } from '../text/date-time.js';
import type { ZoneResolver } from '../zones/zone-resolver.js';
import {
  lengthTo,
  type Moment,
  momentInstant,
  readMomentValue,
  recurrenceKey,
  type Timing,
} from './read-timing.js';

/** A rule of a series. `untilInstant`: UNTIL in UTC, to be compared on the time line. */
export interface SeriesRule {
  readonly occurrences: RuleOccurrences;
  readonly untilInstant: Instant;
}

/** What makes the starts of a series. Keys as `keyOf` has them. */
export interface Master {
  readonly timing: Timing;
  readonly rules: readonly SeriesRule[];
  readonly exRules: readonly SeriesRule[];
  /** Ascending. */
  readonly rdates: readonly number[];
  /** Lengths of RDATEs that are periods. */
  readonly periods: ReadonlyMap<number, DurationValue>;
  readonly excluded: ReadonlySet<number>;
  /** EXDATEs that are dates on a timed series: they take out every start of that day. */
  readonly excludedDays: ReadonlySet<number>;
  /** More single dates than are expanded. */
  readonly oversized: boolean;
  /** The parts of its timing that cannot be read: its times are not fully known. */
  readonly problems: readonly string[];
}

/** A VEVENT with a RECURRENCE-ID (RFC 5545 §3.8.4.4). */
export interface Override {
  readonly key: number;
  readonly original: Moment;
  readonly fields: EventFields;
  readonly timing: Timing;
  /** RANGE=THISANDFUTURE: also shapes the starts after it. */
  readonly following: boolean;
}

/** All components of one UID in one object, ready to be expanded. */
export interface SeriesRecord {
  readonly uid: string;
  readonly recurring: boolean;
  /** Of the master, else of the first override. */
  readonly fields: EventFields;
  /** First RRULE value as written. */
  readonly rrule?: string;
  readonly timezone?: string;
  readonly allDay: boolean;
  /** Contains every occurrence in any viewer's zone; an open end is that of `ALL_TIME`. */
  readonly bounds: Range;
  readonly master?: Master;
  /** Ascending by key. */
  readonly overrides: readonly Override[];
}

const MAX_SINGLE_DATES = 10_000;
const BROKEN_RULE =
  'The recurrence rule of this event cannot be read: only its first and its listed occurrences are known; others may exist at any time.';

/** Reads the recurrence set of a master (§3.8.5). */
export function readMaster(event: Component, timing: Timing, zones: ZoneResolver): Master {
  const problems: string[] = [];
  const rules = readRules(event, 'RRULE', timing.start, problems);
  const exRules = readRules(event, 'EXRULE', timing.start, problems);
  const lines = [...properties(event, 'RDATE'), ...properties(event, 'EXDATE')];
  const oversized = lines.reduce((sum, line) => sum + line.value.length / 9, 0) > MAX_SINGLE_DATES * 2;
  const rdates = new Set<number>();
  const periods = new Map<number, DurationValue>();
  const excluded = new Set<number>();
  const excludedDays = new Set<number>();
  let unreadable = 0;
  for (const line of oversized ? [] : lines) {
    for (const text of line.value.split(',')) {
      if (text.trim() === '') continue;
      const slash = text.indexOf('/');
      const first = slash < 0 ? text : text.slice(0, slash);
      const second = slash < 0 ? undefined : text.slice(slash + 1);
      const moment = readMomentValue(first, line, zones, timing.start);
      if (moment === undefined) {
        unreadable++;
      } else if (line.name === 'RDATE') {
        const key = recurrenceKey(moment, timing.start);
        rdates.add(key);
        const length = second === undefined ? undefined : periodLength(moment, second, timing.start);
        if (length !== undefined) periods.set(key, length);
      } else if (moment.kind === 'date' && timing.start.kind !== 'date') {
        excludedDays.add(dayOfWall(moment.wall));
      } else excluded.add(recurrenceKey(moment, timing.start));
    }
  }
  if (unreadable > 0) problems.push('Some single dates (RDATE, EXDATE) of this event cannot be read.');
  return {
    timing: problems.length === 0 ? timing : { ...timing, notes: [...timing.notes, ...problems] },
    rules,
    exRules,
    rdates: [...rdates].sort((a, b) => a - b),
    periods,
    excluded,
    excludedDays,
    oversized: oversized || rdates.size + excluded.size + excludedDays.size > MAX_SINGLE_DATES,
    problems,
  };
}

function readRules(
  event: Component,
  name: 'RRULE' | 'EXRULE',
  start: Moment,
  problems: string[],
): readonly SeriesRule[] {
  // DTSTART is an occurrence whatever the rule says; what it excludes has to match.
  const anchored = name === 'RRULE';
  // Some writers repeat the same line.
  const values = new Set(properties(event, name).map((line) => line.value.trim()));
  return [...values].flatMap((value) => {
    try {
      const rule = ruleFor(start, parseRule(value));
      const { until, untilInstant } = readUntil(rule, start);
      return [{ occurrences: compileRule(rule, start.wall, { until, anchored }), untilInstant }];
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      if (!problems.includes(BROKEN_RULE)) problems.push(BROKEN_RULE);
      return [];
    }
  });
}

/** BYHOUR, BYMINUTE and BYSECOND are ignored in a series of dates (§3.3.10). */
function ruleFor(start: Moment, rule: Rule): Rule {
  return start.kind === 'date' ? { ...rule, byHour: [], byMinute: [], bySecond: [] } : rule;
}

/**
 * UNTIL is inclusive. As a date on a timed series it means the whole day; in UTC on a zoned one it is compared on the
 * time line, and the wall bound only has to be late enough.
 */
function readUntil(rule: Rule, start: Moment): { readonly until: Wall; readonly untilInstant: Instant } {
  const { until } = rule;
  if (until === undefined) return { until: Infinity, untilInstant: Infinity };
  switch (until.kind) {
    case 'date':
      return { until: until.day * DAY + (start.kind === 'date' ? 0 : DAY - 1), untilInstant: Infinity };
    case 'local':
      return { until: until.wall, untilInstant: Infinity };
    case 'utc':
      return start.kind === 'zoned'
        ? { until: start.zone.toWall(until.instant) + DAY, untilInstant: until.instant }
        : { until: utcWall(until.instant), untilInstant: Infinity };
  }
}

/** The length of a PERIOD (§3.3.9); undefined, so that of the series, if it is not valid or runs backwards. */
function periodLength(start: Moment, text: string, like: Moment): DurationValue | undefined {
  if (like.kind === 'date') return undefined;
  const value = parseDateTime(text);
  // A period's end has the form of its start.
  const length =
    value === undefined || value.kind === 'date'
      ? parseDuration(text)
      : lengthTo(start, { ...start, wall: value.wall });
  return length === undefined || length.days * DAY + length.milliseconds < 0 ? undefined : length;
}

/** An upper bound of a length on the time line: a nominal day may have more than 24 hours. */
export function spanOf({ days, milliseconds }: DurationValue): number {
  return days * DAY + milliseconds + (days > 0 ? DAY : 0);
}

/** Steps spent on finding out where a COUNT ends; a rule that needs more is taken as open. */
const LAST_BUDGET = { steps: 3_000, results: 0 };

/** A range that contains all occurrences, wherever the viewer is. */
export function boundsOf(master: Master | undefined, overrides: readonly Override[]): Range {
  let from = Infinity;
  let to = -Infinity;
  const cover = (first: Instant, last: Instant, length: DurationValue): void => {
    from = Math.min(from, first - 2 * DAY);
    to = Math.max(to, last + length.days * DAY + length.milliseconds + 2 * DAY);
  };
  for (const override of overrides) {
    const start = momentInstant(override.timing.start);
    cover(start, start, override.timing.length);
  }
  if (master !== undefined) {
    if (master.oversized) return ALL_TIME;
    const first = momentInstant(master.timing.start);
    const last = master.rules.reduce((latest, rule) => Math.max(latest, lastStart(rule)), first) + DAY;
    // Not by spreading: there may be more overrides than a call has room for arguments.
    let longest = master.timing.length;
    let shift = 0;
    for (const { key, timing, following } of overrides) {
      if (spanOf(timing.length) > spanOf(longest)) longest = timing.length;
      if (following) shift = Math.max(shift, Math.abs(momentInstant(timing.start) - key));
    }
    const rdates = [...master.rdates.slice(0, 1), ...master.rdates.slice(-1)];
    cover(Math.min(first, ...rdates) - shift, Math.max(last, ...rdates) + shift, longest);
    for (const [key, length] of master.periods) cover(key, key, length);
  }
  return { from: Math.max(from, ALL_TIME.from), to: Math.min(to, ALL_TIME.to) };
}

function lastStart({ occurrences }: SeriesRule): Wall {
  try {
    return occurrences.last(meterOf(LAST_BUDGET)) ?? Infinity;
  } catch (error) {
    if (error instanceof CalendarError && error.code === 'EXPANSION_LIMIT') return Infinity;
    throw error;
  }
}
