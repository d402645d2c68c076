import { event, ics } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';

const numbered = (count: number, text: (n: number) => readonly string[]): string[] =>
  Array.from({ length: count }, (_, n) => ics(...event(...text(n))));

const series = (count: number, start: string, rrule: string, title: string): string[] =>
  numbered(count, (n) => [
    `UID:${title}-${n}@x`,
    `SUMMARY:${title} ${n}`,
    `DTSTART:${start}`,
    'DURATION:PT1M',
    `RRULE:${rrule}`,
  ]);

/** Events of a few bytes that recur without end. */
export const everyThreeMinutes = (count: number): string[] =>
  series(count, '20261101T000000Z', 'FREQ=MINUTELY;INTERVAL=3', 'Bomb');
export const everySecond = (count: number): string[] =>
  series(count, '20261101T000000Z', 'FREQ=SECONDLY', 'Tick');
/** Ordinary series, of which there are merely many. */
export const daily = (count: number): string[] => series(count, '20200101T090000Z', 'FREQ=DAILY', 'Daily');

/** One event on Tuesday 24 November 2026, 10:00 to 11:00 UTC. */
export const single = (title: string): string =>
  ics(...event(`UID:${title}@x`, `SUMMARY:${title}`, 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'));

/** A feed with these events and the single one `In the feed`, and the calendar Work with `At work`. */
export const feedAndWork = (feed: readonly string[]) =>
  createMemoryBackend({
    name: 'test',
    calendars: [
      { name: 'Feed', objects: [...feed, single('In the feed')] },
      { name: 'Work', objects: [single('At work')] },
    ],
  });
