// @module-tag slow
import { describe, expect, it } from 'vitest';
import { DAY } from '../../compilers/time/civil.js';
import { deleteOccurrences } from '../../src/calendar/edit/delete-occurrences.js';
import { editObject } from '../../src/calendar/edit/edit-object.js';
import { compareShift, lengthened, property, result, shiftOrRefuse, sorted } from './edit-cases.js';
import { asked, context, patternWall, zoneOfForm } from './edit-series-model.js';

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
      const edit = deleteOccurrences(ics, { scope: 'this', recurrenceId: named.id }, context());
      const expected = before.filter((one) => one.id !== named.id);
      // A yearly rule may continue after the examined span.
      if (expected.length > 0 || !series.rule.includes('YEARLY'))
        expect(edit.ics === undefined).toBe(expected.length === 0);
      expect(sorted(result(edit, ics))).toEqual(sorted(expected));
    });
  });

  it('following: a deletion takes an occurrence and all after it away', () => {
    property(({ ics, before, named }) => {
      const edit = deleteOccurrences(ics, { scope: 'following', recurrenceId: named.id }, context());
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
      // Occurrences with their own changes keep them if the new rule has them, too.
      const own = before.filter((one) => one.overridden && one.id > named.id).map(({ start }) => start);
      const starts = result(edit, ics).map(({ start }) => start);
      expect(starts).toHaveLength(kept.length + made.length);
      expect(starts.filter((start) => ![...kept, ...made, ...own].includes(start))).toEqual([]);
    });
  });
});
