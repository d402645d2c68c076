import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { calendarOf } from '../conformance/events.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import type { TestServer } from '../servers/test-server.js';

export const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
export const WEEK = { from: Date.parse('2026-11-16T00:00:00Z'), to: Date.parse('2026-11-23T00:00:00Z') };
export const YEAR = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2027-01-01T00:00:00Z') };

/** What `SEARCHED` is found in: `Café Größenwahn`, in one description of 997. */
export const SEARCHED = 'cafe grossen';
export const FOUND_BY_TEXT = Math.ceil(EVENTS / 997);

const REPEATED = 100;

/** In Berlin's time, read as if it were UTC. Never near midnight, so a window means the same in every zone. */
function startOf(n: number): number {
  return n % 100 === 1 ? WEEK.from + 10 * HOUR : Date.UTC(2015, 0, 1 + ((n * 7) % 4400), 8 + (n % 9));
}

const isSeries = (n: number): boolean => n % 10 === 0;

/**
 * One in ten is a series, one in a hundred lies in the week, the rest are spread over twelve years, some of them with
 * a long description.
 */
export function event(n: number): string {
  const start = new Date(startOf(n)).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return calendarOf(`event-${n}@bench`, [
    `DTSTART;TZID=Europe/Berlin:${start}`,
    'DURATION:PT1H',
    ...(isSeries(n) ? [`RRULE:FREQ=WEEKLY;COUNT=${REPEATED}`] : []),
    `SUMMARY:Event ${n}`,
    `LOCATION:Room ${n % 40}`,
    `DESCRIPTION:${'Some words. '.repeat(n % 60)}${n % 997 === 0 ? 'Café Größenwahn' : ''}`,
  ]);
}

/** Every occurrence in a window as its title and its start in Berlin, `Event 7 2026-11-16 10:00`; without any library. */
export function occurrencesIn({ from, to }: { readonly from: number; readonly to: number }): Set<string> {
  const found = new Set<string>();
  for (let n = 0; n < EVENTS; n++) {
    for (let week = 0; week < (isSeries(n) ? REPEATED : 1); week++) {
      const start = startOf(n) + week * 7 * DAY;
      if (start >= from && start < to) found.add(occurrenceName(`Event ${n}`, start));
    }
  }
  return found;
}

/** `start` in Berlin's time, read as if it were UTC. */
function occurrenceName(title: string, start: number): string {
  return `${title} ${new Date(start).toISOString().slice(0, 16).replace('T', ' ')}`;
}

/** Files written before the first request cost nothing to make; the first request then reads them all. */
export async function fillRadicale(store: string): Promise<void> {
  const folder = join(store, 'collection-root', 'alice', 'big');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.Radicale.props'), '{"tag":"VCALENDAR","D:displayname":"Big"}');
  for (let n = 0; n < EVENTS; n++) await writeFile(join(folder, `event-${n}.ics`), event(n));
}

/** Puts them into a calendar of any server, some at a time; its address. */
export async function fillByPut(server: TestServer): Promise<string> {
  const calendar = await makeCalendar(server, 'Big');
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < EVENTS; n = next++) {
      // Cyrus refuses an event that is said to be XML.
      const type = { 'Content-Type': 'text/calendar; charset=utf-8' };
      const { status } = await rawRequest(server, 'PUT', `${calendar}event-${n}.ics`, event(n), type);
      if (status !== 201) throw new Error(`PUT answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return calendar;
}
