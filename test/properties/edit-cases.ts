import fc from 'fast-check';
import { expect } from 'vitest';
import { DAY, MINUTE } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/model/error.js';
import { editObject } from '../../src/calendar/edit/edit-object.js';
import { validateObject } from '../../src/calendar/edit/validate-object.js';
import { lives } from '../cases.js';
import {
  asked,
  context,
  NOW,
  patternWall,
  printSeries,
  type RandomSeries,
  randomSeries,
  zoneOfForm,
} from './edit-series-model.js';
import { FROM, type Seen, seen, TO } from './seen-series.js';

/** Edits per run; RUNS=5 for the full proof. */
const RUNS = lives(167);

export interface Case {
  readonly series: RandomSeries;
  readonly pick: number;
  readonly days: number;
  readonly minutes: number;
}

const cases = fc.record({
  series: randomSeries,
  pick: fc.nat({ max: 15 }),
  days: fc.constantFrom(0, 0, 0, 1, -1, 2, 7),
  minutes: fc.constantFrom(0, 30, -60, 90, 600),
});

interface Chosen {
  readonly ics: string;
  readonly before: readonly Seen[];
  readonly named: Seen;
  readonly first: Seen;
  readonly dtstart: number;
  shifted(start: number): number;
}

/** A random series and one of its occurrences; undefined if everything is excluded. */
function choose({ series, pick, days, minutes }: Case): Chosen | undefined {
  const ics = printSeries(series);
  const before = seen(ics);
  const named = before[pick % Math.max(1, Math.min(before.length, 16))];
  if (named === undefined) return undefined;
  const first = before.reduce((a, b) => (b.id < a.id ? b : a));
  const date = series.form.kind === 'date';
  const delta = date ? days * DAY : days * DAY + minutes * MINUTE;
  const dtstart = series.start;
  const in_ = zoneOfForm(series.form);
  return {
    ics,
    before,
    named,
    first,
    dtstart,
    shifted: (start) => in_.toInstant(patternWall(start, series.form, dtstart) + delta),
  };
}

const inside = ({ start }: Seen): boolean => start > FROM + 30 * DAY && start < TO - 30 * DAY;

export function sorted(list: readonly Seen[]): readonly string[] {
  return list
    .filter(inside)
    .map(
      ({ start, end, title, allDay }) =>
        `${new Date(start).toISOString()}/${(end - start) / MINUTE} ${title} ${allDay}`,
    )
    .sort();
}

/** Validates the stored forms of a result and lists its occurrences. */
export function result(
  edit: { readonly ics?: string; readonly split?: { readonly ics: string } },
  before: string,
): readonly Seen[] {
  const all = [edit.ics, edit.split?.ics].filter((ics): ics is string => ics !== undefined);
  for (const ics of all) validateObject(ics, before);
  return all.flatMap(seen);
}

export function property(check: (chosen: Chosen, given: Case) => void): void {
  fc.assert(
    fc.property(cases, (given) => {
      const chosen = choose(given);
      if (chosen !== undefined) check(chosen, given);
    }),
    { numRuns: RUNS },
  );
}

/** Shifts a series, or expects a refusal if, and only if, no rule can express the shift. */
export function shiftOrRefuse(
  chosen: Chosen,
  given: Case,
  scope: 'all' | 'following',
): ReturnType<typeof editObject> | undefined {
  const { series } = given;
  const at = patternWall(chosen.named.start, series.form, chosen.dtstart);
  const delta = series.form.kind === 'date' ? given.days * DAY : given.days * DAY + given.minutes * MINUTE;
  try {
    return editObject(
      chosen.ics,
      { start: asked(at + delta, series.form) },
      { scope, recurrenceId: chosen.named.id },
      context(),
    );
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    if (error.code === 'INVALID_DATE') {
      // A shift up to another occurrence, while some are past.
      expect(scope).toBe('all');
      expect(chosen.before.some(({ start }) => start < NOW)).toBe(true);
      expect(Math.abs(delta)).toBeGreaterThanOrEqual(shortestGap(chosen.before));
      return undefined;
    }
    expect(error.code).toBe('UNSUPPORTED');
    expect(/FREQ=(MONTHLY|YEARLY)/.test(series.rule), error.message).toBe(true);
    return undefined;
  }
}

/** In the viewer's zone, which has no clock changes; those of the series may change it by up to an hour. */
export function shortestGap(list: readonly Seen[]): number {
  const starts = list.map(({ start }) => start).sort((a, b) => a - b);
  return Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0))) - 60 * MINUTE;
}

/** End of an occurrence that keeps its length: whole days for dates, whose hours vary when clocks change. */
export function lengthened(one: Seen, start: number, series: RandomSeries): number {
  return series.form.kind === 'date'
    ? lengthOf(start, Math.round((one.end - one.start) / DAY) * DAY, true)
    : start + wallLength(one, series, start);
}

export function lengthOf(start: number, length: number, dates: boolean): number {
  const viewer = zoneOfForm({ kind: 'date' });
  return dates ? viewer.toInstant(viewer.toWall(start) + length) : start + length;
}

/** Floating events have a wall-clock length, not an exact one. */
function wallLength(one: Seen, series: RandomSeries, start: number): number {
  if (series.form.kind !== 'floating') return one.end - one.start;
  const viewer = zoneOfForm(series.form);
  const length = viewer.toWall(one.end) - viewer.toWall(one.start);
  return viewer.toInstant(viewer.toWall(start) + length) - start;
}

export function compareShift(
  chosen: Chosen,
  { series }: Case,
  after: readonly Seen[],
  notes: readonly string[],
  moves: (one: Seen) => boolean,
): void {
  const expected = chosen.before.map((one) => {
    if (!moves(one)) return one;
    const start = chosen.shifted(one.start);
    return { ...one, start, end: lengthened(one, start, series) };
  });
  if (notes.some((note) => note.includes('follows'))) {
    // The pattern follows: the named one exactly, the others within a week.
    const exact = expected.find((one) => one.id === chosen.named.id);
    if (exact !== undefined && inside(exact))
      expect(after.some(({ start }) => start === exact.start)).toBe(true);
    for (const one of expected.filter(inside))
      expect(after.some(({ start }) => Math.abs(start - one.start) <= 8 * DAY)).toBe(true);
    return;
  }
  expect(sorted(after)).toEqual(sorted(expected));
}
