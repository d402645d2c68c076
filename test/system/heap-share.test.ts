import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { expand } from '../../src/calendar/expand/expand.js';
import { expandSingle } from '../../src/calendar/expand/known-instances.js';
import { createRecordCache, createRecordStore } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { heapShare } from '../../src/system/heap-share.js';
import { calendarOf } from '../conformance/events.js';
import { required } from '../conformance/subject.js';

const MEGABYTE = 2 ** 20;

describe('what may be forgotten', () => {
  it.each([112, 144, 272, 560, 4144])('leaves room for the program in a heap of %i MB', (limit) => {
    const share = heapShare(0.25, 224 * MEGABYTE, limit * MEGABYTE);
    expect(share).toBeGreaterThan(6 * MEGABYTE);
    // 48 MB of the limit are for new objects.
    expect(share).toBeLessThanOrEqual(Math.max(8, (limit - 80) / 4) * MEGABYTE);
  });

  it.each([
    ['single events', []],
    ['series', ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE']],
    ['meetings', ['ATTENDEE;CN=Ben;PARTSTAT=ACCEPTED:mailto:ben@example.org', 'LOCATION:Room 5']],
  ])('is not larger than it is counted: records of %s', (_, more) => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const zone = required(zoneOf('Europe/Berlin'));
    const week = { from: Date.parse('2026-11-23T00:00Z'), to: Date.parse('2026-11-30T00:00Z') };
    const store = createRecordStore();
    const { recordOf } = createRecordCache(zoneOf, store);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 2000; n++) {
      const lines = [
        'DTSTART;TZID=Europe/Berlin:20261124T100000',
        'DURATION:PT1H',
        `SUMMARY:Event ${n}`,
        ...more,
      ];
      const ics = calendarOf(`event-${n}`, lines);
      const { series } = recordOf({ calendarId: 'a', href: `${n}.ics`, etag: `"${n}"`, ics });
      for (const one of series) {
        if (more.some((line) => line.startsWith('RRULE'))) expand(one, week, zone);
        else expandSingle(one, week, zone);
      }
    }
    collect();
    expect(store.entries.size).toBe(2000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1.2 * store.entries.calculatedSize);
  });
});
