// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { EditScope, EventChanges } from '../../../compilers/plan/write-plan.js';
import { MINUTE } from '../../../compilers/time/civil.js';
import { deleteOccurrences } from '../../../src/calendar/edit/delete-occurrences.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { readmitOccurrence } from '../../../src/calendar/edit/readmit-occurrence.js';
import { completeTask } from '../../../src/calendar/edit/task/complete-task.js';
import { reopenTask } from '../../../src/calendar/edit/task/reopen-task.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { context } from '../../calendar/edit/edit-samples.js';
import { runs } from '../../cases.js';
import { type Listed, listed, objects, type Shape } from './written-objects.js';

const SCOPES: readonly EditScope[] = ['this', 'following', 'all'];

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['a single event', { kind: 'VEVENT', weekly: false, day: '20261201' }],
  ['a series', { kind: 'VEVENT', weekly: true, day: '20261201' }],
  ['a single task', { kind: 'VTODO', weekly: false, day: '20261201' }],
  ['a series of tasks', { kind: 'VTODO', weekly: true, day: '20261201' }],
  ['a series with an occurrence apart', { kind: 'VEVENT', weekly: true, day: '20261201', apart: true }],
  ['a series of tasks with one apart', { kind: 'VTODO', weekly: true, day: '20261201', apart: true }],
  ['a series over a change of clocks', { kind: 'VEVENT', weekly: true, day: '20261020' }],
  ['a series of tasks over a change of clocks', { kind: 'VTODO', weekly: true, day: '20261020' }],
];

/** Nothing is past, so no shift can lose anything. */
const early = context({ now: Date.UTC(2026, 0, 1) });

/** Edits an occurrence and lists the result. */
function edited(ics: string, changes: EventChanges, scope: EditScope, id: string): readonly Listed[] {
  const place = { scope, ...(id !== '' && { recurrenceId: id }) };
  const { ics: next, split } = editObject(ics, changes, place, early);
  for (const text of [next, split?.ics]) if (text !== undefined) validateObject(text, ics);
  return listed(next, split?.ics);
}

/** Every seventh pair of forms; all of them with `RUNS=1`. Seven shares no divisor with the numbers of forms. */
const STEP = runs(700) < 700 ? 7 : 1;

/** Runs one proof on each object and collects the failures, so that one report shows all of them. */
function failures(shape: Shape, prove: (ics: string) => void): readonly string[] {
  const chosen = [...objects(shape)].filter((_, at) => at % STEP === 0);
  return chosen.flatMap(({ name, ics }) => {
    try {
      prove(ics);
      return [];
    } catch (error) {
      return [`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`];
    }
  });
}

describe.each(SHAPES)('times of %s, in every form that a file has them in', (name, shape) => {
  const isTask = shape.kind === 'VTODO';
  const named = shape.apart ? 1 : shape.weekly ? 2 : 0;

  it.each(SCOPES)('stay when scope %s changes a title', (scope) => {
    const wrong = failures(shape, (ics) => {
      const before = listed(ics);
      const { id = '' } = before[named] ?? {};
      const at = (one: Listed) => scope === 'all' || one.id === id || (scope === 'following' && one.id > id);
      expect(edited(ics, { title: 'New' }, scope, id)).toEqual(
        before.map((one) => (at(one) ? { ...one, title: 'New' } : one)),
      );
    });
    expect(wrong).toEqual([]);
  });

  if (!name.includes('clocks'))
    it.each(SCOPES)('shift in scope %s by the minutes that were asked for', (scope) => {
      const wrong = failures(shape, (ics) => {
        const before = listed(ics);
        const { id = '', allDay = false } = before[named] ?? {};
        const minutes = allDay || shape.apart ? 1440 : 45;
        const at = (one: Listed) =>
          scope === 'all' || one.id === id || (scope === 'following' && one.id > id);
        const by = minutes * MINUTE;
        const times = ({ start, end, allDay: days, dates }: Listed) => ({ start, end, days, dates });
        expect(edited(ics, { shiftMinutes: minutes }, scope, id).map(times)).toEqual(
          before.map((one) => times(at(one) ? { ...one, start: one.start + by, end: one.end + by } : one)),
        );
      });
      expect(wrong).toEqual([]);
    });

  if (shape.weekly)
    it('stay when an occurrence is deleted and restored', () => {
      const wrong = failures(shape, (ics) => {
        const before = listed(ics);
        for (const { id } of before) {
          const { ics: rest = '' } = deleteOccurrences(ics, { scope: 'this', recurrenceId: id }, early);
          expect(listed(rest)).toEqual(before.filter((one) => one.id !== id));
          validateObject(rest, ics);
          const again = listed(readmitOccurrence(rest, id, early));
          // Restoring an occurrence does not restore its own changes.
          if (!shape.apart) expect(again).toEqual(before);
          expect(again.map((one) => one.id).sort()).toEqual(before.map((one) => one.id).sort());
        }
        const { id = '' } = before[2] ?? {};
        const { ics: rest } = deleteOccurrences(ics, { scope: 'following', recurrenceId: id }, early);
        expect(listed(rest)).toEqual(before.filter((one) => one.id < id));
      });
      expect(wrong).toEqual([]);
    });

  if (isTask)
    it.each(['override', 'copy', 'roll'] as const)('stay when a task is completed by %s', (habit) => {
      const wrong = failures(shape, (ics) => {
        const before = listed(ics);
        const done = completeTask(ics, { scope: 'this' }, { at: early.now, habit }, early);
        validateObject(done.ics, ics);
        const waits = (rows: readonly Listed[]) =>
          rows.filter(({ status }) => status === 'open').map(({ id: _, ...rest }) => rest);
        expect(waits(listed(done.ics))).toEqual(waits(before).slice(1));
        if (habit !== 'override') return;
        const again = reopenTask(done.ics, { scope: 'this' }, early);
        expect(listed(again.ics)).toEqual(before);
      });
      expect(wrong).toEqual([]);
    });
});
