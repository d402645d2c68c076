import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, timeOfWall } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/model/error.js';
import { deleteFrom } from '../../src/calendar/edit/delete-occurrences.js';
import { editObject } from '../../src/calendar/edit/edit-object.js';
import { validateObject } from '../../src/calendar/edit/validate-object.js';
import { runs } from '../cases.js';
import {
  asked,
  context,
  FROM,
  NOW,
  patternWall,
  printSeries,
  type RandomSeries,
  randomSeries,
  type Seen,
  seen,
  TO,
  zoneOfForm,
} from './edit-series-model.js';

/** Edits a run; RUNS=5 for the full proof. */
const RUNS = runs(167);

interface Case {
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

/** A random series and one of its occurrences; undefined when everything is excluded. */
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

function sorted(list: readonly Seen[]): readonly string[] {
  return list
    .filter(inside)
    .map(
      ({ start, end, title, allDay }) =>
        `${new Date(start).toISOString()}/${(end - start) / MINUTE} ${title} ${allDay}`,
    )
    .sort();
}

/** Checks the stored forms of a result and lists its occurrences. */
function result(
  edit: { readonly ics?: string; readonly split?: { readonly ics: string } },
  before: string,
): readonly Seen[] {
  const all = [edit.ics, edit.split?.ics].filter((ics): ics is string => ics !== undefined);
  for (const ics of all) validateObject(ics, before);
  return all.flatMap(seen);
}

function property(check: (chosen: Chosen, given: Case) => void): void {
  fc.assert(
    fc.property(cases, (given) => {
      const chosen = choose(given);
      if (chosen !== undefined) check(chosen, given);
    }),
    { numRuns: RUNS },
  );
}

/** A shift of a series may have no rule that says it; then it must be refused, and only then. */
function shiftOrRefuse(
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
      // As far as another occurrence, while some are past.
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

/** On the clock of the viewer, which is never changed; those of series may be, by up to an hour. */
function shortestGap(list: readonly Seen[]): number {
  const starts = list.map(({ start }) => start).sort((a, b) => a - b);
  return Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0))) - 60 * MINUTE;
}

/** An occurrence that would last until the next one is refused; then, and only then. */
function unlessTooLong<T>({ series }: Case, length: number, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'INVALID_DATE') throw error;
    const rule = seen(printSeries({ ...series, exdates: [], rdates: [], overrides: [] }));
    expect(length).toBeGreaterThanOrEqual(shortestGap(rule));
    return undefined;
  }
}

describe('edits of random series', () => {
  it('this: a title changes for one occurrence', () => {
    property(({ ics, before, named }) => {
      const edit = editObject(ics, { title: 'New' }, { scope: 'this', recurrenceId: named.id }, context());
      const expected = before.map((one) => (one.id === named.id ? { ...one, title: 'New' } : one));
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('this: a start moves one occurrence and keeps its length', () => {
    property(({ ics, before, named, shifted }, { series }) => {
      const start = shifted(named.start);
      const wall = zoneOfForm(series.form).toWall(start);
      const edit = editObject(
        ics,
        { start: asked(wall, series.form) },
        { scope: 'this', recurrenceId: named.id },
        context(),
      );
      const expected = before.map((one) =>
        one.id === named.id ? { ...one, start, end: lengthened(one, start, series) } : one,
      );
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('this: a deletion takes one occurrence away', () => {
    property(({ ics, before, named }, { series }) => {
      const edit = deleteFrom(ics, { scope: 'this', recurrenceId: named.id }, context());
      const expected = before.filter((one) => one.id !== named.id);
      // A yearly rule may go on after the span that is looked at.
      if (expected.length > 0 || !series.rule.includes('YEARLY'))
        expect(edit.ics === undefined).toBe(expected.length === 0);
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('following: a deletion takes an occurrence and all after it away', () => {
    property(({ ics, before, named }) => {
      const edit = deleteFrom(ics, { scope: 'following', recurrenceId: named.id }, context());
      const expected = before.filter((one) => one.id < named.id);
      expect(edit.ics === undefined).toBe(expected.length === 0);
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('following: a title changes from an occurrence on', () => {
    property(({ ics, before, named }) => {
      const edit = editObject(
        ics,
        { title: 'New' },
        { scope: 'following', recurrenceId: named.id },
        context(),
      );
      const expected = before.map((one) =>
        one.id === named.id || (one.id >= named.id && one.title === 'Same') ? { ...one, title: 'New' } : one,
      );
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('following: a start moves an occurrence and all after it', () => {
    property((chosen, given) => {
      const edit = shiftOrRefuse(chosen, given, 'following');
      if (edit === undefined) return;
      compareShift(chosen, given, result(edit, chosen.ics), edit.notes, (one) => one.id >= chosen.named.id);
    });
  });

  it('all: a start moves every occurrence', () => {
    property((chosen, given) => {
      const edit = shiftOrRefuse(chosen, given, 'all');
      if (edit === undefined) return;
      compareShift(chosen, given, result(edit, chosen.ics), edit.notes, () => true);
    });
  });

  it('all: title and duration change, what was changed on its own stays', () => {
    property(({ ics, before, named }, given) => {
      const { series } = given;
      const days = series.form.kind === 'date';
      const minutes = days ? 3 * 1440 : 75;
      const edit = unlessTooLong(given, minutes * MINUTE, () =>
        editObject(
          ics,
          { title: 'New', durationMinutes: minutes },
          { scope: 'all', recurrenceId: named.id },
          context(),
        ),
      );
      if (edit === undefined) return;
      const usual = days ? Math.max(1, Math.round(series.minutes / 1440)) * DAY : series.minutes * MINUTE;
      const expected = before.map((one) => {
        const mine = one.id === named.id;
        const length = days ? Math.round((one.end - one.start) / DAY) * DAY : one.end - one.start;
        const longer = mine || length === usual;
        return {
          ...one,
          title: mine || one.title === 'Same' ? 'New' : one.title,
          end: longer ? lengthOf(one.start, minutes * MINUTE, days) : one.end,
        };
      });
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('all: another zone keeps the named moment, and the clock time of the others', () => {
    property(({ ics, before, named, dtstart }, { series }) => {
      if (series.form.kind !== 'zoned') return;
      const there = zoneOfForm({ kind: 'zoned', zone: 'America/St_Johns' });
      const at = (one: Seen): number => patternWall(one.start, series.form, dtstart);
      const delta = there.toWall(named.start) - at(named);
      const edit = shiftable(series, () =>
        editObject(ics, { timezone: there.id }, { scope: 'all', recurrenceId: named.id }, context()),
      );
      if (edit === undefined || edit.notes.some((note) => note.includes('follows'))) return;
      const expected = before.map((one) => {
        const start = there.toInstant(at(one) + delta);
        return { ...one, start, end: start + (one.end - one.start) };
      });
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('all: all-day takes every occurrence to its day', () => {
    property(({ ics, before, named, dtstart }, given) => {
      const { series } = given;
      if (series.form.kind === 'date') return;
      const longest = Math.ceil(Math.max(series.minutes, 60) / 1440) * DAY + DAY;
      const edit = unlessTooLong(given, longest, () =>
        editObject(ics, { allDay: true }, { scope: 'all', recurrenceId: named.id }, context()),
      );
      if (edit === undefined) return;
      const midnight = (one: Seen): number => {
        const wall = patternWall(one.start, series.form, dtstart);
        return zoneOfForm({ kind: 'date' }).toInstant(wall - timeOfWall(wall));
      };
      const starts = result(edit, ics);
      expect(starts.every(({ allDay }) => allDay)).toBe(true);
      const far = (start: number): boolean => start > FROM + 30 * DAY && start < TO - 30 * DAY;
      expect(
        starts
          .map(({ start }) => start)
          .filter(far)
          .sort(),
      ).toEqual(before.map(midnight).filter(far).sort());
    });
  });

  it('all: no recurrence leaves the named occurrence', () => {
    property(({ ics, named }) => {
      const edit = editObject(ics, { recurrence: null }, { scope: 'all', recurrenceId: named.id }, context());
      expect(sorted(result(edit, ics))).toEqual(sorted([named]));
    });
  });

  it('following: a new rule starts there and leaves what was before', () => {
    property(({ ics, before, named, dtstart }, { series }) => {
      if (series.rdates.length > 0 || series.exdates.length > 0 || named.overridden) return;
      const edit = editObject(
        ics,
        { recurrence: { rrule: 'FREQ=DAILY;COUNT=3', exclude: [] } },
        { scope: 'following', recurrenceId: named.id },
        context(),
      );
      const at = zoneOfForm(series.form);
      const first = patternWall(named.start, series.form, dtstart);
      const made = [0, 1, 2].map((day) => at.toInstant(first + day * DAY));
      const kept = before.filter((one) => one.id < named.id).map(({ start }) => start);
      // Occurrences that had been changed on their own stay changed where the new rule has them, too.
      const own = before.filter((one) => one.overridden && one.id > named.id).map(({ start }) => start);
      const starts = result(edit, ics).map(({ start }) => start);
      expect(starts).toHaveLength(kept.length + made.length);
      expect(starts.filter((start) => ![...kept, ...made, ...own].includes(start))).toEqual([]);
    });
  });
});

/** A zone change may shift days, and so may have no rule that says it. */
function shiftable<T>({ rule }: RandomSeries, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'UNSUPPORTED') throw error;
    expect(/FREQ=(MONTHLY|YEARLY)/.test(rule), error.message).toBe(true);
    return undefined;
  }
}

/** End of an occurrence that keeps its length: whole days for dates, which differ in hours when clocks change. */
function lengthened(one: Seen, start: number, series: RandomSeries): number {
  return series.form.kind === 'date'
    ? lengthOf(start, Math.round((one.end - one.start) / DAY) * DAY, true)
    : start + wallLength(one, series, start);
}

function lengthOf(start: number, length: number, dates: boolean): number {
  const viewer = zoneOfForm({ kind: 'date' });
  return dates ? viewer.toInstant(viewer.toWall(start) + length) : start + length;
}

/** Floating events have a length on the clock, not on the time line. */
function wallLength(one: Seen, series: RandomSeries, start: number): number {
  if (series.form.kind !== 'floating') return one.end - one.start;
  const viewer = zoneOfForm(series.form);
  const length = viewer.toWall(one.end) - viewer.toWall(one.start);
  return viewer.toInstant(viewer.toWall(start) + length) - start;
}

function compareShift(
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
