import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { MemoryCalendar } from '../../src/backends/memory/memory-backend.js';
import { event, ics } from '../engine/service-on-memory.js';
import { CHROMIUM } from './chromium.js';
import { closeBrowser, type ShownPage, showPage } from './shown-page.js';

afterAll(closeBrowser);

const timed = (uid: string, title: string, start: string, end: string) =>
  ics(...event(`UID:${uid}`, `SUMMARY:${title}`, `DTSTART:202611${start}00Z`, `DTEND:202611${end}00Z`));

const CALENDARS: readonly MemoryCalendar[] = [
  {
    name: 'Work',
    color: '#1a5fb4',
    objects: [
      timed('a', 'Planning', '24T0900', '24T1100'),
      timed('b', 'Call with Ana', '24T1000', '24T1030'),
      timed('c', 'Review', '24T1030', '24T1130'),
      timed('d', 'Lunch', '26T1100', '26T1200'),
      timed('next', 'Next week', '30T1100', '30T1200'),
    ],
  },
  {
    name: 'Home',
    color: '#26a269',
    objects: [
      ics(...event('UID:trip', 'SUMMARY:Trip', 'DTSTART;VALUE=DATE:20261125', 'DTEND;VALUE=DATE:20261128')),
    ],
  },
];

const boxOf = async ({ frame }: ShownPage, name: RegExp) => {
  const box = await frame.getByRole('button', { name }).boundingBox();
  if (box === null) throw new Error(`${name} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

describe.skipIf(!existsSync(CHROMIUM))('the week', () => {
  it('has overlapping events side by side, each within its day, and nothing fails', async () => {
    const shown = await showPage(CALENDARS);
    const [planning, call, review] = await Promise.all(
      [/^Planning/, /^Call/, /^Review/].map((name) => boxOf(shown, name)),
    );
    const day = await shown.frame.getByRole('region', { name: 'Tuesday 24 November, today' }).boundingBox();
    if (!planning || !call || !review || !day) throw new Error('not shown');
    expect(call.x).toBeGreaterThanOrEqual(planning.right - 1);
    expect(review.x).toBeGreaterThanOrEqual(planning.right - 1);
    expect(review.y).toBeGreaterThanOrEqual(call.bottom - 1);
    for (const { x, right } of [planning, call, review]) {
      expect(x).toBeGreaterThanOrEqual(day.x - 1);
      expect(right).toBeLessThanOrEqual(day.x + day.width + 1);
    }
    expect(planning.height).toBeCloseTo(88, 0);
    const trip = await boxOf(shown, /^Trip, all day until 2026-11-27/);
    const wednesday = await shown.frame.getByRole('region', { name: 'Wednesday 25 November' }).boundingBox();
    expect(trip.width).toBeGreaterThan((wednesday?.width ?? 0) * 2.9);
    expect(await shown.frame.locator('#status').textContent()).toBe('5 events · Europe/Berlin');
    expect(shown.problems).toEqual([]);
  });
});
