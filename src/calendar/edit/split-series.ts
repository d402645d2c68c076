import { DAY, SECOND } from '../../../compilers/time/civil.js';
import { ALL_TIME, utcWall, type Wall } from '../../../schemas/model/time.js';
import { meterOf } from '../rules/expansion-budget.js';
import type { Rule } from '../rules/rule.js';
import { EDIT_BUDGET, firstOf, isOnRule, untilAt, untilWall, withoutEnd } from '../series/bound-rule.js';
import { affectsFollowing, datesIn, readRecurrenceSet, type SeriesRule } from '../series/recurrence-set.js';
import { type Component, properties, property, replaceChild } from '../text/component.js';
import { replaceValue } from '../text/content-line.js';
import { instantOf } from '../text/time-form.js';
import { carryReminders } from './carry-reminders.js';
import { rangeIsUnsupported } from './edit-this.js';
import { ruleLines, setRule } from './event/merge-rule.js';
import { unsupported } from './event/open-object.js';
import { type OpenSeries, originalStart } from './event/open-series.js';
import { setSpan } from './event/set-times.js';

/** A series split at one of its starts. Together both halves have the starts of the whole. */
export interface SplitSeries {
  readonly before: { readonly master: Component; readonly overrides: readonly Component[] };
  /** Still has the UID of the series. */
  readonly after: { readonly master: Component; readonly overrides: readonly Component[] };
}

/** Distance after the split up to which the halves are compared with the whole. */
const COMPARED = 400 * DAY;

/**
 * Splits a series before `pivot`, one of its starts but not the first. Divides rule and COUNT; single dates,
 * exceptions and overrides go to the half they belong to.
 */
export function splitSeries(target: OpenSeries, pivot: Wall): SplitSeries {
  const { series, zones, lineEnd } = target;
  const { span } = series;
  const isBefore = (override: Component) => (originalStart(override, series, zones) ?? span.start) < pivot;
  if (target.overrides.some((override) => affectsFollowing(override) && isBefore(override)))
    throw rangeIsUnsupported();
  if (series.exrules.some(({ rule }) => rule === undefined)) throw cannotSplit();

  const before = truncated(target, pivot);
  const starts = series.rules.flatMap(({ starts: ofRule }) => firstOf(ofRule, pivot) ?? []);
  // With single dates only, the pivot becomes DTSTART and stays an RDATE: some readers skip DTSTART then.
  const start = starts.length === 0 ? pivot : Math.min(...starts);
  let after = splitDates(target, (wall) => wall >= pivot);
  for (const { line, ...entry } of ruleLines(target.master, series.rules)) {
    const rest = restOf(entry, span.start, pivot);
    after = replaceChild(after, line, ...(rest === undefined ? [] : [setRule(line, rest)]));
  }
  after = setSpan(after, { ...span, start }, zones, lineEnd);
  after = carryReminders(after, instantOf(start, span.form) - instantOf(span.start, span.form));

  const halves = [readRecurrenceSet(before, zones), readRecurrenceSet(after, zones)];
  const until = pivot + COMPARED;
  const whole = series.between(Math.min(span.start, ...series.rdates), until);
  const joined = halves.flatMap((half) => half.between(utcWall(ALL_TIME.from), until));
  if (whole.length !== joined.length || whole.some((wall, at) => wall !== joined[at])) throw cannotSplit();
  return {
    before: { master: before, overrides: target.overrides.filter(isBefore) },
    after: { master: after, overrides: target.overrides.filter((override) => !isBefore(override)) },
  };
}

/** The master without the starts from `pivot` on. */
export function truncated(target: OpenSeries, pivot: Wall): Component {
  const { series } = target;
  const { form, start } = series.span;
  if (pivot <= start) throw cannotSplit();
  let next = splitDates(target, (wall) => wall < pivot);
  for (const { line, rule, ...entry } of ruleLines(target.master, series.rules)) {
    if (rule === undefined) throw cannotSplit();
    next = replaceChild(next, line, setRule(line, endedBefore(rule, entry)));
  }
  return next;

  function endedBefore(rule: Rule, { starts, offset }: Pick<SeriesRule, 'starts' | 'offset'>): Rule {
    const count = rule.count === undefined ? undefined : countBefore(starts, start, pivot);
    if (count !== undefined && count >= (rule.count ?? 0)) return rule;
    // Programs disagree on whether COUNT includes a start off its rule.
    if (count !== undefined && isOnRule(rule, { form, start: start + offset })) return { ...rule, count };
    const end = pivot + offset;
    if (rule.until !== undefined && untilWall(rule.until, form) < end) return rule;
    return { ...withoutEnd(rule), until: untilAt(end - (form.kind === 'date' ? DAY : SECOND), form) };
  }
}

/** The rest of a rule from `pivot` on; undefined if there is none. */
function restOf({ rule, starts }: SeriesRule, from: Wall, pivot: Wall): Rule | undefined {
  if (rule === undefined || firstOf(starts, pivot) === undefined) return undefined;
  return rule.count === undefined ? rule : { ...rule, count: rule.count - countBefore(starts, from, pivot) };
}

/** DTSTART counts as the first (RFC 5545 §3.3.10). */
function countBefore(starts: SeriesRule['starts'], from: Wall, to: Wall): number {
  return 1 + starts.between(from + 1, to, meterOf(EDIT_BUDGET)).length;
}

/** Keeps only some values of the RDATE and EXDATE lines, or of `names`; a line that loses none stays as it is. */
export function splitDates(
  { master, series, zones }: Pick<OpenSeries, 'master' | 'series' | 'zones'>,
  keep: (wall: Wall) => boolean,
  names: readonly string[] = ['RDATE', 'EXDATE'],
): Component {
  let next = master;
  for (const line of names.flatMap((name) => properties(master, name))) {
    const values = datesIn(line, series.span, zones);
    const kept = values.filter(({ time }) => time === undefined || keep(series.wallOf(time)));
    if (kept.length === values.length) continue;
    const value = kept.map(({ text }) => text).join(',');
    next = replaceChild(next, line, ...(kept.length === 0 ? [] : [replaceValue(line, value)]));
  }
  return next;
}

function cannotSplit() {
  return unsupported(
    'This series cannot be split in two without changing its dates.',
    'Change single occurrences with scope "this", or the whole series with scope "all".',
  );
}

export function withUid(event: Component, uid: string): Component {
  const line = property(event, 'UID');
  return line === undefined ? event : replaceChild(event, line, replaceValue(line, uid));
}
