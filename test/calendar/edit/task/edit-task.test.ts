import { describe, expect, it } from 'vitest';
import { createEvent } from '../../../../src/calendar/edit/create-event.js';
import { errorOf } from '../../../thrown.js';
import { context, date, lines, rows, time } from '../edit-samples.js';
import { edit } from '../edits.js';
import { changedLines, difference, tasks } from './tasks.js';

const DUE = tasks(['DUE;TZID=Europe/Berlin:20261124T170000', 'SUMMARY:Report', 'X-APPLE-SORT-ORDER:7']);
const DAY = tasks(['DUE;VALUE=DATE:20261124', 'SUMMARY:Report', 'X-OC-HIDESUBTASKS:1']);
const SPAN = tasks(['DTSTART;VALUE=DATE:20261120', 'DUE;VALUE=DATE:20261124', 'SUMMARY:Report']);
const LONG = tasks(['DTSTART:20261120T080000Z', 'DURATION:PT4H', 'SUMMARY:Report']);
const FLOATING = tasks(['DTSTART:20261120T080000', 'DUE:20261120T090000', 'SUMMARY:Report']);
const UNDATED = tasks(['SUMMARY:Report', 'PRIORITY:2']);
const WEEKLY = tasks(['DUE;VALUE=DATE:20261106', 'RRULE:FREQ=WEEKLY;BYDAY=FR', 'SUMMARY:Report']);

describe('the dates of a task', () => {
  it('keep their form, whichever of them there are', () => {
    expect(changedLines(DUE, { end: time('2026-11-25T12:00') })).toEqual([
      'DUE;TZID=Europe/Berlin:20261125T120000',
      '-DUE;TZID=Europe/Berlin:20261124T170000',
    ]);
    expect(changedLines(DAY, { end: date('2026-11-26') })[0]).toBe('DUE;VALUE=DATE:20261126');
    expect(changedLines(SPAN, { end: date('2026-11-26') })).toEqual([
      'DUE;VALUE=DATE:20261126',
      '-DUE;VALUE=DATE:20261124',
    ]);
    expect(changedLines(SPAN, { start: date('2026-11-22') })[0]).toBe('DTSTART;VALUE=DATE:20261122');
    expect(changedLines(LONG, { end: time('2026-11-20T14:00') })).toEqual([
      'DURATION:PT5H',
      '-DURATION:PT4H',
    ]);
    expect(changedLines(FLOATING, { end: time('2026-11-20T10:00') })[0]).toBe('DUE:20261120T100000');
    expect(changedLines(SPAN, { shiftMinutes: 1440 })).toEqual([
      'DTSTART;VALUE=DATE:20261121',
      'DUE;VALUE=DATE:20261125',
      '-DTSTART;VALUE=DATE:20261120',
      '-DUE;VALUE=DATE:20261124',
    ]);
  });

  it('a day keeps the time of day, a time makes a day a moment', () => {
    expect(changedLines(DUE, { end: date('2026-11-26') })[0]).toBe('DUE;TZID=Europe/Berlin:20261126T170000');
    expect(changedLines(DAY, { end: time('2026-11-26T09:00') })).toContain(
      'DUE;TZID=Europe/Berlin:20261126T090000',
    );
  });

  it('a day for what was not there is the beginning of it, or its end', () => {
    expect(changedLines(DUE, { start: date('2026-11-23') })).toEqual([
      'DTSTART;TZID=Europe/Berlin:20261123T000000',
    ]);
    const STARTED = edit(DUE, { start: time('2026-11-23T09:00'), noDue: true }).ics ?? '';
    expect(changedLines(STARTED, { end: date('2026-11-26') })).toEqual([
      'DUE;TZID=Europe/Berlin:20261126T235900',
    ]);
  });

  it('come and go', () => {
    expect(changedLines(UNDATED, { end: date('2026-11-26') })).toEqual(['DUE;VALUE=DATE:20261126']);
    expect(changedLines(UNDATED, { start: date('2026-11-25'), end: date('2026-11-26') })).toEqual([
      'DTSTART;VALUE=DATE:20261125',
      'DUE;VALUE=DATE:20261126',
    ]);
    expect(changedLines(DUE, { start: time('2026-11-24T09:00') })).toEqual([
      'DTSTART;TZID=Europe/Berlin:20261124T090000',
    ]);
    expect(changedLines(DAY, { start: date('2026-11-20') })).toEqual(['DTSTART;VALUE=DATE:20261120']);
    expect(changedLines(DAY, { noDue: true })).toEqual(['-DUE;VALUE=DATE:20261124']);
    expect(changedLines(SPAN, { noStart: true })).toEqual(['-DTSTART;VALUE=DATE:20261120']);
    expect(changedLines(SPAN, { noDue: true })).toEqual(['-DUE;VALUE=DATE:20261124']);
    expect(changedLines(SPAN, { noStart: true, noDue: true })).toHaveLength(2);
    expect(changedLines(LONG, { noStart: true })).toEqual([
      'DUE:20261120T120000Z',
      '-DTSTART:20261120T080000Z',
      '-DURATION:PT4H',
    ]);
  });

  it('are refused where they contradict each other', () => {
    expect(errorOf(() => edit(SPAN, { end: date('2026-11-01') })).info.path).toBe('/due');
    expect(errorOf(() => edit(SPAN, { end: time('2026-11-26T09:00') })).info.path).toBe('/due');
    expect(errorOf(() => edit(DAY, { start: time('2026-11-23T09:00') })).info.path).toBe('/due');
    expect(errorOf(() => edit(UNDATED, { shiftMinutes: 60 })).info.path).toBe('/due');
    expect(errorOf(() => edit(WEEKLY, { noDue: true })).info.path).toBe('/due');
    const rule = { recurrence: { rrule: 'FREQ=DAILY', exclude: [] } };
    expect(errorOf(() => edit(UNDATED, rule)).info.path).toBe('/due');
  });
});

describe('a series of tasks', () => {
  it('moves by its due date, its rule with it', () => {
    const moved = edit(WEEKLY, { end: date('2026-11-07') }, 'all', '20261106').ics;
    expect(lines(moved)).toEqual(
      expect.arrayContaining(['DUE;VALUE=DATE:20261107', 'RRULE:FREQ=WEEKLY;BYDAY=SA']),
    );
    expect(rows(moved, Date.UTC(2026, 10, 16))).toEqual([
      '20261107 2026-11-07 1440 Report',
      '20261114 2026-11-14 1440 Report',
    ]);
  });

  it('is split, and one occurrence changed', () => {
    const one = edit(WEEKLY, { end: date('2026-11-14'), title: 'Late' }, 'this', '20261113').ics;
    expect(rows(one, Date.UTC(2026, 10, 22))).toEqual([
      '20261106 2026-11-06 1440 Report',
      '20261113 2026-11-14 1440 Late',
      '20261120 2026-11-20 1440 Report',
    ]);
    const { ics, split } = edit(WEEKLY, { title: 'New' }, 'following', '20261113');
    expect(rows(ics)).toEqual(['20261106 2026-11-06 1440 Report']);
    expect(rows(split?.ics, Date.UTC(2026, 10, 22))).toEqual([
      '20261113 2026-11-13 1440 New',
      '20261120 2026-11-20 1440 New',
    ]);
  });

  it('gets a start, and is counted from it then', () => {
    const started = edit(WEEKLY, { start: date('2026-11-04') }, 'all', '20261106').ics;
    expect(rows(started, Date.UTC(2026, 10, 15))).toEqual([
      '20261104 2026-11-04 4320 Report',
      '20261111 2026-11-11 4320 Report',
    ]);
  });
});

describe('what only tasks have', () => {
  it('agrees about the progress', () => {
    expect(changedLines(DUE, { status: 'started' })).toEqual(['STATUS:IN-PROCESS']);
    expect(changedLines(DUE, { percent: 40 })).toEqual(['STATUS:IN-PROCESS', 'PERCENT-COMPLETE:40']);
    const done = edit(DUE, { percent: 100 }).ics ?? '';
    expect(difference(DUE, done)).toEqual([
      'STATUS:COMPLETED',
      'PERCENT-COMPLETE:100',
      'COMPLETED:20261121T120000Z',
    ]);
    expect(difference(DUE, edit(done, { status: 'open' }).ics ?? '')).toEqual(['STATUS:NEEDS-ACTION']);
    expect(difference(DUE, edit(done, { percent: 50 }).ics ?? '')).toEqual([
      'STATUS:IN-PROCESS',
      'PERCENT-COMPLETE:50',
    ]);
    expect(difference(DUE, edit(done, { status: 'cancelled' }).ics ?? '')).toEqual(['STATUS:CANCELLED']);
    expect(edit(done, { status: 'done' }).ics).toBe(done);
    expect(edit(DUE, { status: 'open' }).ics).toBe(DUE);
  });

  it('keeps the number of a priority that is the same in words', () => {
    expect(edit(UNDATED, { priority: 'high' }).ics).toBe(UNDATED);
    expect(changedLines(UNDATED, { priority: 'low' })).toEqual(['PRIORITY:9', '-PRIORITY:2']);
    expect(changedLines(UNDATED, { priority: null })).toEqual(['-PRIORITY:2']);
    expect(changedLines(DUE, { priority: 'medium' })).toEqual(['PRIORITY:5']);
  });

  it('names its parent and its length', () => {
    const part = edit(UNDATED, { parent: 'whole@example.org', estimateMinutes: 90 }).ics ?? '';
    expect(difference(UNDATED, part)).toEqual(['RELATED-TO:whole@example.org', 'ESTIMATED-DURATION:PT1H30M']);
    expect(difference(UNDATED, edit(part, { parent: null, estimateMinutes: null }).ics ?? '')).toEqual([]);
    const sibling = tasks(['RELATED-TO;RELTYPE=SIBLING:a', 'RELATED-TO;RELTYPE=PARENT:b']);
    expect(changedLines(sibling, { parent: 'c' })).toEqual([
      'RELATED-TO;RELTYPE=PARENT:c',
      '-RELATED-TO;RELTYPE=PARENT:b',
    ]);
  });

  it('reminds before it is due', () => {
    const reminder = { minutesBefore: 30, type: 'display' as const };
    const reminded = edit(SPAN, { reminders: [reminder] }).ics ?? '';
    expect(difference(SPAN, reminded)).toContain('TRIGGER;RELATED=END:-PT30M');
    expect(edit(reminded, { addReminders: [reminder] }).ics).toBe(reminded);
    const due = edit(DUE, { reminders: [reminder] }).ics ?? '';
    expect(edit(due, { reminders: [reminder] }).ics).toBe(due);
    const started = tasks(['DTSTART:20261120T080000Z']);
    expect(changedLines(started, { reminders: [reminder] })).toContain('TRIGGER:-PT30M');
  });
});

describe('a new task', () => {
  const created = (data: Parameters<typeof createEvent>[0]) => lines(createEvent(data, context()));

  it('has the dates it is given', () => {
    expect(created({ isTask: true, title: 'Report' })).toEqual(
      expect.arrayContaining(['BEGIN:VTODO', 'SUMMARY:Report', 'END:VTODO']),
    );
    expect(created({ isTask: true, title: 'Report' }).join()).not.toMatch(/DUE|DTSTART|TRANSP/);
    expect(created({ isTask: true, title: 'Report', end: time('2026-11-26T09:00') })).toEqual(
      expect.arrayContaining(['BEGIN:VTIMEZONE', 'DUE;TZID=Europe/Berlin:20261126T090000']),
    );
    expect(
      created({ isTask: true, title: 'Report', start: date('2026-11-25'), end: date('2026-11-26') }),
    ).toEqual(expect.arrayContaining(['DTSTART;VALUE=DATE:20261125', 'DUE;VALUE=DATE:20261126']));
  });

  it('repeats from its due date', () => {
    const rule = { rrule: 'FREQ=WEEKLY;BYDAY=FR', exclude: [] };
    expect(created({ isTask: true, title: 'Report', end: date('2026-11-25'), recurrence: rule })).toEqual(
      expect.arrayContaining(['DUE;VALUE=DATE:20261127', 'RRULE:FREQ=WEEKLY;BYDAY=FR']),
    );
    expect(
      errorOf(() => createEvent({ isTask: true, title: 'Report', recurrence: rule }, context())).info.path,
    ).toBe('/due');
  });
});
