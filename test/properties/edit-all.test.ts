// @module-tag slow
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, timeOfWall } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/model/error.js';
import { editObject } from '../../src/calendar/edit/edit-object.js';
import {
  type Case,
  compareShift,
  lengthOf,
  property,
  result,
  shiftOrRefuse,
  shortestGap,
  sorted,
} from './edit-cases.js';
import { context, patternWall, printSeries, type RandomSeries, zoneOfForm } from './edit-series-model.js';
import { FROM, type Seen, seen, TO } from './seen-series.js';

/** An occurrence that would last until the next one must be refused, and no other. */
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
});

/** A zone change may shift days, so there may be no rule for it. */
function shiftable<T>({ rule }: RandomSeries, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'UNSUPPORTED') throw error;
    expect(/FREQ=(MONTHLY|YEARLY)/.test(rule), error.message).toBe(true);
    return undefined;
  }
}
