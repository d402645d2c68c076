import { describe, expect, test } from 'vitest';
import { UNDATED } from '../../../schemas/model/task.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

const BERLIN = zoneOf('Europe/Berlin');

function read(...lines: readonly string[]) {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    'BEGIN:VTODO',
    'UID:t1',
    ...lines,
    'END:VTODO',
    'END:VCALENDAR',
  ];
  const [series] = readObject(`${text.join('\r\n')}\r\n`, zoneOf).series;
  if (series?.fields.task === undefined || BERLIN === undefined) throw new Error('no task');
  const rows = expand(series, ALL_TIME, BERLIN).map(({ start, end, allDay }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    allDay,
  }));
  return { task: series.fields.task, series, rows };
}

describe('when a task is', () => {
  test.each([
    ['a date due', ['DUE;VALUE=DATE:20261201'], '2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z', true],
    [
      'a time due',
      ['DUE;TZID=Europe/Berlin:20261201T170000'],
      '2026-12-01T16:00:00.000Z',
      '2026-12-01T16:00:00.000Z',
      false,
    ],
    [
      'from a day to that day',
      ['DTSTART;VALUE=DATE:20261201', 'DUE;VALUE=DATE:20261201'],
      '2026-11-30T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
      true,
    ],
    [
      'from a time to a day',
      ['DTSTART:20261130T080000Z', 'DUE;VALUE=DATE:20261201'],
      '2026-11-29T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
      true,
    ],
    [
      'from a day to a time',
      ['DTSTART;VALUE=DATE:20261130', 'DUE:20261201T080000Z'],
      '2026-11-29T23:00:00.000Z',
      '2026-12-01T08:00:00.000Z',
      false,
    ],
    [
      'a length from its start',
      ['DTSTART:20261201T080000Z', 'DURATION:PT2H'],
      '2026-12-01T08:00:00.000Z',
      '2026-12-01T10:00:00.000Z',
      false,
    ],
    [
      'due before it starts',
      ['DTSTART:20261205T080000Z', 'DUE:20261201T080000Z'],
      '2026-12-01T08:00:00.000Z',
      '2026-12-01T08:00:00.000Z',
      false,
    ],
  ])('%s', (_, lines, start, end, allDay) => {
    const { rows, task } = read(...lines);
    expect(rows).toEqual([{ start, end, allDay }]);
    expect(task.hasDue).toBe(true);
    // A start after the due date is ignored.
    expect(task.hasStart).toBe(lines.length === 2 && !lines.includes('DTSTART:20261205T080000Z'));
  });

  test('without a date it is after all others, once, whatever rule it has', () => {
    const { rows, series } = read('RRULE:FREQ=DAILY', 'SUMMARY:someday');
    expect(rows.map(({ start }) => start.slice(0, 4))).toEqual(['9999']);
    expect(series.recurring).toBe(false);
    expect(UNDATED).toBeLessThan(ALL_TIME.to);
  });

  test('a rule counts from its due date where there is no start', () => {
    const { rows } = read('DUE;TZID=Europe/Berlin:20261023T170000', 'RRULE:FREQ=WEEKLY;COUNT=2');
    expect(rows.map(({ start }) => start)).toEqual(['2026-10-23T15:00:00.000Z', '2026-10-30T16:00:00.000Z']);
  });
});

describe('what a task says', () => {
  test.each([
    [['STATUS:NEEDS-ACTION'], 'open'],
    [['STATUS:IN-PROCESS', 'PERCENT-COMPLETE:40'], 'started'],
    [['STATUS:COMPLETED', 'COMPLETED:20261101T080000Z'], 'done'],
    [['STATUS:CANCELLED'], 'cancelled'],
    [['COMPLETED:20261101T080000Z'], 'done'],
    [['PERCENT-COMPLETE:100'], 'done'],
    [['PERCENT-COMPLETE:5'], 'started'],
    [['STATUS:NEEDS-ACTION', 'COMPLETED:20261101T080000Z'], 'open'],
    [[], 'open'],
  ])('%j is %s', (lines, status) => {
    expect(read(...lines).task.status).toBe(status);
  });

  test('priority, parts and estimate', () => {
    const { task } = read(
      'PRIORITY:1',
      'RELATED-TO;RELTYPE=CHILD:c1',
      'RELATED-TO;RELTYPE=SIBLING:s1',
      'RELATED-TO:p1',
      'ESTIMATED-DURATION:PT90M',
    );
    expect(task).toMatchObject({ priority: 1, parent: 'p1', children: ['c1'], estimateMinutes: 90 });
  });

  test('it takes no time', () => {
    expect(read('DUE:20261201T080000Z').series.fields.busy).toBe(false);
  });
});
