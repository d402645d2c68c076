import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVERYTHING } from '../../compilers/plan/predicate.js';
import { ALL_EVENTS } from '../../compilers/plan/read-plan.js';
import { DAY } from '../../compilers/time/civil.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { DEFAULT_BUDGET } from '../../src/calendar/rules/expansion-budget.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { sortInTurns } from '../../src/concurrency/sort-in-turns.js';
import { yielderFor } from '../../src/concurrency/yield-to-event-loop.js';
import { KnownOrigins } from '../../src/engine/context/origins.js';
import { expandAll } from '../../src/engine/read/expand/expand-series.js';
import { fitRows } from '../../src/engine/read/expand/fit-rows.js';
import { event, ics } from '../engine/service-on-memory.js';

const yieldToEventLoop = yielderFor(new AbortController().signal);

it('a sort in turns is the stable sort', async () => {
  const items = fc.array(fc.record({ key: fc.integer({ min: 0, max: 50 }), at: fc.nat() }), {
    minLength: 1900,
    maxLength: 9000,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(items, async (list) => {
      const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(await sortInTurns(list, compare, yieldToEventLoop)).toEqual([...list].sort(compare));
    }),
    { numRuns: 10 },
  );
});

it('a series expanded in pieces has each occurrence once, however long they are', async () => {
  const berlin = zoneOf('Europe/Berlin');
  if (berlin === undefined) throw new Error('no zone data');
  const calendar = { id: 'c', name: 'C', account: 'a' };
  const cases = fc.record({
    freq: fc.constantFrom('DAILY', 'HOURLY;INTERVAL=7', 'WEEKLY;BYDAY=MO,FR'),
    length: fc.constantFrom('PT0S', 'PT1H', 'P3D', 'P40D'),
    days: fc.integer({ min: 1, max: 90 }),
    pieces: fc.integer({ min: 2, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ freq, length, days, pieces }) => {
      const times = ['DTSTART;TZID=Europe/Berlin:20260901T023000', `DURATION:${length}`];
      const text = ics(...event('UID:s@x', 'SUMMARY:S', ...times, `RRULE:FREQ=${freq}`));
      const [series] = readObject(text, zoneOf).series;
      if (series === undefined) throw new Error('no series');
      const from = Date.UTC(2026, 9, 1);
      const range = { from, to: from + days * DAY };
      const context = {
        plan: { ...ALL_EVENTS, range, where: EVERYTHING, expansion: 'occurrences' as const },
        viewer: berlin,
        now: from,
        matches: () => true,
        mayMatch: () => true,
        budget: DEFAULT_BUDGET,
        statuses: [],
        occurrence: { calendar, ownAddresses: new Set<string>(), origins: new KnownOrigins() },
        note: () => undefined,
      };
      const object = { calendarId: 'c', href: 'h', etag: 'e', ics: text };
      const expanded = async (weight: number) => {
        const one = { calendarId: 'c', series, object, context };
        return (await expandAll([one], range, yieldToEventLoop, () => weight)).rows.map(({ id }) => id);
      };
      const whole = await expanded(1);
      expect(await expanded(pieces * 1000)).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
    }),
  );
});

it.each<[string, readonly (readonly [string, number])[], readonly number[], readonly string[]]>([
  [
    'all of it where it fits',
    [
      ['a', 50_000],
      ['b', 50_000],
    ],
    [50_000, 50_000],
    [],
  ],
  [
    'what is left when the densest are gone',
    [
      ['a', 14_400],
      ['a', 90_000],
      ['b', 30],
    ],
    [30, 14_400],
    [],
  ],
  [
    'nothing of those that are equal and too much',
    [
      ['a', 60_000],
      ['a', 60_000],
      ['b', 1],
    ],
    [1],
    [],
  ],
  ['no part of a calendar full of ordinary ones', [...full('a'), ['b', 700]], [700], ['a']],
  ['the calendars that fit', [...full('a'), ...full('b'), ['c', 5]], [5], ['a', 'b']],
])('a call can afford %s', (_, all, kept, calendars) => {
  const month = { from: 0, to: 30 * DAY };
  const weighed = all.map(([calendarId, weight]) => ({ calendarId, weight }));
  const fit = fitRows(weighed, month);
  expect(fit.kept.map(({ weight }) => weight).sort((a, b) => a - b)).toEqual(kept);
  expect([...fit.calendars].sort()).toEqual(calendars);
});

/** A calendar of series that occur every hour, and too many of them. */
function full(calendarId: string): (readonly [string, number])[] {
  return Array.from({ length: 200 }, () => [calendarId, 720] as const);
}
