import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { EventFields } from '../../../schemas/model/event.js';
import { ALL_TIME, type Instant, type Range, type Wall } from '../../../schemas/model/time.js';
import {
  type Budget,
  DEFAULT_BUDGET,
  expansionLimit,
  type Meter,
  meterOf,
} from '../rules/expansion-budget.js';
import type { RecurrenceSet } from '../series/recurrence-set.js';
import { type Override, type Series, upperLength } from '../series/series.js';
import type { Span } from '../series/span.js';
import { type DurationValue, printRecurrenceId } from '../text/date-time.js';
import { isExact, keyOf, type TimeForm, wallOfKey } from '../text/time-form.js';
import type { Instance } from './instance.js';

export type { Budget } from '../rules/expansion-budget.js';

/** A stretch of a series that one component shapes: the master, or a THISANDFUTURE override from its start on. */
interface Segment {
  /** Keys with from ≤ key < to. */
  readonly from: number;
  readonly to: number;
  readonly fields: EventFields;
  readonly span: Span;
  readonly notes: readonly string[];
  /** Added to an original start to get the wall time in the component's own zone. */
  readonly shift: number;
}

interface Search {
  readonly range: Range;
  readonly viewer: Zone;
  readonly meter: Meter;
}

/**
 * Every occurrence of a series that overlaps the range, or starts in it if it has no length; sorted by start. Dates and
 * floating times are in the viewer's zone. Throws EXPANSION_LIMIT if the budget is exceeded: the list is complete or
 * there is none.
 */
export function expand(
  series: Series,
  range: Range,
  viewer: Zone,
  budget: Budget = DEFAULT_BUDGET,
): Instance[] {
  if (range.from >= series.bounds.to || range.to <= series.bounds.from) return [];
  const search: Search = { range, viewer, meter: meterOf(budget) };
  const found: Instance[] = [];
  const { master, overrides, anchor } = series;
  if (master !== undefined) {
    if (master.oversized) throw expansionLimit('has more than 10,000 single dates');
    const taken = new Set(overrides.map(({ key }) => key));
    for (const segment of segmentsOf(series, master)) {
      const { span, notes } = segment;
      const gaps = new Set<number>();
      for (const key of startsOf(master, segment, search, gaps)) {
        if (taken.has(key)) continue;
        const start = wallIn(key, anchor.form, span.form) + segment.shift;
        const length = master.periods.get(wallOfKey(key, anchor.form)) ?? span.length;
        const placed = place(span, start, length, viewer);
        if (!isWithin(placed, range)) continue;
        found.push(
          instanceOf(series, segment, placed, {
            notes: gaps.has(key) ? [...notes, IN_GAP] : notes,
            overridden: span !== master.span,
            recurrenceId: startIdOf(series, key),
          }),
        );
      }
    }
  }
  for (const instance of overridden(series, search)) found.push(instance);
  return found.sort((a, b) => a.start - b.start);
}

/** The occurrences that have their own component (RFC 5545 §3.8.4.4), wherever they were moved. */
export function overrideInstances(series: Series, viewer: Zone): readonly Instance[] {
  const meter = meterOf({ steps: Infinity, results: Infinity });
  return overridden(series, { range: ALL_TIME, viewer, meter });
}

function overridden(series: Series, { range, viewer, meter }: Search): Instance[] {
  const { master, overrides } = series;
  return overrides.flatMap((override) => {
    const { span, key } = override;
    if (master?.excludesKey(key)) return [];
    const placed = place(span, span.start, span.length, viewer);
    if (!isWithin(placed, range)) return [];
    meter.result();
    return [
      instanceOf(series, override, placed, {
        notes: isInGap(span.form, span.start, viewer) ? [...span.notes, IN_GAP] : span.notes,
        overridden: true,
        recurrenceId: startIdOf(series, key),
      }),
    ];
  });
}

const IN_GAP =
  'The start does not exist on the clock of that day (clocks go forward); it is moved on by the length of the gap.';

/** True if the clock skips a wall time, in its own zone or, for floating times, in the viewer's. */
function isInGap(form: TimeForm, wall: Wall, viewer: Zone): boolean {
  return form.kind !== 'date' && (isExact(form) ? form.zone : viewer).kindOf(wall) === 'gap';
}

/** The master up to the first THISANDFUTURE override (RFC 5545 §3.2.13), then each of those up to the next. */
function segmentsOf({ overrides, fields }: Series, { span, problems }: RecurrenceSet): readonly Segment[] {
  const turns = overrides.filter(({ following }) => following);
  const notes = problems.length === 0 ? span.notes : [...span.notes, ...problems];
  const first: Segment = { from: -Infinity, to: turns[0]?.key ?? Infinity, fields, span, notes, shift: 0 };
  const later = turns.map(({ key, ...turn }, index) => ({
    from: key,
    to: turns[index + 1]?.key ?? Infinity,
    fields: turn.fields,
    span: turn.span,
    notes: turn.span.notes,
    shift: turn.span.start - wallIn(key, span.form, turn.span.form),
  }));
  return [first, ...later];
}

/** Keys of the series that may give an occurrence in the range, ascending, without duplicates. */
function startsOf(
  master: RecurrenceSet,
  segment: Segment,
  { range, viewer, meter }: Search,
  gaps: Set<number>,
): readonly number[] {
  const { form } = master.span;
  const zone = isExact(form) ? form.zone : viewer;
  meter.step((master.rdates.length + master.periods.size) >> 2);
  let longest = upperLength(segment.span.length);
  for (const length of master.periods.values()) longest = Math.max(longest, upperLength(length));
  // A shift is wall time, perhaps in another zone; times that depend on the viewer are less than two days off.
  const isRough = segment.span !== master.span || master.span.endsAt !== undefined || master.span.startsDay;
  const slack = isRough ? 2 * DAY : 0;
  const from = range.from - longest - segment.shift - slack;
  const to = range.to - segment.shift + slack;
  const low = Math.max(from + extremeOffset(zone, from, Math.min), wallBound(segment.from, form, Math.min));
  const high = Math.min(to + extremeOffset(zone, to, Math.max), wallBound(segment.to, form, Math.max));
  if (low >= high) return [];
  const keys: number[] = [];
  let ascending = true;
  for (const wall of master.pattern(low, high, meter)) {
    const key = keyOf(wall, form);
    if (key < segment.from || key >= segment.to || master.excludesKey(key, wall)) continue;
    if (isInGap(form, wall, viewer)) gaps.add(key);
    ascending = ascending && key > (keys[keys.length - 1] ?? -Infinity);
    keys.push(key);
  }
  return ascending ? keys : [...new Set(keys)].sort((a, b) => a - b);
}

/** The least or greatest wall time that a key may have. */
function wallBound(key: number, form: TimeForm, extreme: (...values: number[]) => number): Wall {
  return isExact(form) && Number.isFinite(key) ? key + extremeOffset(form.zone, key, extreme) : key;
}

/**
 * The least or greatest offset of wall times near an instant. Looks two days to each side, longer than any gap or
 * fold.
 */
function extremeOffset(zone: Zone, instant: Instant, extreme: (...values: number[]) => number): number {
  return extreme(zone.offsetAt(instant - 2 * DAY), zone.offsetAt(instant), zone.offsetAt(instant + 2 * DAY));
}

/** A key as wall time of another component of the series, which may be in another zone or all-day. */
function wallIn(key: number, series: TimeForm, target: TimeForm): Wall {
  if (isExact(series) && isExact(target)) return target.zone.toWall(key);
  const wall = wallOfKey(key, series);
  return target.kind === 'date' ? dayOfWall(wall) * DAY : wall;
}

/** The recurrence id of an occurrence; undefined for a single event. */
export function startIdOf({ recurring, anchor: { form } }: Series, key: number): string | undefined {
  return recurring ? printRecurrenceId(wallOfKey(key, form), form.kind === 'date') : undefined;
}

type Placed = Pick<Instance, 'start' | 'end' | 'startWall' | 'endWall'>;

/** The times of the occurrence that starts at `wall`. */
function place(span: Span, wall: Wall, { days, milliseconds }: DurationValue, viewer: Zone): Placed {
  const { form, endsAt, startsDay } = span;
  if (isExact(form)) {
    const begin = form.zone.toInstant(wall);
    const end = (days === 0 ? begin : form.zone.toInstant(wall + days * DAY)) + milliseconds;
    const start = startsDay ? Math.min(viewer.toInstant(dayOfWall(wall) * DAY), end) : begin;
    return { start, end, startWall: viewer.toWall(start), endWall: viewer.toWall(end) };
  }
  const start = viewer.toInstant(wall);
  // Moves a floating start out of a gap, and its end with it: the length recurs (RFC 5545 §3.8.5.3).
  const startWall = form.kind === 'floating' ? viewer.toWall(start) : wall;
  const length =
    endsAt === undefined ? days * DAY + milliseconds : Math.max(0, viewer.toWall(endsAt) - span.start);
  const endWall = startWall + length;
  return { start, end: viewer.toInstant(endWall), startWall, endWall };
}

/** True if a span overlaps the range; one without length must start in it. */
export function isWithin({ start, end }: Pick<Placed, 'start' | 'end'>, range: Range): boolean {
  return start < range.to && (end > range.from || (start === end && start >= range.from));
}

interface Details extends Pick<Instance, 'notes' | 'overridden'> {
  readonly recurrenceId: string | undefined;
}

/** Mutable: assigning is faster than spreading, and every occurrence needs this. */
type Draft = { -readonly [Key in keyof Instance]: Instance[Key] };

function instanceOf(
  series: Series,
  { fields, span: { form, zones } }: Pick<Override, 'fields' | 'span'>,
  { start, end, startWall, endWall }: Placed,
  { notes, overridden, recurrenceId }: Details,
): Instance {
  const instance: Draft = {
    fields,
    start,
    end,
    startWall,
    endWall,
    allDay: form.kind === 'date',
    recurring: series.recurring,
    overridden,
    notes,
  };
  if (recurrenceId !== undefined) instance.recurrenceId = recurrenceId;
  if (isExact(form)) instance.timezone = form.zone.id;
  if (zones !== undefined) instance.zones = zones;
  return instance;
}
