import { dayOfWall, printDate } from '../../../compilers/time/civil.js';
import { printWall } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import type { Instance } from '../../calendar/expand/instance.js';
import { nearestInstance } from '../../calendar/expand/nearest-instance.js';
import { describeRule, exceptDays } from '../../calendar/rules/describe-rule.js';
import type { Series } from '../../calendar/series/series.js';
import { parseDateTime } from '../../calendar/text/date-time.js';
import { isExact } from '../../calendar/text/time-form.js';

/** Most exclusions to list, the latest ones. */
const LISTED = 20;

/** The repetition of a series in an answer; computed only on request. */
export class Repetition {
  readonly #series: Series;

  constructor(series: Series) {
    this.#series = series;
  }

  /** `every week on Monday until 24 Dec 2026, except 14 Dec 2026` */
  inWords(rrule: string, viewer: Zone): string {
    const last = this.#lastDay(rrule, viewer);
    const days = this.#excludedDays(viewer).filter((day) => last === undefined || day < last);
    return describeRule(rrule, viewer, last) + exceptDays(days);
  }

  /** The next or current occurrence; null if the series is over, undefined if the search would take too long. */
  next(now: Instant, viewer: Zone): Instance | null | undefined {
    const next = this.#nearest(now, viewer);
    return next === undefined || next.end > now ? next : null;
  }

  /** The first occurrence; undefined if the search would take too long. */
  first(viewer: Zone): Instance | undefined {
    return this.#nearest(ALL_TIME.from, viewer);
  }

  /** The last occurrence; undefined if the search would take too long. Meaningless for an endless rule. */
  last(viewer: Zone): Instance | undefined {
    return this.#nearest(ALL_TIME.to, viewer);
  }

  /** The stored rule, its text, and its exclusions. */
  describe(rrule: string, viewer: Zone): Readonly<Record<string, unknown>> {
    const exclude = this.exclusions(viewer);
    const more = exclude.length - LISTED;
    return {
      rrule,
      text: describeRule(rrule, viewer, this.#lastDay(rrule, viewer)),
      ...(exclude.length > 0 && { exclude: exclude.slice(-LISTED) }),
      ...(more > 0 && { excludedBefore: more }),
    };
  }

  /** The starts of the first `count` occurrences after an instant; fewer if the search takes too long. */
  after(instant: Instant, count: number, viewer: Zone): readonly Instant[] {
    const starts: Instant[] = [];
    try {
      for (let from = instant; starts.length < count; ) {
        const next = nearestInstance(this.#series, { from, to: ALL_TIME.to }, { now: from, viewer });
        if (next === undefined) break;
        if (next.start >= from) starts.push(next.start);
        from = Math.max(next.end, next.start + 1);
      }
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code !== 'EXPANSION_LIMIT') throw error;
    }
    return starts;
  }

  /** The original time of day of an occurrence by the rule, even if it was moved; undefined for dates. */
  timeByRule(recurrenceId: string, viewer: Zone): string | undefined {
    const value = parseDateTime(recurrenceId);
    const { form } = this.#series.master?.span ?? {};
    if (form === undefined || value === undefined || value.kind === 'date') return undefined;
    const wall = isExact(form) ? viewer.toWall(form.zone.toInstant(value.wall)) : value.wall;
    return printWall(wall).slice(11, 16);
  }

  /** Day of the last occurrence of a rule with UNTIL, which may be before the UNTIL day. */
  #lastDay(rrule: string, viewer: Zone): number | undefined {
    if (!/UNTIL=/i.test(rrule)) return undefined;
    const last = this.last(viewer);
    return last && dayOfWall(last.startWall);
  }

  #nearest(at: Instant, viewer: Zone): Instance | undefined {
    try {
      return nearestInstance(this.#series, ALL_TIME, { now: at, viewer });
    } catch (error) {
      if (error instanceof CalendarError && error.code === 'EXPANSION_LIMIT') return undefined;
      throw error;
    }
  }

  #excludedDays(viewer: Zone): readonly number[] {
    const { master } = this.#series;
    if (master === undefined) return [];
    const { form } = master.span;
    const days = [...master.excluded].map((key) => dayOfWall(isExact(form) ? viewer.toWall(key) : key));
    return [...new Set([...days, ...master.excludedDays])].sort((a, b) => a - b);
  }

  /** Excluded starts. */
  exclusions(viewer: Zone): readonly string[] {
    const { master } = this.#series;
    if (master === undefined) return [];
    const { form } = master.span;
    const print = (key: number): string => {
      if (form.kind === 'date') return printDate(dayOfWall(key));
      return printWall(isExact(form) ? viewer.toWall(key) : key);
    };
    return [...[...master.excluded].map(print), ...[...master.excludedDays].map(printDate)].sort();
  }
}
