import { describe, expect, it } from 'vitest';
import { printPredicate } from '../../compilers/plan/print-plan.js';
import { hoursOfCall, readWorkingHours } from '../../compilers/plan/working-hours.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { errorOf } from '../thrown.js';
import { contextAt, NOW } from './compile-context.js';
import { planOfAnalysis } from './plan-of.js';

const analyze = (analysis: object) => planOfAnalysis({ analysis }, contextAt());

function readOf(analysis: object) {
  const plan = analyze(analysis);
  if (!('read' in plan)) throw new Error('reads nothing');
  return plan.read;
}

describe('an analysis', () => {
  it('has defaults', () => {
    expect(analyze({ type: 'availability' })).toMatchObject({
      params: {},
      limit: 10,
      read: { range: { from: NOW }, expansion: 'occurrences', mode: 'list' },
    });
    expect(new Date(readOf({ type: 'conflicts' }).range.to).toISOString()).toBe('2026-11-28T23:00:00.000Z');
    expect(readOf({ type: 'time_stats' }).range.to).toBe(NOW);
    expect(analyze({ type: 'time_stats' })).toMatchObject({ params: {}, limit: 50 });
    expect(analyze({ type: 'status' })).toEqual({ kind: 'status' });
    expect(analyze({ type: 'help', params: { topic: 'times' } })).toEqual({ kind: 'help', topic: 'times' });
  });

  it('looks at its scope', () => {
    const read = readOf({
      type: 'conflicts',
      scope: { when: 'tomorrow', calendars: ['Work', 'Home'], filters: { title: 'x' } },
    });
    expect(printPredicate(read.where)).toBe(
      'when overlaps [2026-11-21T23:00Z … 2026-11-22T23:00Z) and calendar any of ["Work", "Home"] and title contains "x"',
    );
    expect(read.calendars).toEqual({ any: ['Work', 'Home'] });
    const byFilter = readOf({ type: 'conflicts', scope: { filters: { when: 'tomorrow' } } });
    expect(byFilter.range).toEqual(read.range);
  });

  it('always ends', () => {
    for (const scope of [{ when: 'any' }, { when: { after: 'today' } }, { filters: { id: 'x' } }]) {
      expect(readOf({ type: 'time_stats', scope }).range.to).toBeLessThan(ALL_TIME.to);
    }
  });

  it('takes working hours of the call', () => {
    const days = [1, 2, 3, 4, 5];
    expect(readWorkingHours({ start: '08:30', end: '24:00' }, days)).toEqual({ start: 510, end: 1440, days });
    expect(readWorkingHours({ start: '10:00', end: '12:00', days: ['sun'] }, days)).toMatchObject({
      days: [7],
    });
  });

  it('takes the earliest and latest time of a day in place of the working hours', () => {
    const hours = { start: 540, end: 1020, days: [1, 2, 3] };
    const opened = (params: object) => {
      const { start, end } = hoursOfCall(params, hours);
      return [start / 60, end / 60];
    };
    expect(opened({})).toEqual([9, 17]);
    expect(opened({ earliest: '10:30' })).toEqual([10.5, 17]);
    expect(opened({ latest: '12:00' })).toEqual([9, 12]);
    expect(opened({ earliest: '18:00' })).toEqual([18, 24]);
    expect(opened({ latest: '08:00' })).toEqual([0, 8]);
    expect(opened({ workingHours: { start: '06:00', end: '22:00' }, earliest: '20:00' })).toEqual([20, 22]);
    const error = errorOf(() =>
      analyze({ type: 'availability', params: { earliest: '12:00', latest: '12:00' } }),
    );
    expect([error.code, error.info.path]).toEqual(['INVALID_ARGUMENT', '/analysis/params/latest']);
  });

  it('does not look into the trash', () => {
    expect(() => analyze({ type: 'conflicts', scope: { filters: { deleted: true } } })).toThrow(
      CalendarError,
    );
  });
});
