import { describe, expect, it } from 'vitest';
import { printDate } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import { resolveEventTime } from '../../compilers/time/resolve-time.js';
import { errorOf } from '../thrown.js';
import { scope, scopeAt } from './time-scope.js';

describe('times of events', () => {
  const event = (text: string, at = scope) => {
    const { time, notes } = resolveEventTime(text, at);
    return [time.kind === 'date' ? printDate(time.day) : printZoned(time.instant, at.zone), ...notes];
  };

  it('are days or moments', () => {
    expect(event('2026-11-24')).toEqual(['2026-11-24']);
    expect(event('friday')).toEqual(['2026-11-27']);
    expect(event('endOfMonth')).toEqual(['2026-11-30']);
    expect(event('startOfMonth+1month')).toEqual(['2026-12-01']);
    expect(event('tomorrow+9h')).toEqual(['2026-11-22T09:00+01:00']);
    expect(event('2026-11-24T08:00Z')).toEqual(['2026-11-24T09:00+01:00']);
  });

  it('are a day in words with its time of day', () => {
    expect(event('tomorrow 09:00')).toEqual(['2026-11-22T09:00+01:00']);
    expect(event('Friday at 9:30')).toEqual(['2026-11-27T09:30+01:00']);
    expect(event('todayT23:59')).toEqual(['2026-11-21T23:59+01:00']);
    expect(event('friday+1week 12:30')).toEqual(['2026-12-04T12:30+01:00']);
    expect(event('today 02:30', scopeAt('2026-03-29T12:00'))).toEqual([
      '2026-03-29T03:30+02:00',
      expect.stringContaining('does not exist'),
    ]);
    expect(event('tomorrow 3pm')).toEqual(['2026-11-22T15:00+01:00']);
    expect(event('thursday at 6 pm')).toEqual(['2026-11-26T18:00+01:00']);
    expect(event('friday+1week at noon')).toEqual(['2026-12-04T12:00+01:00']);
    expect(event('2026-11-24, 9:30 a.m.')).toEqual(['2026-11-24T09:30+01:00']);
    expect(event('in an hour and a half')).toEqual(['2026-11-21T12:00+01:00']);
    // Nothing is guessed: neither a half of the day nor a time in a part of it.
    const guesses = [
      'tomorrow at 9',
      'friday half past nine',
      'tomorrow morning',
      'friday 2-4pm',
      '13pm tomorrow',
    ];
    for (const text of [
      ...guesses,
      'now 09:00',
      'tomorrow 25:00',
      'tomorrow 9',
      'next week 09:00',
      'endOfMonth 10:00',
    ]) {
      expect(errorOf(() => event(text)).code).toBe('INVALID_DATE');
    }
  });

  it('are moved out of a gap, and the first of two, with a note (RFC 5545 §3.3.5)', () => {
    expect(event('2026-03-29T02:30')).toEqual([
      '2026-03-29T03:30+02:00',
      '2026-03-29T02:30 does not exist in Europe/Berlin (clocks go forward); it was read as 2026-03-29T03:30+02:00.',
    ]);
    expect(event('2026-10-25T02:30')).toEqual([
      '2026-10-25T02:30+02:00',
      '2026-10-25T02:30 exists twice in Europe/Berlin (clocks go back); the first was taken: 2026-10-25T02:30+02:00.',
    ]);
    expect(event('2026-03-29T03:00')).toEqual(['2026-03-29T03:00+02:00']);
    expect(event('2026-10-25T03:00')).toEqual(['2026-10-25T03:00+01:00']);
  });

  it('keep the second of two when its offset was given', () => {
    const { time } = resolveEventTime('2026-10-25T02:30+01:00', scope);
    expect(time).toEqual({
      kind: 'time',
      instant: Date.UTC(2026, 9, 25, 1, 30),
      wall: Date.UTC(2026, 9, 25, 1, 30),
      zone: 'UTC',
    });
    const first = resolveEventTime('2026-10-25T02:30+02:00', scope);
    expect(first.time).toMatchObject({ zone: 'Europe/Berlin', wall: Date.UTC(2026, 9, 25, 2, 30) });
  });

  it.each(['next week', '2026-11', 'any', 'next 3 days', '2026-W48'])('are not periods: %s', (text) => {
    const error = errorOf(() => resolveEventTime(text, scope));
    expect(error.code).toBe('INVALID_DATE');
    expect(error.info.didYouMean).toHaveLength(1);
  });
});
