import { describe, expect, it } from 'vitest';
import { deleteOccurrences } from '../../../src/calendar/edit/delete-occurrences.js';
import { errorOf } from '../../thrown.js';
import { calendar, context, lines, rows } from './edit-samples.js';

const DAILY = calendar(
  [
    'DTSTART;TZID=Europe/Berlin:20261124T090000',
    'RRULE:FREQ=DAILY;COUNT=4',
    'EXDATE;TZID=Europe/Berlin:20261125T090000',
    'SUMMARY:D',
    'SEQUENCE:1',
  ],
  ['RECURRENCE-ID:20261126T080000Z', 'DTSTART:20261126T150000Z', 'SUMMARY:Moved'],
);

function remove(scope: 'this' | 'following' | 'all', recurrenceId?: string, ics = DAILY) {
  return deleteOccurrences(
    ics,
    { scope, ...(recurrenceId === undefined ? {} : { recurrenceId }) },
    context(),
  );
}

describe('deleteFrom', () => {
  it('excludes one occurrence in the form of DTSTART', () => {
    const { ics } = remove('this', '20261127T0900');
    expect(lines(ics)).toContain('EXDATE;TZID=Europe/Berlin:20261127T090000');
    expect(lines(ics)).toContain('EXDATE;TZID=Europe/Berlin:20261125T090000');
    expect(lines(ics)).toContain('SEQUENCE:2');
    expect(rows(ics)).toHaveLength(2);
  });

  it('drops the override of an excluded occurrence', () => {
    const { ics } = remove('this', '20261126T0900');
    expect(ics).not.toContain('Moved');
    expect(rows(ics).map((row) => row.split(' ')[0])).toEqual(['20261124T0900', '20261127T0900']);
  });

  it('excludes all-day, UTC and floating occurrences in their own form', () => {
    const of = (start: string, id: string) =>
      lines(remove('this', id, calendar([start, 'RRULE:FREQ=DAILY', 'SUMMARY:D'])).ics);
    expect(of('DTSTART;VALUE=DATE:20261124', '20261125')).toContain('EXDATE;VALUE=DATE:20261125');
    expect(of('DTSTART:20261124T090000Z', '20261125T0900')).toContain('EXDATE:20261125T090000Z');
    expect(of('DTSTART:20261124T090000', '20261125T0900')).toContain('EXDATE:20261125T090000');
  });

  it('ends a series before an occurrence', () => {
    const { ics } = remove('following', '20261126T0900');
    expect(rows(ics)).toEqual(['20261124T0900 2026-11-24T09:00 0 D']);
    expect(lines(ics)).toContain('RRULE:FREQ=DAILY;COUNT=2');
    expect(ics).not.toContain('Moved');
  });

  it('leaves nothing when nothing would be left', () => {
    expect(remove('all').ics).toBeUndefined();
    expect(remove('following', '20261124T0900').ics).toBeUndefined();
    const last = calendar(['DTSTART:20261124T090000Z', 'RRULE:FREQ=DAILY;COUNT=1', 'SUMMARY:D']);
    expect(remove('this', '20261124T0900', last).ics).toBeUndefined();
    const single = calendar(['DTSTART:20261124T090000Z', 'SUMMARY:D']);
    expect(remove('this', undefined, single).ics).toBeUndefined();
  });

  it('never guesses an occurrence', () => {
    expect(errorOf(() => remove('this')).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => remove('following')).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => remove('this', '20261125T0900')).code).toBe('NOT_FOUND');
    expect(errorOf(() => remove('this', '20261201T0900')).code).toBe('NOT_FOUND');
    const single = calendar(['DTSTART:20261124T090000Z', 'SUMMARY:D']);
    expect(errorOf(() => remove('this', '20261125T0900', single)).code).toBe('NOT_FOUND');
  });

  it('takes single occurrences out of an object without a master', () => {
    const two = calendar(
      ['RECURRENCE-ID:20261124T090000Z', 'DTSTART:20261124T090000Z', 'SUMMARY:A'],
      ['RECURRENCE-ID:20261125T090000Z', 'DTSTART:20261125T090000Z', 'SUMMARY:B'],
    );
    const { ics } = remove('this', '20261124T0900', two);
    expect(lines(ics)).toContain('SUMMARY:B');
    expect(ics).not.toContain('SUMMARY:A');
  });

  it('refuses to take away what shapes later occurrences', () => {
    const range = calendar(
      ['DTSTART:20261103T090000Z', 'RRULE:FREQ=DAILY;COUNT=5', 'SUMMARY:R'],
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261105T090000Z', 'DTSTART:20261105T100000Z', 'SUMMARY:Later'],
    );
    expect(errorOf(() => remove('this', '20261105T0900', range)).code).toBe('UNSUPPORTED');
    expect(rows(remove('following', '20261105T0900', range).ics)).toHaveLength(2);
  });
});
