import { describe, expect, it } from 'vitest';
import { printPredicate } from '../../compilers/plan/print-plan.js';
import { hoursOfCall, readWorkingHours } from '../../compilers/plan/working-hours.js';
import type { WorkingHoursInput } from '../../schemas/input/analysis.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
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
      'when overlaps [2026-11-21T23:00Z … 2026-11-22T23:00Z) and title contains "x" and calendar any of ["Work", "Home"]',
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
    const read = (hours: WorkingHoursInput) => readWorkingHours(hours, days, zoneOf);
    expect(read({ start: '08:30', end: '24:00' })).toEqual([{ start: 510, end: 1440, days }]);
    expect(read({ start: '22:00', end: '06:00', days: ['sun'] })).toEqual([
      { start: 22 * 60, end: 30 * 60, days: [7] },
    ]);
    const tokyo = { start: '09:00', end: '12:00', timezone: 'Asia/Tokyo' };
    expect(read([tokyo, { start: '13:00', end: '17:00' }])).toMatchObject([
      { start: 540, zone: { id: 'Asia/Tokyo' } },
      { start: 780, days },
    ]);
  });

  it('names the hours whose zone there is not', () => {
    const hours = { start: '09:00', end: '12:00', timezone: 'Europe/Berln' };
    const pathOf = (workingHours: unknown) =>
      errorOf(() => analyze({ type: 'schedule_health', params: { workingHours } })).info.path;
    expect(pathOf(hours)).toBe('/analysis/params/workingHours/timezone');
    expect(pathOf([{ start: '09:00', end: '12:00' }, hours])).toBe(
      '/analysis/params/workingHours/1/timezone',
    );
  });

  it('takes the earliest and latest time of a day in place of the working hours', () => {
    const hours = { start: 540, end: 1020, days: [1, 2, 3] };
    const night = { start: 22 * 60, end: 30 * 60, days: [1, 2, 3] };
    const opened = (params: object, of = hours) =>
      hoursOfCall(params, [of], zoneOf).flatMap(({ start, end }) => [start / 60, end / 60]);
    expect(opened({})).toEqual([9, 17]);
    expect(opened({ earliest: '10:30' })).toEqual([10.5, 17]);
    expect(opened({ latest: '12:00' })).toEqual([9, 12]);
    expect(opened({ earliest: '18:00' })).toEqual([18, 24]);
    expect(opened({ latest: '08:00' })).toEqual([0, 8]);
    expect(opened({ workingHours: { start: '06:00', end: '22:00' }, earliest: '20:00' })).toEqual([20, 22]);
    expect(opened({ earliest: '23:00' }, night)).toEqual([23, 30]);
    expect(opened({ earliest: '02:00' }, night)).toEqual([26, 30]);
    expect(opened({ latest: '23:00' }, night)).toEqual([22, 23]);
    expect(opened({ latest: '04:00' }, night)).toEqual([22, 28]);
    expect(opened({ earliest: '10:00', latest: '12:00' }, night)).toEqual([10, 12]);
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
