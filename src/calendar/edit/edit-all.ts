import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import { counted } from '../../../schemas/model/counted.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';
import { occurrenceId, type RecurrenceSet, readRecurrenceSet } from '../series/recurrence-set.js';
import { readSpan } from '../series/span.js';
import { type Component, withoutProperties } from '../text/component.js';
import { instantOf, type TimeForm } from '../text/time-form.js';
import { changedSpan, refuseUndated } from './event/changed-span.js';
import type { EditContext, EditPlace } from './event/edit-context.js';
import { changesForOverride, editFields } from './event/edit-fields.js';
import {
  countLostPast,
  pastStarts,
  refuseLeap,
  refuseOverlap,
  refuseUnknown,
  wouldDrop,
} from './event/edit-guard.js';
import { MOMENT_KEPT, namesTimes } from './event/event-span.js';
import type { ReplacedEvents } from './event/open-object.js';
import {
  findOccurrence,
  firstOccurrence,
  type NamedOccurrence,
  type OpenSeries,
  overridesOf,
} from './event/open-series.js';
import { type NamedMove, setSpan } from './event/set-times.js';
import { revised } from './event/stamp-revision.js';
import { type Draft, moveSeries, namedSpan, spanAt } from './move-series.js';
import { replaceRule } from './replace-rule.js';

/**
 * Edits a whole series, or a single event. The given times apply to the named occurrence, or to the displayed one: it
 * gets the new start, and all others shift by the same amount. Throws INVALID_RECURRENCE if past occurrences would be
 * lost.
 */
export function editAll(
  target: OpenSeries,
  changes: EventChanges,
  { scope, recurrenceId, shown, pastToo = false }: EditPlace,
  context: EditContext,
): ReplacedEvents {
  const { master, series, zones } = target;
  const notes: string[] = [];
  const find = (id: string | undefined) => (id === undefined ? undefined : findOccurrence(target, id));
  const found = find(recurrenceId);
  if (changes.recurrence === null && (series.recurring || target.overrides.length > 0)) {
    const kept = found ?? find(shown);
    const past = scope === 'all' && found === undefined ? pastStarts(target, context) : [];
    if (past.some((wall) => wall !== kept?.wall)) throw wouldDrop();
    return stopRecurring(target, changes, kept, context);
  }

  let draft: Draft = { master, overrides: new Map(target.overrides.map((override) => [override, override])) };
  let at = (wall: Wall): Wall => wall;
  let id = recurrenceId ?? shown ?? occurrenceId(series.span.start, series.span);
  if (namesTimes(changes)) {
    const named = found ?? find(shown) ?? { wall: series.span.start };
    const before = namedSpan(target, named);
    const next = changedSpan(before, changes, context);
    if (next !== undefined) {
      if (series.recurring) refuseUndated(next);
      const move: NamedMove = { ...named, before, next };
      if (scope === 'all') refuseLeap(target, move, changes, context);
      const moved = moveSeries(draft, target, move, changes);
      ({ draft, at } = moved);
      const inZone = (note: string): string =>
        note === MOMENT_KEPT ? zoneNote(series, { form: next.form, at }, context.now) : note;
      notes.push(...next.notes.map(inZone), ...moved.notes);
      id = occurrenceId(at(named.wall), readSpan(draft.master, zones));
    }
  }
  if (changes.recurrence) {
    refuseUndated(readSpan(draft.master, zones));
    const asker = changes.timezone === undefined ? zones.viewer : readSpan(draft.master, zones).form.zone;
    draft = replaceRule(draft, target, { recurrence: changes.recurrence, asker }, notes);
  }
  const mayOverlap = series.span.task !== undefined;
  if (!mayOverlap && (series.recurring || changes.recurrence)) refuseOverlap(series, draft.master, target);
  if (changes.recurrence && scope === 'all') {
    const past = pastStarts(target, context).map(at);
    const lost = countLostPast(past, readRecurrenceSet(draft.master, zones), changes, { pastToo });
    if (lost > 0) notes.push(`Removed ${counted(lost, 'past occurrence')} outside the new rule.`);
  }

  const kept = new Set<string>();
  const overrides = new Map<Component, Component>();
  for (const [before, override] of draft.overrides) {
    const own = changesForOverride(before, master, changes, zones);
    for (const field of before === found?.override ? [] : own.kept) kept.add(field);
    const wanted = before === found?.override ? changes : own.changes;
    overrides.set(before, editFields(override, wanted, target, context));
  }
  if (kept.size > 0)
    notes.push(`Individually changed occurrences keep their own values: ${[...kept].join(', ')}.`);
  const changed = target.overrides.map((override) => [override, overrides.get(override)] as const);
  const edited = editFields(draft.master, changes, target, context);
  return { replacements: revised(target, context, [master, edited], ...changed), named: id, notes };
}

const YEAR = 366 * DAY;

/**
 * The note about a new time zone of a series. The series keeps one time of day, so occurrences move when the two zones
 * are further apart or closer than at the named occurrence.
 */
function zoneNote(
  series: RecurrenceSet,
  next: { readonly form: TimeForm; at(wall: Wall): Wall },
  now: Instant,
): string {
  const { form } = series.span;
  if (form.kind === 'date' || !series.recurring) return MOMENT_KEPT;
  const today = form.zone.toWall(now);
  const starts = series.between(today - YEAR, today + YEAR);
  const moved = starts.filter((wall) => instantOf(wall, form) !== instantOf(next.at(wall), next.form));
  if (moved.length === 0) return MOMENT_KEPT;
  return (
    `The time zone was changed and the moment of this occurrence kept, but ${moved.length} of the ${starts.length} ` +
    'occurrences within a year of today move: the clocks of the two zones do not change together.'
  );
}

/** Reduces a series to the named occurrence, or to its first. */
function stopRecurring(
  target: OpenSeries,
  changes: EventChanges,
  found: NamedOccurrence | undefined,
  context: EditContext,
): ReplacedEvents {
  const { master, series, zones, lineEnd } = target;
  refuseUnknown(series);
  const wall = found?.wall ?? firstOccurrence(target) ?? series.span.start;
  const override = found?.override ?? overridesOf(target, wall)[0];
  const basis = override ?? setSpan(master, spanAt(series, wall), zones, lineEnd);
  const single = withoutProperties(basis, 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE');
  const { recurrence: _, ...rest } = changes;
  const span = changedSpan(readSpan(single, zones), rest, context);
  const moved = span === undefined ? single : setSpan(single, span, zones, lineEnd);
  const edited = editFields(moved, rest, target, context);
  const gone = target.overrides.map((candidate) => [candidate, undefined] as const);
  return {
    replacements: revised(target, context, [master, edited], ...gone),
    notes: ['The event no longer repeats; one occurrence is kept.', ...(span?.notes ?? [])],
  };
}
