import { DAY, dayOfWall, MINUTE, timeOfWall } from '../../../compilers/time/civil.js';
import { isUndated } from '../../../schemas/model/task.js';
import { ALL_TIME, type Wall } from '../../../schemas/model/time.js';
import { type Meter, meterOf } from '../rules/expansion-budget.js';
import type { Rule } from '../rules/rule.js';
import type { RuleOccurrences } from '../rules/rule-occurrences.js';
import { type Component, type Node, property } from '../text/component.js';
import { type Property, parameter } from '../text/content-line.js';
import { type DurationValue, parseDateTime, parseDuration, printRecurrenceId } from '../text/date-time.js';
import {
  isExact,
  keyIn,
  keyOf,
  type ObjectZones,
  readTimeLine,
  readTimeValue,
  type Start,
  type Time,
  wallOfKey,
} from '../text/time-form.js';
import { boundRule, EDIT_BUDGET, earlierBy, firstOf, NEVER, readableRule, ruleOffset } from './bound-rule.js';
import { lengthTo, readSpan, type Span, sizeOf } from './span.js';

/** One RRULE or EXRULE of a series, bound to its DTSTART. */
export interface SeriesRule {
  /** The value in the file. */
  readonly value: string;
  /** Undefined if it is unreadable. */
  readonly rule: Rule | undefined;
  /** Result of `ruleOffset`. */
  readonly offset: number;
  readonly starts: RuleOccurrences;
}

const MAX_SINGLE_DATES = 10_000;
const NO_RULES: readonly SeriesRule[] = [];
const NO_PROBLEMS: readonly string[] = [];
const BROKEN_RULE =
  'The recurrence rule of this event cannot be read: only its first and its listed occurrences are known; others may exist at any time.';
const BROKEN_DATES = 'Some single dates (RDATE, EXDATE) of this event cannot be read.';
/** Lengths of clock gaps. */
const GAPS = [20, 30, 60, 120].map((minutes) => minutes * MINUTE);

interface SingleDates {
  /** Ascending. */
  readonly rdates: readonly Wall[];
  /** Lengths of RDATEs that are periods (RFC 5545 §3.8.5.2). */
  readonly periods: ReadonlyMap<Wall, DurationValue>;
  /** Keys, as in `keyOf`. */
  readonly excluded: ReadonlySet<number>;
  /** EXDATEs that are dates on a timed series: they exclude every start of that day. */
  readonly excludedDays: ReadonlySet<number>;
  /** Too many single dates to expand. */
  readonly oversized: boolean;
}

/**
 * The starts of a master (RFC 5545 §3.8.5), without overrides, as wall times in the form of DTSTART. Keys are those of
 * `keyOf`.
 */
export class RecurrenceSet implements SingleDates {
  // Declared, because defining fields costs more than everything else here if there is no rule.
  declare readonly span: Span;
  declare readonly rules: readonly SeriesRule[];
  declare readonly exrules: readonly SeriesRule[];
  declare readonly rdates: readonly Wall[];
  declare readonly periods: ReadonlyMap<Wall, DurationValue>;
  declare readonly excluded: ReadonlySet<number>;
  declare readonly excludedDays: ReadonlySet<number>;
  declare readonly oversized: boolean;
  /** Unreadable parts, so its times are not fully known. Trusted text. */
  declare readonly problems: readonly string[];

  constructor(master: Component, span: Span, zones: ObjectZones) {
    // A task without a date has nothing to count from.
    const isSingle = span.task !== undefined && isUndated(span.task);
    const lines = isSingle ? [] : master.children.filter(isOfSet);
    const bind = (name: string): SeriesRule[] => {
      // Some writers repeat the same line, or write an empty one.
      const written = lines.filter((line) => line.name === name).map(({ value }) => value.trim());
      return [...new Set(written)].flatMap((value): SeriesRule[] => {
        if (value === '') return [];
        const rule = readableRule(value, span.form, zones);
        if (rule === undefined) return [{ value, rule, offset: 0, starts: NEVER }];
        const isRule = name === 'RRULE';
        const offset = isRule ? ruleOffset(rule, span) : 0;
        const basis = { form: span.form, start: span.start + offset };
        return [
          { value, rule, offset, starts: earlierBy(offset, boundRule(rule, basis, { anchored: isRule })) },
        ];
      });
    };
    const dates = lines.length === 0 ? NO_DATES : readDates(lines, span, zones);
    this.span = span;
    this.rules = lines.length === 0 ? NO_RULES : bind('RRULE');
    this.exrules = lines.length === 0 ? NO_RULES : bind('EXRULE');
    this.rdates = dates.rdates;
    this.periods = dates.periods;
    this.excluded = dates.excluded;
    this.excludedDays = dates.excludedDays;
    this.oversized = dates.oversized;
    const isRead = ({ rule }: SeriesRule): boolean => rule !== undefined;
    const isKnown = this.rules.every(isRead) && this.exrules.every(isRead);
    this.problems =
      isKnown && !dates.isBroken
        ? NO_PROBLEMS
        : [...(isKnown ? [] : [BROKEN_RULE]), ...(dates.isBroken ? [BROKEN_DATES] : [])];
  }

  /** True if RRULE or RDATE add starts. */
  get recurring(): boolean {
    return this.rules.length > 0 || this.rdates.length > 0;
  }

  /** True if every RRULE can be read. */
  get isKnown(): boolean {
    return this.rules.every(({ rule }) => rule !== undefined);
  }

  /** A time in any form, as a wall time of the series. */
  wallOf(time: Time): Wall {
    return wallIn(this.span, time);
  }

  /** The length of the occurrence with this start. */
  lengthAt(wall: Wall): DurationValue {
    return this.periods.get(wall) ?? this.span.length;
  }

  /** Starts by rules and dates with from ≤ start < to, including excluded ones. */
  pattern(from: Wall, to: Wall, meter: Meter): Set<Wall> {
    const { start, form } = this.span;
    const found = new Set<Wall>();
    if (start >= from && start < to) found.add(start);
    // A sub-daily rule gives a date several times.
    const at = (wall: Wall): Wall => (form.kind === 'date' ? dayOfWall(wall) * DAY : wall);
    for (const { starts } of this.rules)
      for (const wall of starts.between(from, to, meter)) found.add(at(wall));
    for (const wall of this.rdates) if (wall >= from && wall < to) found.add(wall);
    if (this.exrules.length === 0 || found.size === 0) return found;
    // Expands only the stretch in which there is something to remove.
    const [first, last] = [...found].reduce(
      ([low, high], wall) => [Math.min(low, wall), Math.max(high, wall)],
      [Infinity, -Infinity],
    );
    for (const { starts } of this.exrules)
      for (const wall of starts.between(first, last + 1, meter)) found.delete(at(wall));
    return found;
  }

  /** Starts with from ≤ start < to, ascending. */
  between(from: Wall, to: Wall, meter: Meter = meterOf(EDIT_BUDGET)): readonly Wall[] {
    return sorted(this.pattern(from, to, meter)).filter((wall) => !this.excludes(wall));
  }

  /** Excluded starts with from ≤ start < to, ascending. */
  takenOut(from: Wall, to: Wall): readonly Wall[] {
    return sorted(this.pattern(from, to, meterOf(EDIT_BUDGET))).filter((wall) => this.excludes(wall));
  }

  excludes(wall: Wall): boolean {
    return this.excludesKey(keyOf(wall, this.span.form), wall);
  }

  excludesKey(key: number, wall = wallOfKey(key, this.span.form)): boolean {
    return this.excluded.has(key) || (this.excludedDays.size > 0 && this.excludedDays.has(dayOfWall(wall)));
  }

  /** First start at or after `from`. */
  first(from: Wall = Math.min(this.span.start, ...this.rdates)): Wall | undefined {
    // Without a rule there is nothing after the last single date.
    const end = this.rules.length === 0 ? Math.max(this.span.start, ...this.rdates) + 1 : ALL_TIME.to;
    return firstOf(
      { between: (a, b, meter) => this.between(a, Math.min(b, end), meter), last: () => end },
      from,
    );
  }

  /**
   * The wall time that the rule gives for a start. A start in a gap (02:30 when clocks go forward) may also be named
   * by the wall time to which it moves.
   */
  canonical(wall: Wall): Wall {
    const { form } = this.span;
    if (form.kind !== 'zoned') return wall;
    const inGap = GAPS.map((gap) => wall - gap).filter((earlier) => form.zone.kindOf(earlier) === 'gap');
    const same = inGap.filter((earlier) => keyOf(earlier, form) === keyOf(wall, form));
    const known = (at: Wall): boolean => this.pattern(at, at + 1, meterOf(EDIT_BUDGET)).size > 0;
    return same.length === 0 || known(wall) ? wall : (same.find(known) ?? wall);
  }
}

const PARTS: ReadonlySet<string> = new Set(['RRULE', 'EXRULE', 'RDATE', 'EXDATE']);

function isOfSet(node: Node): node is Property {
  return node.kind === 'property' && PARTS.has(node.name);
}

const NO_DATES: SingleDates & { readonly isBroken: boolean } = {
  rdates: [],
  periods: new Map(),
  excluded: new Set(),
  excludedDays: new Set(),
  oversized: false,
  isBroken: false,
};

function readDates(lines: readonly Property[], span: Span, zones: ObjectZones): typeof NO_DATES {
  const dates = lines.filter(({ name }) => name === 'RDATE' || name === 'EXDATE');
  const isLong = dates.reduce((sum, { value }) => sum + value.length / 9, 0) > MAX_SINGLE_DATES * 2;
  const rdates = new Set<Wall>();
  const periods = new Map<Wall, DurationValue>();
  const excluded = new Set<number>();
  const excludedDays = new Set<number>();
  let isBroken = false;
  for (const line of isLong ? [] : dates) {
    for (const { time, length } of datesIn(line, span, zones)) {
      if (time === undefined) isBroken = true;
      else if (line.name === 'RDATE') {
        const wall = wallIn(span, time);
        rdates.add(wall);
        if (length !== undefined) periods.set(wall, length);
      } else if (time.form.kind === 'date' && span.form.kind !== 'date')
        excludedDays.add(dayOfWall(time.wall));
      else excluded.add(keyIn(span, time));
    }
  }
  const oversized = isLong || rdates.size + excluded.size + excludedDays.size > MAX_SINGLE_DATES;
  return { rdates: sorted(rdates), periods, excluded, excludedDays, oversized, isBroken };
}

function sorted(walls: ReadonlySet<Wall>): Wall[] {
  return [...walls].sort((a, b) => a - b);
}

/** A time in any form, as a wall time of a series; a date in a timed series means that day's start. */
function wallIn(series: Start, time: Time): Wall {
  const { form, start } = series;
  if (isExact(form) && time.form.kind === 'date') return time.wall + timeOfWall(start);
  return form.zone.id === time.form.zone.id && form.kind !== 'date'
    ? time.wall
    : wallOfKey(keyIn(series, time), form);
}

/** The values of an RDATE or EXDATE with the lengths of periods; an unreadable value has no time. */
export function datesIn(
  line: Property,
  series: Start,
  zones: ObjectZones,
): readonly { readonly text: string; readonly time?: Time; readonly length?: DurationValue }[] {
  return line.value.split(',').flatMap((text) => {
    if (text.trim() === '') return [];
    const [first = '', second] = text.split('/');
    const time = readTimeValue(first, line, zones, series.form);
    const length = time && second !== undefined ? periodLength(time, second, series) : undefined;
    return [{ text, ...(time && { time }), ...(length && { length }) }];
  });
}

/** The length of a PERIOD (§3.3.9); undefined (meaning that of the series) if it is invalid or negative. */
function periodLength(start: Time, text: string, { form }: Start): DurationValue | undefined {
  if (form.kind === 'date') return undefined;
  // A period's end has the form of its start.
  const end = parseDateTime(text);
  const length =
    end === undefined || end.kind === 'date'
      ? parseDuration(text)
      : lengthTo(start, { ...start, wall: end.wall });
  return length === undefined || sizeOf(length) < 0 ? undefined : length;
}

/** The id of an occurrence by its start; a start in a gap has the id of the wall time to which it moves. */
export function occurrenceId(wall: Wall, { form }: Start): string {
  return printRecurrenceId(wallOfKey(keyOf(wall, form), form), form.kind === 'date');
}

/** The original start of an override; undefined if it is unreadable. */
export function originalTime(override: Component, zones: ObjectZones, series?: Start): Time | undefined {
  const line = property(override, 'RECURRENCE-ID');
  return line && readTimeLine(line, zones, series?.form);
}

/** True if an override also shapes the occurrences after it (RFC 5545 §3.2.13). */
export function affectsFollowing(override: Component): boolean {
  const line = property(override, 'RECURRENCE-ID');
  return line !== undefined && parameter(line, 'RANGE')?.toUpperCase() === 'THISANDFUTURE';
}

/** The starts of a master. Throws INVALID_ICS if it has none. */
export function readRecurrenceSet(master: Component, zones: ObjectZones): RecurrenceSet {
  return new RecurrenceSet(master, readSpan(master, zones), zones);
}
