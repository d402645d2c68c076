// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeTask } from '../../../src/calendar/edit/task/complete-task.js';
import { reopenTask } from '../../../src/calendar/edit/task/reopen-task.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { context } from '../../calendar/edit/edit-samples.js';
import { runs } from '../../cases.js';
import { randomSeries } from './random-tasks.js';
import { seenIn } from './seen-tasks.js';
import { check, Life, LOOKED_AT } from './series-life.js';

/** The next action of a person or another program; `at` selects an occurrence. */
const step = fc.record({
  does: fc.constantFrom('complete', 'complete', 'complete', 'reopen', 'cancel elsewhere', 'done elsewhere'),
  habit: fc.constantFrom('override', 'copy', 'roll'),
  at: fc.nat(9),
  isNamed: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Lines about completion, which may change. */
const CHANGING = /^(DTSTAMP|LAST-MODIFIED|SEQUENCE|STATUS|PERCENT-COMPLETE|COMPLETED|DTSTART|DUE|RRULE)/;

describe('a series of tasks', () => {
  it('never loses or doubles an occurrence, whoever completes it', () => {
    let completions = 0;
    const moved = new Set<string>();
    fc.assert(
      fc.property(randomSeries, fc.array(step, { minLength: 9, maxLength: 20 }), (series, steps) => {
        const life = new Life(series);
        check(life);
        for (const one of steps) {
          const before = life.ics;
          completions += Number(take(life, one, moved));
          check(life);
          checkKept(before, life.ics);
        }
      }),
      { numRuns: runs(500) },
    );
    expect(completions).toBeGreaterThan(runs(500) * 5);
    expect([...moved].sort()).toEqual(['copy', 'override', 'roll']);
  });

  it('is as it was when what was completed by itself is opened again', () => {
    fc.assert(
      fc.property(randomSeries, fc.nat(9), (series, at) => {
        const life = new Life(series);
        const date = life.chosen(at, ['open']) ?? '';
        const place = { scope: 'this', recurrenceId: life.id(date) } as const;
        const done = completeTask(series.ics, place, { at: 0, habit: 'override' }, context());
        const open = reopenTask(done.ics, place, context());
        expect(open.ics).toBe(series.ics);
      }),
    );
  });
});

/** Takes one step in the model and in the product; returns true if it completed or reopened something. */
function take(life: Life, { does, habit, at, isNamed }: Step, moved: Set<string>): boolean {
  if (does === 'cancel elsewhere' || does === 'done elsewhere') {
    const untouched = [...life.days].filter(
      ([date, state]) => state === 'open' && !life.ics.includes(life.series.line('RECURRENCE-ID', date)),
    );
    const date = untouched[at % Math.max(1, untouched.length)]?.[0];
    // A program that has moved a series on writes nothing more about earlier occurrences.
    if (date !== undefined) life.elsewhere(date, does === 'done elsewhere' ? 'done' : 'cancelled');
    return false;
  }
  if (does === 'reopen') {
    const date = life.chosen(at, ['done', 'cancelled']);
    if (date === undefined) return false;
    const { ics } = reopenTask(life.ics, { scope: 'this', recurrenceId: life.id(date) }, context());
    validateObject(ics, life.ics);
    life.ics = ics;
    life.days.set(date, 'open');
    return true;
  }
  const first = life.chosen(0, ['open']);
  const date = isNamed ? life.chosen(at, ['open']) : first;
  if (date === undefined || first === undefined) return false;
  const place = { scope: 'this', ...(isNamed && { recurrenceId: life.id(date) }) } as const;
  const done = completeTask(life.ics, place, { at: Date.UTC(2026, 5, 1), habit }, context());
  validateObject(done.ics, life.ics);
  const [after, was] = [seenIn(done.ics, LOOKED_AT), seenIn(life.ics, LOOKED_AT)];
  expect(was.get(date)).toBe('open');
  if (after.has(date)) life.days.set(date, 'done');
  else {
    // The series has moved on, which only its first open occurrence can cause.
    expect([habit, date]).toEqual([done.copy === undefined ? 'roll' : 'copy', first]);
    life.days.set(date, 'left');
    moved.add(habit);
    if (done.copy !== undefined) {
      validateObject(done.copy.ics);
      expect([...seenIn(done.copy.ics, 2)]).toEqual([[date, 'done']]);
    }
  }
  if (habit === 'override') moved.add(habit);
  life.ics = done.ics;
  return true;
}

/** Every other line keeps its position. */
function checkKept(before: string, after: string): void {
  const head = (ics: string) => ics.slice(0, ics.indexOf('BEGIN:VTODO'));
  expect(head(after)).toBe(head(before));
  const master = (ics: string) =>
    ics.slice(ics.indexOf('BEGIN:VTODO'), ics.indexOf('END:VTODO')).split('\r\n');
  const others = (ics: string) =>
    master(ics).filter((line) => !CHANGING.test(line) && !line.startsWith('EXDATE'));
  expect(others(after)).toEqual(others(before));
}
