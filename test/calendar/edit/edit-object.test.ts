import { describe, expect, it } from 'vitest';
import { errorOf } from '../../thrown.js';
import { calendar, date, lines, rows, time } from './edit-samples.js';
import { edit, SINGLE } from './edits.js';

describe('a single event', () => {
  it('keeps its length when only the start moves', () => {
    expect(rows(edit(SINGLE, { start: time('2026-11-25T11:15') }).ics)).toEqual([
      '- 2026-11-25T11:15 60 One',
    ]);
    expect(rows(edit(SINGLE, { start: time('2026-11-25T05:15', 'America/New_York') }).ics)).toEqual([
      '- 2026-11-25T11:15 60 One',
    ]);
  });

  it('stamps, and counts a revision only for what matters', () => {
    const titled = lines(edit(SINGLE, { title: 'Two' }).ics);
    expect(titled).toContain('DTSTAMP:20261121T120000Z');
    expect(titled).toContain('LAST-MODIFIED:20261121T120000Z');
    expect(titled.some((line) => line.startsWith('SEQUENCE'))).toBe(false);
    expect(lines(edit(SINGLE, { status: 'cancelled' }).ics)).toContain('SEQUENCE:1');
  });

  it('keeps the organizer’s revision on an attendee’s copy', () => {
    const invited = SINGLE.replace('SUMMARY', 'ORGANIZER:mailto:boss@example.org\r\nSEQUENCE:4\r\nSUMMARY');
    expect(lines(edit(invited, { start: time('2026-11-24T10:00') }).ics)).toContain('SEQUENCE:4');
  });

  it('is not touched by a change that changes nothing', () => {
    expect(edit(SINGLE, { title: 'One', start: time('2026-11-24T09:00'), status: null }).ics).toBe(SINGLE);
    const escaped = SINGLE.replace('SUMMARY:One', 'SUMMARY:O\\Ne');
    expect(edit(escaped, { title: 'O\ne' }).ics).toBe(escaped);
  });

  it('ends at a named end, on a named day, after a named duration', () => {
    expect(rows(edit(SINGLE, { end: time('2026-11-24T12:00') }).ics)).toEqual(['- 2026-11-24T09:00 180 One']);
    expect(rows(edit(SINGLE, { end: date('2026-11-25') }).ics)).toEqual(['- 2026-11-24T09:00 1500 One']);
    expect(rows(edit(SINGLE, { durationMinutes: 5 }).ics)).toEqual(['- 2026-11-24T09:00 5 One']);
    expect(errorOf(() => edit(SINGLE, { end: time('2026-11-24T08:00') })).code).toBe('INVALID_DATE');
  });

  it('keeps its time of day when it moves to a date', () => {
    const result = edit(SINGLE, { start: date('2026-12-01') });
    expect(rows(result.ics)).toEqual(['- 2026-12-01T09:00 60 One']);
    expect(result.notes).toHaveLength(1);
  });

  it('becomes all-day and timed again', () => {
    const days = edit(SINGLE, { allDay: true }).ics ?? '';
    expect(lines(days)).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261125']),
    );
    expect(rows(edit(SINGLE, { start: date('2026-12-01'), end: date('2026-12-03') }).ics)).toEqual([
      '- 2026-12-01 4320 One',
    ]);
    const timed = edit(days, { start: time('2026-11-26T08:00') }).ics;
    expect(rows(timed)).toEqual(['- 2026-11-26T08:00 60 One']);
    expect(lines(timed)).toContain('BEGIN:VTIMEZONE');
    expect(errorOf(() => edit(days, { allDay: false })).code).toBe('INVALID_DATE');
  });

  it('goes to another zone at the same moment', () => {
    const result = edit(SINGLE, { timezone: 'America/New_York' });
    expect(rows(result.ics)).toEqual(['- 2026-11-24T09:00 60 One']);
    expect(lines(result.ics)).toContain('DTSTART;TZID=America/New_York:20261124T030000');
    expect(lines(result.ics)).toContain('TZID:America/New_York');
    const both = edit(SINGLE, {
      timezone: 'America/New_York',
      start: time('2026-11-24T09:00', 'America/New_York'),
    });
    expect(lines(both.ics)).toContain('DTSTART;TZID=America/New_York:20261124T090000');
  });

  it('keeps the name its zone has in the file', () => {
    const windows = SINGLE.replaceAll('Europe/Berlin', '"W. Europe Standard Time"');
    const result = edit(windows, { start: time('2026-11-24T10:00'), timezone: 'Europe/Berlin' });
    expect(lines(result.ics)).toContain('DTSTART;TZID="W. Europe Standard Time":20261124T100000');
  });

  it('keeps DURATION as DURATION and a DTEND in its own zone', () => {
    const lasting = SINGLE.replace('DTEND;TZID=Europe/Berlin:20261124T100000', 'DURATION:PT1H');
    expect(lines(edit(lasting, { start: time('2026-11-24T10:00') }).ics)).toContain('DURATION:PT1H');
    expect(lines(edit(lasting, { durationMinutes: 90 }).ics)).toContain('DURATION:PT1H30M');
    // P1D would be an hour longer or shorter when the clocks change.
    expect(lines(edit(lasting, { durationMinutes: 1440 }).ics)).toContain('DURATION:PT24H');
    const flight = SINGLE.replace(
      'DTEND;TZID=Europe/Berlin:20261124T100000',
      'DTEND;TZID=America/New_York:20261124T120000',
    );
    expect(rows(flight)).toEqual(['- 2026-11-24T09:00 540 One']);
    const later = edit(flight, { start: time('2026-11-24T10:30') }).ics;
    expect(lines(later)).toContain('DTEND;TZID=America/New_York:20261124T133000');
    expect(rows(later)).toEqual(['- 2026-11-24T10:30 540 One']);
  });

  it('moves a floating event on the asker’s clock', () => {
    const floating = calendar(['DTSTART:20261124T090000', 'DTEND:20261124T100000', 'SUMMARY:One']);
    const result = edit(floating, { start: time('2026-11-24T15:00', 'America/New_York') });
    expect(lines(result.ics)).toContain('DTSTART:20261124T210000');
  });

  it('takes an end for what the clock shows where that leaves out a floating start', () => {
    const floating = calendar(['DTSTART:20270328T023000', 'DTEND:20270328T030000', 'SUMMARY:One']);
    expect(rows(floating)).toEqual(['- 2027-03-28T03:30 30 One']);
    const later = edit(floating, { end: time('2027-03-28T04:15') });
    expect(rows(later.ics)).toEqual(['- 2027-03-28T03:30 45 One']);
    const night = calendar(['DTSTART:20270327T233000', 'DTEND:20270328T013000', 'SUMMARY:One']);
    const both = edit(night, { start: time('2027-03-28T02:30'), end: time('2027-03-28T04:30') });
    expect(rows(both.ics)).toEqual(['- 2027-03-28T03:30 60 One']);
    const before = { end: time('2027-03-28T03:15') };
    expect(errorOf(() => edit(floating, before)).code).toBe('INVALID_DATE');
  });

  it('starts to recur', () => {
    const result = edit(SINGLE, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2', exclude: [] } });
    expect(rows(result.ics).map((row) => row.split(' ')[1])).toEqual([
      '2026-11-24T09:00',
      '2026-11-25T09:00',
    ]);
  });

  it('is found only by its own time', () => {
    expect(rows(edit(SINGLE, { title: 'X' }, 'this', '20261124T0900').ics)).toEqual([
      '- 2026-11-24T09:00 60 X',
    ]);
    expect(errorOf(() => edit(SINGLE, { title: 'X' }, 'this', '20261125T0900')).code).toBe('NOT_FOUND');
  });
});
