// @module-tag browser
import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { CalendarError } from '../../schemas/model/error.js';
import { event, ics, serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend, type MemoryCalendar } from '../reference/memory-backend.js';
import { CHROMIUM } from './chromium.js';
import { differenceTo } from './picture.js';
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

const ARIA = `- group "All day":
  - button "Trip, all day until Fri 27 Nov, Wednesday 25 November, Home": Trip
- region "Monday 23 November"
- region "Tuesday 24 November, today":
  - button "Planning, 10:00 – 12:00, Tuesday 24 November, Work": Planning 10:00 – 12:00
  - button "Call with Ana, 11:00 – 11:30, Tuesday 24 November, Work": Call with Ana 11:00
  - button "Review, 11:30 – 12:30, Tuesday 24 November, Work": Review 11:30 – 12:30
- region "Wednesday 25 November"
- region "Thursday 26 November":
  - button "Lunch, 12:00 – 13:00, Thursday 26 November, Work": Lunch 12:00 – 13:00
- region "Friday 27 November"
- region "Saturday 28 November"
- region "Sunday 29 November"`;

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
    const trip = await boxOf(shown, /^Trip, all day until Fri 27 Nov/);
    const wednesday = await shown.frame.getByRole('region', { name: 'Wednesday 25 November' }).boundingBox();
    expect(trip.width).toBeGreaterThan((wednesday?.width ?? 0) * 2.9);
    expect(await shown.frame.locator('#status').textContent()).toBe('5 events · Europe/Berlin');
    expect(shown.problems).toEqual([]);
  });

  it('is read anew when one turns to another week, in the calendars of the question', async () => {
    const { frame, calls, problems } = await showPage(CALENDARS);
    await frame.getByRole('button', { name: 'Forward' }).click();
    await frame.getByRole('button', { name: /^Next week/ }).waitFor();
    expect(calls.at(-1)).toEqual({
      name: 'calendar_read',
      arguments: {
        query: { type: 'events', filters: { when: { between: ['2026-11-30', '2026-12-06'] } }, limit: 200 },
      },
    });
    expect(await frame.getByRole('heading', { level: 1 }).textContent()).toBe(
      '30 November – 6 December 2026',
    );
    expect(await frame.getByRole('status').textContent()).toBe('1 event · Europe/Berlin');
    await frame.locator('body').press('PageDown');
    await frame.getByText('No events').waitFor();
    expect(problems).toEqual([]);
  });

  it('is usable with the keyboard alone', async () => {
    const { page, frame } = await showPage(CALENDARS);
    const focused = () => frame.evaluate(`document.activeElement.getAttribute('aria-label')`);
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused();
    };
    await frame.getByRole('heading', { level: 1 }).click();
    expect(await press('Home')).toMatch(/^Planning, 10:00 – 12:00, Tuesday 24 November, Work$/);
    expect(await press('ArrowDown')).toMatch(/^Call with Ana/);
    expect(await press('ArrowRight')).toMatch(/^Trip/);
    expect(await press('ArrowRight')).toMatch(/^Lunch/);
    expect(await press('ArrowLeft')).toMatch(/^Trip/);
    expect(await press('End')).toMatch(/^Lunch/);
    await press('Enter');
    const dialog = frame.getByRole('dialog', { name: 'Lunch' });
    await dialog.getByText('Calendar: Work').waitFor();
    await press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(await focused()).toMatch(/^Lunch/);
    await press('d');
    expect(await frame.getByRole('heading', { level: 1 }).textContent()).toBe('Tuesday 24 November 2026');
    expect(await frame.getByRole('button', { name: 'Day', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('says so when the rest of an event cannot be read', async () => {
    const service = serviceOver([createMemoryBackend({ name: 'test', calendars: CALENDARS })]);
    const fetch = () => Promise.reject(new CalendarError('TIMEOUT', 'The server takes too long.'));
    const { frame, problems } = await showPage(CALENDARS, { service: { ...service, fetch } });
    await frame.getByRole('button', { name: /^Lunch/ }).click();
    const dialog = frame.getByRole('dialog', { name: 'Lunch' });
    await dialog.getByText('The rest of this event could not be read.').waitFor();
    expect(problems).toEqual([]);
  });

  it('shows titles as the text they are', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
    const shown = await showPage([
      {
        name: '</style><b>Work',
        color: 'red;background:url(http://evil.test)',
        objects: [timed('x', evil, '24T0900', '24T1100')],
      },
    ]);
    await shown.frame.getByRole('button').filter({ hasText: evil }).click();
    expect(await shown.frame.getByRole('dialog').getByRole('heading').textContent()).toBe(evil);
    expect(await shown.frame.locator('img, .day script, dialog script').count()).toBe(0);
    expect(shown.problems).toEqual([]);
  });

  it.each([320, 1600])('fits a page of %i pixels', async (width) => {
    const shown = await showPage(CALENDARS, { width });
    const wide = await shown.frame.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
    expect(await shown.frame.locator('section.day').count()).toBe(width < 560 ? 1 : 7);
    const planning = await boxOf(shown, /^Planning/);
    expect(planning.width).toBeGreaterThan(80);
  });

  it('is dark where the computer is, unless the client says otherwise', async () => {
    const ground = async (shown: ShownPage) =>
      shown.frame.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await ground(await showPage(CALENDARS, { dark: true }))).toBe('rgb(27, 27, 29)');
    expect(await ground(await showPage(CALENDARS, { dark: true, theme: 'light' }))).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await ground(await showPage(CALENDARS, { theme: 'dark' }))).toBe('rgb(27, 27, 29)');
  });

  it('never looks free on days that were not asked for', async () => {
    const { frame } = await showPage(CALENDARS, { when: '2026-11-24' });
    expect(await frame.getByRole('region', { name: /, not asked for$/ }).count()).toBe(6);
    await frame.getByRole('button', { name: 'Today' }).click();
    await frame.getByRole('button', { name: /^Lunch/ }).waitFor();
    expect(await frame.getByRole('region', { name: /, not asked for$/ }).count()).toBe(0);
  });

  it('says why there is nothing to see', async () => {
    const { frame } = await showPage(CALENDARS, { when: 'no such time' });
    expect(await frame.getByRole('alert').textContent()).toMatch(/not a time that can be read/);
    const empty = await showPage([{ name: 'Work', objects: [] }]);
    expect(await empty.frame.getByRole('status').textContent()).toBe('No events · Europe/Berlin');
  });

  it('has a line at the present time, on the clock of the answer', async () => {
    const shown = await showPage(CALENDARS);
    const line = await shown.frame.locator('.now').boundingBox();
    const call = await boxOf(shown, /^Call/);
    // 10:30, half an hour before the call.
    expect(call.y - (line?.y ?? 0)).toBeCloseTo(22, -1);
  });

  it.each([
    ['week-light', { width: 720, height: 640 }],
    ['day-dark', { width: 360, height: 640, dark: true }],
  ])('looks as it did: %s', async (name, showing) => {
    const { page, frame } = await showPage(CALENDARS, showing);
    // The colours come after the events.
    await frame.locator('.event[style*="#1a5fb4"]').first().waitFor();
    expect(await differenceTo(name, page)).toBeLessThan(0.005);
  });

  it('reads to a screen reader as days with their events', async () => {
    const { frame } = await showPage(CALENDARS);
    expect(await frame.locator('#view').ariaSnapshot()).toBe(ARIA);
  });
});
