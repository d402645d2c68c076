import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import type { Wall } from '../../../schemas/model/time.js';
import type { RecurrenceSet } from '../series/recurrence-set.js';
import { dueAfter, readSpan, type Span, sizeOf } from '../series/span.js';
import { type Component, properties, property, replaceChild } from '../text/component.js';
import { convertWall, sameForm } from '../text/time-form.js';
import { type ChangedSpan, type EventSpan, lengthOfOther, resolveDayStart } from './event/event-span.js';
import { ruleLines, setRule } from './event/merge-rule.js';
import { unsupported } from './event/open-object.js';
import type { NamedOccurrence, OpenSeries } from './event/open-series.js';
import { type Move, moveLine, type NamedMove, setSpan } from './event/set-times.js';
import { type Shift, shiftRule } from './event/shift-rule.js';

/** The events of an object during an edit. */
export interface Draft {
  readonly master: Component;
  /** By original override; a removed one has no entry. */
  readonly overrides: ReadonlyMap<Component, Component>;
}

/** The times of an occurrence without an override. */
export function spanAt(series: RecurrenceSet, wall: Wall): Span {
  return { ...series.span, start: wall, length: series.lengthAt(wall) };
}

/** The times of the named occurrence, as wall times of its series. */
export function namedSpan({ series, zones }: OpenSeries, { wall, override }: NamedOccurrence): EventSpan {
  const { span } = series;
  if (override === undefined) return resolveDayStart(spanAt(series, wall), zones.viewer);
  const own = resolveDayStart(readSpan(override, zones), zones.viewer);
  // An all-day occurrence of a timed series, or the reverse, keeps its kind.
  if ((own.form.kind === 'date') !== (span.form.kind === 'date')) return own;
  return { ...own, form: span.form, start: convertWall(own.start, own.form, span.form) };
}

/**
 * Gives the named occurrence its new times and moves master, rules, single dates and overrides by the same amount;
 * `at` maps each old start to its new one. Throws UNSUPPORTED.
 */
export function moveSeries(
  draft: Draft,
  { series, zones, lineEnd }: OpenSeries,
  named: NamedMove,
  changes: EventChanges,
): { readonly draft: Draft; at(wall: Wall): Wall; readonly notes: readonly string[] } {
  const { start } = series.span;
  const span = resolveDayStart(series.span, zones.viewer);
  const { before, next } = named;
  const notes: string[] = [];
  const mixed = (before.form.kind === 'date') !== (span.form.kind === 'date');
  const toDates = !mixed && next.form.kind === 'date' && span.form.kind !== 'date';
  const origin = toDates ? dayOfWall(before.start) * DAY : before.start;
  const days = dayOfWall(next.start) - dayOfWall(before.start);
  // An occurrence of another kind than its series can only move the others by days.
  if (mixed && !sameForm(before.form, next.form))
    throw unsupported(
      'This occurrence and its series differ in kind (all-day or timed).',
      'Change it with scope "this", or name another occurrence of the series.',
    );
  const delta = mixed ? days * DAY : next.start - origin;
  const to = mixed ? span.form : next.form;
  const plain = (wall: Wall): Wall => (toDates ? dayOfWall(wall) * DAY : wall) + delta;
  const moves = delta !== 0 || !sameForm(span.form, to);

  let at = plain;
  let { master } = draft;
  const shift: Shift = { from: span.form, to, start, named: named.wall, at: plain };
  if (!changes.recurrence) {
    for (const { line, rule, offset } of ruleLines(master, series.rules)) {
      const wanted = offset === 0 ? shift : dueShift(shift, offset, named);
      if (wanted.at(start) === start && !moves) continue;
      const shifted = rule && shiftRule(rule, wanted);
      if (shifted === undefined || (!shifted.exact && (series.rules.length > 1 || offset !== 0)))
        throw cannotFollow();
      if (!shifted.exact) {
        at = shifted.at;
        notes.push('The repeat rule follows to the new day; single occurrences may differ by up to a week.');
      }
      master = replaceChild(master, line, setRule(line, shifted.rule));
    }
    for (const { line, rule } of moves ? ruleLines(master, series.exrules, 'EXRULE') : []) {
      const shifted = rule && shiftRule(rule, shift);
      if (shifted?.exact !== true) throw cannotFollow();
      master = replaceChild(master, line, setRule(line, shifted.rule));
    }
  }
  const move: Move = { from: span.form, start, to, at: (wall) => at(series.canonical(wall)), days };
  if (moves) {
    for (const name of ['RDATE', 'EXDATE'])
      for (const line of properties(master, name))
        master = replaceChild(master, line, moveLine(line, move, zones));
  }
  const length = mixed ? span.length : lengthOfOther(span, { follows: true }, next);
  const dates = next.task && { task: next.task };
  master = setSpan(master, { form: to, start: at(span.start), length, ...dates }, zones, lineEnd);

  const overrides = new Map<Component, Component>();
  for (const [original, override] of draft.overrides) {
    let edited = override;
    const id = property(edited, 'RECURRENCE-ID');
    if (moves && id !== undefined) edited = replaceChild(edited, id, moveLine(id, move, zones));
    const own = resolveDayStart(readSpan(override, zones), zones.viewer);
    if (original === named.override) {
      const form = sameForm(own.form, span.form) || changes.timezone !== undefined || mixed ? next.form : to;
      edited = setSpan(edited, { form, start: next.start, length: next.length, ...dates }, zones, lineEnd);
    } else edited = setSpan(edited, movedSpan(own, span, move, next), zones, lineEnd);
    overrides.set(original, edited);
  }
  return { draft: { master, overrides }, at, notes };
}

/** The shift of a rule that gives due times instead of starts. */
function dueShift(shift: Shift, offset: number, { before, next }: NamedMove): Shift {
  const dueOf = (span: EventSpan): Wall => span.start + dueAfter(span);
  const [was, is] = [dueOf(before), (next.task ?? before.task)?.hasDue ? dueOf(next) : next.start];
  const toDates = shift.to.kind === 'date' && shift.from.kind !== 'date';
  const days = (dayOfWall(is) - dayOfWall(was)) * DAY;
  return {
    ...shift,
    start: shift.start + offset,
    named: shift.named + offset,
    at: (wall) => (toDates ? dayOfWall(wall) * DAY + days : wall + is - was),
  };
}

/** Moves an override with its series; its own length stays unless it equals that of the series. */
function movedSpan(own: EventSpan, series: EventSpan, move: Move, next: ChangedSpan): EventSpan {
  if ((own.form.kind === 'date') !== (series.form.kind === 'date'))
    return { ...own, start: own.start + move.days * DAY };
  const start = move.at(convertWall(own.start, own.form, series.form));
  const form = sameForm(series.form, move.to) ? own.form : move.to;
  const { task } =
    own.task?.hasDue === series.task?.hasDue && own.task?.hasStart === series.task?.hasStart ? next : own;
  const followsLength =
    next.lengthChanged && (sizeOf(own.length) === sizeOf(series.length) || move.to.kind !== series.form.kind);
  return {
    form,
    start: convertWall(start, move.to, form),
    length: lengthOfOther(own, { follows: followsLength }, next),
    ...(task && { task }),
  };
}

function cannotFollow(): CalendarError {
  return unsupported(
    'The repeat rule of this series cannot follow such a shift.',
    'Give `recurrence` together with `start`, or change single occurrences with scope "this".',
  );
}
