import ICAL from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { DAY } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { deleteOccurrences } from '../../../src/calendar/edit/delete-occurrences.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { namedInstance } from '../../../src/calendar/expand/named-instance.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { BERLIN, calendar, context } from '../edit/edit-samples.js';

/** Zones that count their lookups: the cost of each occurrence. */
function counting() {
  let asked = 0;
  const known = new Map<string, Zone>();
  const count =
    <T>(work: (at: number) => T) =>
    (at: number): T => {
      asked++;
      return work(at);
    };
  const zones = (id: string): Zone | undefined => {
    const zone = zoneOf(id);
    if (zone === undefined) return undefined;
    const counted = known.get(id) ?? {
      ...zone,
      toInstant: count((at) => zone.toInstant(at)),
      toWall: count((at) => zone.toWall(at)),
      kindOf: count((at) => zone.kindOf(at)),
      offsetAt: count((at) => zone.offsetAt(at)),
    };
    known.set(id, counted);
    return counted;
  };
  return { zones, asked: () => asked };
}

const day = (index: number): string =>
  new Date(Date.UTC(2020, 0, 1) + index * DAY).toISOString().slice(0, 10).replaceAll('-', '');

/** A daily series whose first occurrences were each moved by an hour. */
function series(overrides: number): string {
  const moved = Array.from({ length: overrides }, (_, index) => [
    `RECURRENCE-ID;TZID=${BERLIN}:${day(index)}T090000`,
    `DTSTART;TZID=${BERLIN}:${day(index)}T100000`,
    'DURATION:PT30M',
    'SUMMARY:Moved',
  ]);
  return calendar(
    [`DTSTART;TZID=${BERLIN}:20200101T090000`, 'DURATION:PT30M', 'RRULE:FREQ=DAILY', 'SUMMARY:Daily'],
    ...moved,
  );
}

describe('a series with many changed occurrences', () => {
  const id = `${day(3)}T0900`;
  const work: Readonly<Record<string, (ics: string, zones: (id: string) => Zone | undefined) => unknown>> = {
    'changes one of them': (ics, zones) =>
      editObject(ics, { title: 'New' }, { scope: 'this', recurrenceId: id }, context({ zones })),
    'changes all of them': (ics, zones) =>
      editObject(ics, { durationMinutes: 45 }, { scope: 'all', recurrenceId: id }, context({ zones })),
    'changes the later ones': (ics, zones) =>
      editObject(ics, { title: 'New' }, { scope: 'following', recurrenceId: id }, context({ zones })),
    'deletes one': (ics, zones) =>
      deleteOccurrences(ics, { scope: 'this', recurrenceId: id }, context({ zones })),
    'finds one': (ics, zones) => {
      const [record] = readObject(ics, zones).series;
      const viewer = zones('Asia/Kolkata');
      return record && viewer && namedInstance(record, id, viewer);
    },
  };

  it.each(Object.entries(work))('%s with work that grows as they do', (_, run) => {
    const cost = (overrides: number): number => {
      const { zones, asked } = counting();
      run(series(overrides), zones);
      return asked();
    };
    const few = cost(250);
    expect(few).toBeGreaterThan(250);
    expect(cost(1000)).toBeLessThan(few * 5);
  });

  it('is checked with work that grows as they do', () => {
    const looks = vi.spyOn(ICAL.Component.prototype, 'getAllSubcomponents');
    validateObject(series(1000));
    const seen = looks.mock.contexts
      .filter((one) => one instanceof ICAL.Component)
      .reduce((sum, { jCal }) => sum + jCal[2].length, 0);
    looks.mockRestore();
    expect(seen).toBeLessThan(5000);
  });
});
