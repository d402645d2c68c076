import type { EventChanges } from '../../compilers/plan/write-plan.js';
import { DAY, dayOfWall } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/error.js';
import type { Wall } from '../../schemas/time.js';
import {
  addProperty,
  type Component,
  properties,
  property,
  replaceChild,
  withoutProperties,
} from './component.js';
import type { EditContext } from './edit-context.js';
import { changesForOverride, editFields } from './edit-fields.js';
import { newRule } from './edit-recurrence.js';
import { setRule } from './edit-rule-parts.js';
import { shiftRule } from './edit-rule-shift.js';
import {
  findOccurrence,
  firstOccurrence,
  originalStart,
  overridesOf,
  readSeries,
  readSpan,
  type Series,
  type SeriesRule,
} from './edit-series.js';
import { type ChangedSpan, changedSpan, type Span } from './edit-span.js';
import { stamped } from './edit-stamps.js';
import { type EditTarget, type Replacements, unsupported } from './edit-target.js';
import { type Move, moveLine, setSpan } from './edit-times.js';
import { convertWall, sameForm } from './write-times.js';

interface AllEdit {
  readonly replacements: Replacements;
  readonly notes: readonly string[];
}

/** The events of an object while it is edited. */
interface Draft {
  readonly master: Component;
  /** By the override they came from; one that is gone has no entry. */
  readonly overrides: ReadonlyMap<Component, Component>;
}

/**
 * Edits a whole series, or a single event. A named occurrence says what the given times are about: it gets the new
 * start, and all others shift by the same amount.
 */
export function editAll(
  target: EditTarget,
  master: Component,
  changes: EventChanges,
  recurrenceId: string | undefined,
  context: EditContext,
): AllEdit {
  const { zones, lineEnd } = target;
  const notes: string[] = [];
  const series = readSeries(master, zones);
  const found = recurrenceId === undefined ? undefined : findOccurrence(target, series, recurrenceId);
  if (changes.recurrence === null && (series.recurring || target.overrides.length > 0))
    return stopRecurring(target, master, series, changes, found, context);

  let draft: Draft = { master, overrides: new Map(target.overrides.map((override) => [override, override])) };
  const named = found?.wall ?? series.span.start;
  const span = changedSpan(namedSpan(target, series, named, found?.override), changes, context);
  if (span !== undefined) {
    notes.push(...span.notes);
    draft = moveAll(draft, target, series, named, found?.override, span, changes, notes);
  }
  if (changes.recurrence) draft = setRecurrence(draft, target, changes.recurrence, notes);

  const kept = new Set<string>();
  const overrides = new Map<Component, Component>();
  for (const [before, override] of draft.overrides) {
    const own = changesForOverride(before, master, changes, zones);
    for (const field of before === found?.override ? [] : own.kept) kept.add(field);
    const wanted = before === found?.override ? changes : own.changes;
    overrides.set(before, editFields(override, wanted, context, zones, lineEnd));
  }
  if (kept.size > 0)
    notes.push(`Occurrences that had been changed on their own keep their own: ${[...kept].join(', ')}.`);
  draft = { master: editFields(draft.master, changes, context, zones, lineEnd), overrides };

  const replacements = new Map<Component, readonly Component[]>([
    [master, [stamped(master, draft.master, context, lineEnd)]],
  ]);
  for (const override of target.overrides) {
    const edited = draft.overrides.get(override);
    replacements.set(override, edited === undefined ? [] : [stamped(override, edited, context, lineEnd)]);
  }
  return { replacements, notes };
}

/** The times of the named occurrence, as walls of its series. */
export function namedSpan(
  { zones }: Pick<EditTarget, 'zones'>,
  { span }: Series,
  named: Wall,
  override: Component | undefined,
): Span {
  if (override === undefined) return { ...span, start: named };
  const own = readSpan(override, zones);
  // A single all-day occurrence of a timed series, or the reverse, is what it is.
  if ((own.form.kind === 'date') !== (span.form.kind === 'date')) return own;
  return { form: span.form, start: convertWall(own.start, own.form, span.form), length: own.length };
}

function moveAll(
  draft: Draft,
  target: EditTarget,
  series: Series,
  named: Wall,
  namedOverride: Component | undefined,
  next: ChangedSpan,
  changes: EventChanges,
  notes: string[],
): Draft {
  const { zones, lineEnd } = target;
  const { span } = series;
  const before = namedSpan(target, series, named, namedOverride);
  const mixed = (before.form.kind === 'date') !== (span.form.kind === 'date');
  const toDates = next.form.kind === 'date' && span.form.kind !== 'date';
  const origin = toDates ? dayOfWall(before.start) * DAY : before.start;
  const days = dayOfWall(next.start) - dayOfWall(before.start);
  // An occurrence of another kind than its series can only move the others by days.
  if (mixed && !sameForm(before.form, next.form))
    throw unsupported(
      'This occurrence is not of the kind of its series (all-day and timed).',
      'Change it with scope "this", or name another occurrence of the series.',
    );
  const delta = mixed ? days * DAY : next.start - origin;
  const to = mixed ? span.form : next.form;
  const plain = (wall: Wall): Wall => (toDates ? dayOfWall(wall) * DAY : wall) + delta;
  const moves = delta !== 0 || !sameForm(span.form, to);

  const replacesRule = changes.recurrence !== undefined && changes.recurrence !== null;
  let at = plain;
  let { master } = draft;
  if (moves && !replacesRule) {
    const shift = { from: span.form, to, start: span.start, named, at: plain };
    for (const entry of series.rules) {
      const shifted = entry.rule && shiftRule(entry.rule, shift);
      if (shifted === undefined || (!shifted.exact && series.rules.length > 1)) throw cannotFollow();
      if (!shifted.exact) {
        at = shifted.at;
        notes.push('The repeat rule follows to the new day; single occurrences may differ by up to a week.');
      }
      master = replaceChild(master, entry.line, setRule(entry.line, shifted.rule));
    }
    for (const entry of series.exrules) master = shiftExrule(master, entry, shift);
  }
  const move: Move = { from: span.form, to, at: (wall) => at(series.canonical(wall)), days };
  if (moves) {
    for (const name of ['RDATE', 'EXDATE'])
      for (const line of properties(master, name))
        master = replaceChild(master, line, moveLine(line, move, zones));
  }
  const length = next.lengthChanged && !mixed ? next.length : span.length;
  master = setSpan(master, { form: to, start: at(span.start), length }, zones, lineEnd);

  const overrides = new Map<Component, Component>();
  for (const [original, override] of draft.overrides) {
    let edited = override;
    const id = property(edited, 'RECURRENCE-ID');
    if (moves && id !== undefined) edited = replaceChild(edited, id, moveLine(id, move, zones));
    const own = readSpan(override, zones);
    if (original === namedOverride) {
      const form = sameForm(own.form, span.form) || changes.timezone !== undefined || mixed ? next.form : to;
      edited = setSpan(edited, { form, start: next.start, length: next.length }, zones, lineEnd);
    } else edited = setSpan(edited, movedSpan(own, span, move, next), zones, lineEnd);
    overrides.set(original, edited);
  }
  return { master, overrides };
}

/** An override moves as its series does; its own length stays unless it was that of the series. */
function movedSpan(own: Span, series: Span, move: Move, next: ChangedSpan): Span {
  if ((own.form.kind === 'date') !== (series.form.kind === 'date'))
    return { ...own, start: own.start + move.days * DAY };
  const start = move.at(convertWall(own.start, own.form, series.form));
  const form = sameForm(series.form, move.to) ? own.form : move.to;
  const followsLength =
    next.lengthChanged && (own.length === series.length || move.to.kind !== series.form.kind);
  return {
    form,
    start: convertWall(start, move.to, form),
    length: followsLength ? next.length : own.length,
  };
}

function shiftExrule(
  master: Component,
  { line, rule }: SeriesRule,
  shift: Parameters<typeof shiftRule>[1],
): Component {
  const shifted = rule && shiftRule(rule, shift);
  if (shifted?.exact !== true) throw cannotFollow();
  return replaceChild(master, line, setRule(line, shifted.rule));
}

function setRecurrence(
  draft: Draft,
  { zones, lineEnd }: EditTarget,
  recurrence: NonNullable<EventChanges['recurrence']>,
  notes: string[],
): Draft {
  let { master } = draft;
  const span = readSpan(master, zones);
  const { rule, start, properties: lines } = newRule(recurrence, span.start, span.form, lineEnd);
  const [first, ...others] = properties(master, 'RRULE');
  for (const line of others) master = replaceChild(master, line);
  master = withoutProperties(master, 'EXRULE');
  for (const line of lines) {
    if (line.name !== 'RRULE' || first === undefined) master = addProperty(master, line);
    else master = replaceChild(master, first, setRule(first, rule));
  }
  if (start !== span.start) {
    master = setSpan(master, { ...span, start }, zones, lineEnd);
    notes.push('The start moved to the first time that is on the new rule.');
  }
  const series = readSeries(master, zones);
  const overrides = new Map<Component, Component>();
  for (const [original, override] of draft.overrides) {
    const wall = originalStart(override, series, zones);
    if (wall !== undefined && series.between(wall, wall + 1).length > 0) overrides.set(original, override);
  }
  const dropped = draft.overrides.size - overrides.size;
  if (dropped > 0)
    notes.push(`${dropped} occurrence(s) changed on their own are not on the new rule and were removed.`);
  if (series.first() === undefined) {
    throw new CalendarError('INVALID_RECURRENCE', 'The recurrence has no occurrence.', {
      suggestion: 'Check that until is after start, and that not all occurrences are excluded.',
    });
  }
  return { master, overrides };
}

/** A series becomes the one occurrence that was named, else its first. */
function stopRecurring(
  target: EditTarget,
  master: Component,
  series: Series,
  changes: EventChanges,
  found: { readonly wall: Wall; readonly override?: Component } | undefined,
  context: EditContext,
): AllEdit {
  const { zones, lineEnd } = target;
  const wall = found?.wall ?? firstOccurrence(target, series) ?? series.span.start;
  const override = found?.override ?? overridesOf(target, series, wall)[0];
  const basis = override ?? setSpan(master, { ...series.span, start: wall }, zones, lineEnd);
  const single = withoutProperties(basis, 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE');
  const { recurrence: _, ...rest } = changes;
  const span = changedSpan(readSpan(single, zones), rest, context);
  const moved = span === undefined ? single : setSpan(single, span, zones, lineEnd);
  const edited = editFields(moved, rest, context, zones, lineEnd);
  const replacements = new Map<Component, readonly Component[]>(
    target.overrides.map((candidate) => [candidate, []]),
  );
  replacements.set(master, [stamped(master, edited, context, lineEnd)]);
  return {
    replacements,
    notes: ['The event no longer repeats; one occurrence is kept.', ...(span?.notes ?? [])],
  };
}

function cannotFollow(): CalendarError {
  return unsupported(
    'The repeat rule of this series cannot follow such a shift.',
    'Give `recurrence` together with `start`, or change single occurrences with scope "this".',
  );
}
