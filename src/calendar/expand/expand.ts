import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { EventFields } from '../../../schemas/model/event.js';
import {
  ALL_TIME,
  type Instant,
  type Range,
  type Wall,
  type WallRange,
} from '../../../schemas/model/time.js';
import type { Moment, Timing } from '../read/read-timing.js';
import {
  type Master,
  type Override,
  type SeriesRecord,
  type SeriesRule,
  spanOf,
} from '../read/series-record.js';
import { type Budget, DEFAULT_BUDGET, type Meter, meterOf, tooMuch } from '../rules/expansion-budget.js';
import { type DurationValue, printRecurrenceId } from '../text/date-time.js';
import type { Instance } from './instance.js';

export type { Budget } from '../rules/expansion-budget.js';

/** A stretch of a series that one component shapes: the master, or a THISANDFUTURE override from its start on. */
interface Segment {
  /** Keys with from ≤ key < to. */
  readonly from: number;
  readonly to: number;
  readonly fields: EventFields;
  readonly timing: Timing;
  /** What to add to an original start to get the wall time in the shaping component's own zone. */
  readonly shift: number;
}

/** What a series is asked for. */
interface Search {
  readonly range: Range;
  readonly viewer: Zone;
  readonly meter: Meter;
}

/**
 * Every occurrence of a series that overlaps the range (one without length when it starts in it), sorted by start.
 * Dates and floating times are placed in the viewer's zone. Throws EXPANSION_LIMIT when the budget is passed: the
 * list is complete or there is none.
 */
export function expand(
  series: SeriesRecord,
  range: Range,
  viewer: Zone,
  budget: Budget = DEFAULT_BUDGET,
): Instance[] {
  if (range.from >= series.bounds.to || range.to <= series.bounds.from) return [];
  const search: Search = { range, viewer, meter: meterOf(budget) };
  const found: Instance[] = [];
  const { master, overrides } = series;
  const like = master?.timing.start ?? overrides[0]?.original;
  if (like === undefined) return found;

  if (master !== undefined) {
    if (master.oversized) throw tooMuch('has more than 10,000 single dates');
    const taken = new Set(overrides.map(({ key }) => key));
    for (const segment of segmentsOf(series, master)) {
      const gaps = new Set<number>();
      for (const key of startsOf(master, segment, search, gaps)) {
        if (taken.has(key)) continue;
        const start = {
          ...segment.timing.start,
          wall: wallInSeriesZone(key, like, segment.timing.start) + segment.shift,
        };
        const length = master.periods.get(key) ?? segment.timing.length;
        const placed = place(start, start.wall, length, viewer);
        if (!isWithin(placed, range)) continue;
        found.push(
          instanceOf(series, segment, placed, {
            notes: gaps.has(key) ? [...segment.timing.notes, IN_GAP] : segment.timing.notes,
            overridden: segment.timing !== master.timing,
            recurrenceId: startIdOf(series, key, like),
          }),
        );
      }
    }
  }
  for (const instance of overridden(series, like, search)) found.push(instance);
  return found.sort((a, b) => a.start - b.start);
}

/** The occurrences that have a component of their own (RFC 5545 §3.8.4.4), wherever they were moved. */
export function overrideInstances(series: SeriesRecord, viewer: Zone): readonly Instance[] {
  const like = series.master?.timing.start ?? series.overrides[0]?.original;
  if (like === undefined) return [];
  const meter = meterOf({ steps: Infinity, results: Infinity });
  return overridden(series, like, { range: ALL_TIME, viewer, meter });
}

function overridden(series: SeriesRecord, like: Moment, { range, viewer, meter }: Search): Instance[] {
  const { master, overrides } = series;
  return overrides.flatMap((override) => {
    if (master !== undefined && isExcluded(master, override.key, wallOf(override.key, like))) return [];
    const { start, length, notes } = override.timing;
    const placed = place(start, start.wall, length, viewer);
    if (!isWithin(placed, range)) return [];
    meter.result();
    return [
      instanceOf(series, override, placed, {
        notes: isInGap(start, start.wall, viewer) ? [...notes, IN_GAP] : notes,
        overridden: true,
        recurrenceId: startIdOf(series, override.key, like),
      }),
    ];
  });
}

const IN_GAP =
  'The start does not exist on the clock of that day (clocks go forward); it is moved on by the length of the gap.';

/** Whether the clock leaves out a wall time: that of its zone, for floating times the viewer's. */
function isInGap(like: Moment, wall: Wall, viewer: Zone): boolean {
  return like.kind !== 'date' && (like.kind === 'zoned' ? like.zone : viewer).kindOf(wall) === 'gap';
}

/** The master up to the first THISANDFUTURE override (RFC 5545 §3.2.13), then each of those up to the next. */
function segmentsOf(series: SeriesRecord, master: Master): readonly Segment[] {
  const like = master.timing.start;
  const turns = series.overrides.filter(({ following }) => following);
  const first: Segment = {
    from: -Infinity,
    to: turns[0]?.key ?? Infinity,
    fields: series.fields,
    timing: master.timing,
    shift: 0,
  };
  const later = turns.map(({ key, fields, timing }, index) => ({
    from: key,
    to: turns[index + 1]?.key ?? Infinity,
    fields,
    timing,
    shift: timing.start.wall - wallInSeriesZone(key, like, timing.start),
  }));
  return [first, ...later];
}

/** Keys of the series that may give an occurrence in the range, ascending, each once. */
function startsOf(
  master: Master,
  segment: Segment,
  { range, viewer, meter }: Search,
  gaps: Set<number>,
): readonly number[] {
  const like = master.timing.start;
  const zone = like.kind === 'zoned' ? like.zone : viewer;
  meter.step((master.rdates.length + master.periods.size) >> 2);
  let longest = spanOf(segment.timing.length);
  for (const length of master.periods.values()) longest = Math.max(longest, spanOf(length));
  // A shift is wall time, perhaps in another zone: its exact length differs by less than two days.
  const slack = segment.timing === master.timing ? 0 : 2 * DAY;
  const from = range.from - longest - segment.shift - slack;
  const to = range.to - segment.shift + slack;
  const low = Math.max(from + extremeOffset(zone, from, Math.min), wallBound(segment.from, like, Math.min));
  const high = Math.min(to + extremeOffset(zone, to, Math.max), wallBound(segment.to, like, Math.max));
  if (low >= high) return [];
  const walls = new Set<Wall>();
  if (like.wall >= low && like.wall < high) walls.add(like.wall);
  for (const rule of master.rules) {
    for (const wall of wallsOf(rule, like, { from: low, to: high }, meter)) walls.add(wall);
  }
  for (const key of master.rdates) {
    const wall = wallOf(key, like);
    if (wall >= low && wall < high) walls.add(wall);
  }
  removeMatches(walls, master.exRules, like, meter);

  const keys: number[] = [];
  let ascending = true;
  for (const wall of walls) {
    // A rule below a day gives a date several times.
    const key =
      like.kind === 'zoned' ? like.zone.toInstant(wall) : like.kind === 'date' ? dayOfWall(wall) * DAY : wall;
    if (key < segment.from || key >= segment.to || isExcluded(master, key, wallOf(key, like))) continue;
    if (isInGap(like, wall, viewer)) gaps.add(key);
    ascending = ascending && key > (keys[keys.length - 1] ?? -Infinity);
    keys.push(key);
  }
  return ascending ? keys : [...new Set(keys)].sort((a, b) => a - b);
}

/** EXRULE, asked only about the stretch in which there is something to remove. */
function removeMatches(walls: Set<Wall>, exRules: readonly SeriesRule[], like: Moment, meter: Meter): void {
  if (exRules.length === 0 || walls.size === 0) return;
  let first = Infinity;
  let last = -Infinity;
  for (const wall of walls) {
    first = Math.min(first, wall);
    last = Math.max(last, wall);
  }
  for (const rule of exRules) {
    for (const wall of wallsOf(rule, like, { from: first, to: last + 1 }, meter)) walls.delete(wall);
  }
}

/** The least or greatest wall time that a key may have. */
function wallBound(key: number, like: Moment, extreme: (...values: number[]) => number): Wall {
  return like.kind === 'zoned' && Number.isFinite(key) ? key + extremeOffset(like.zone, key, extreme) : key;
}

function wallsOf(rule: SeriesRule, like: Moment, { from, to }: WallRange, meter: Meter): readonly Wall[] {
  const walls = rule.occurrences.between(from, to, meter);
  if (rule.untilInstant === Infinity || like.kind !== 'zoned') return walls;
  return walls.filter((wall) => like.zone.toInstant(wall) <= rule.untilInstant);
}

/**
 * The least or greatest offset of wall times near an instant: transitions within two days count, which is longer than
 * any gap or fold.
 */
function extremeOffset(zone: Zone, instant: Instant, extreme: (...values: number[]) => number): number {
  return extreme(zone.offsetAt(instant - 2 * DAY), zone.offsetAt(instant), zone.offsetAt(instant + 2 * DAY));
}

function isExcluded(master: Master, key: number, wall: Wall): boolean {
  return (
    master.excluded.has(key) || (master.excludedDays.size > 0 && master.excludedDays.has(dayOfWall(wall)))
  );
}

/** A key as wall time of the series. */
function wallOf(key: number, like: Moment): Wall {
  return like.kind === 'zoned' ? like.zone.toWall(key) : key;
}

/** A key as wall time of another component of the series, which may live in another zone or be all-day. */
function wallInSeriesZone(key: number, like: Moment, target: Moment): Wall {
  if (like.kind === 'zoned' && target.kind === 'zoned') return target.zone.toWall(key);
  const wall = wallOf(key, like);
  return target.kind === 'date' ? dayOfWall(wall) * DAY : wall;
}

/** How answers name the start of an occurrence. */
export function startIdOf(series: SeriesRecord, key: number, like: Moment): string | undefined {
  return series.recurring ? printRecurrenceId(wallOf(key, like), like.kind === 'date') : undefined;
}

type Placed = Pick<Instance, 'start' | 'end' | 'startWall' | 'endWall'>;

/** `like` says what kind of time `wall` is. */
function place(like: Moment, wall: Wall, { days, milliseconds }: DurationValue, viewer: Zone): Placed {
  if (like.kind === 'zoned') {
    const start = like.zone.toInstant(wall);
    const end = (days === 0 ? start : like.zone.toInstant(wall + days * DAY)) + milliseconds;
    return { start, end, startWall: viewer.toWall(start), endWall: viewer.toWall(end) };
  }
  const start = viewer.toInstant(wall);
  // A floating start in a gap is moved on, and its end with it: the length is what recurs (RFC 5545 §3.8.5.3).
  const startWall = like.kind === 'floating' ? viewer.toWall(start) : wall;
  const endWall = startWall + days * DAY + milliseconds;
  return { start, end: viewer.toInstant(endWall), startWall, endWall };
}

/** Whether something lies in a range; what has no length, where it starts in it. */
export function isWithin({ start, end }: Pick<Placed, 'start' | 'end'>, range: Range): boolean {
  return start < range.to && (end > range.from || (start === end && start >= range.from));
}

/** What else there is to say of an occurrence; a single event has no id of its own. */
interface Details extends Pick<Instance, 'notes' | 'overridden'> {
  readonly recurrenceId: string | undefined;
}

/** Assigned, not spread: this is made for every occurrence. */
type Draft = { -readonly [Key in keyof Instance]: Instance[Key] };

function instanceOf(
  series: SeriesRecord,
  { fields, timing }: Pick<Override, 'fields' | 'timing'>,
  { start, end, startWall, endWall }: Placed,
  { notes, overridden, recurrenceId }: Details,
): Instance {
  const instance: Draft = {
    fields,
    start,
    end,
    startWall,
    endWall,
    allDay: timing.start.kind === 'date',
    recurring: series.recurring,
    overridden,
    notes,
  };
  if (recurrenceId !== undefined) instance.recurrenceId = recurrenceId;
  if (timing.start.kind === 'zoned') instance.timezone = timing.start.zone.id;
  if (timing.zones !== undefined) instance.zones = timing.zones;
  return instance;
}
