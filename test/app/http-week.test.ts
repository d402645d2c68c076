// @module-tag browser
import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { tokenDigest } from '../../src/secrets/access-tokens.js';
import { createOneTimeKey } from '../../src/server/http/pages/one-time-key.js';
import { event, ics, serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend, type MemoryCalendar } from '../reference/memory-backend.js';
import { CHROMIUM } from './chromium.js';
import { type Opening, openWeek, placeOf } from './opened-week.js';
import { closeBrowser } from './shown-page.js';

afterAll(closeBrowser);

const EVIL = '</script><script>alert(1)</script><b>';
const TOKEN = 'ana-token-0123456789-0123456789-0123456789';
const TOKENS = [{ name: 'ana', digest: tokenDigest(TOKEN), readOnly: false }];

const timed = (title: string, start: string, end: string, ...more: readonly string[]) =>
  ics(...event(`UID:${title}`, `SUMMARY:${title}`, `DTSTART:${start}00Z`, `DTEND:${end}00Z`, ...more));
const task = (title: string, due: string) =>
  ics('BEGIN:VTODO', `UID:${title}`, `SUMMARY:${title}`, `DUE${due}`, 'END:VTODO');

const CALENDARS: readonly MemoryCalendar[] = [
  {
    name: 'Work',
    color: '#1a5fb4',
    objects: [
      timed(EVIL, '20261124T1100', '20261124T1200', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      timed('Quarterly planning', '20261124T1130', '20261124T1300'),
      task('Send the minutes', ':20261125T140000Z'),
    ],
  },
  {
    name: 'Family',
    color: '#26a269',
    objects: [
      timed('Night train to Vienna', '20261127T2015', '20261128T0655'),
      task('Tax return', ';VALUE=DATE:20261119'),
      task(`Buy ${EVIL}`, ';VALUE=DATE:20261128'),
    ],
  },
];

const open = (opening: Partial<Opening>) =>
  openWeek({
    service: () => serviceOver([createMemoryBackend({ name: 'test', calendars: CALENDARS })]),
    ...opening,
  });

const PHONE = { width: 390, height: 844 };

describe.skipIf(!existsSync(CHROMIUM))('the week over HTTP', () => {
  it('runs under its own policy, and turns to other weeks by its address', async () => {
    const { page, url, problems } = await open({});
    await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
    expect(await page.locator('.event b').first().textContent()).toBe(EVIL);
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.waitForURL(/\/week\?from=2026-11-30$/);
    await page.getByRole('heading', { name: '30 November – 6 December 2026' }).waitFor();
    expect(await page.locator('section[aria-label="Tuesday 1 December"] .event').count()).toBe(1);
    expect(await page.locator('.head').allTextContents()).toEqual([
      'Mon 30 Nov',
      'Tue 1 Dec',
      'Wed 2',
      'Thu 3',
      'Fri 4',
      'Sat 5',
      'Sun 6',
    ]);
    await page.goto(`${url}/week?from=2026-02-31`);
    expect(await page.getByRole('alert').textContent()).not.toBe('');
    expect(problems).toEqual([]);
  });

  it('turns from day to day on a phone, into the week before', async () => {
    const { page } = await open({ viewport: PHONE, now: '2026-11-23T09:30:00Z' });
    await page.getByRole('heading', { name: 'Monday 23 November 2026' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Sunday 22 November 2026' }).waitFor();
    expect(await page.getByRole('button', { name: 'Day', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('begins in the morning, with what lasts from the day before at the top', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 800 } });
    const [top, view] = [await placeOf(page, '.top'), await placeOf(page, '#view')];
    const [midnight, seven] = [
      await placeOf(page, '.hour >> text="00:00"'),
      await placeOf(page, '.hour >> text="07:00"'),
    ];
    expect(midnight.bottom).toBeLessThan(top.bottom);
    expect(seven.y).toBeGreaterThan(top.bottom - 12);
    expect(seven.bottom).toBeLessThan(top.bottom + 20);
    const label = await placeOf(page, 'section[aria-label="Saturday 28 November"] .event .text');
    expect(label.y).toBeGreaterThanOrEqual(top.bottom - 1);
    expect(label.bottom).toBeLessThan(top.bottom + 40);
    const evening = await placeOf(page, 'section[aria-label="Friday 27 November"] .event');
    const text = await placeOf(page, 'section[aria-label="Friday 27 November"] .event .text');
    expect(text.y - evening.y).toBeLessThan(4);
    expect((await placeOf(page, '.day')).bottom).toBeGreaterThan(view.bottom);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(800);
  });

  it('shows the present time, however late it is', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 500 }, now: '2026-11-27T22:15:00Z' });
    const [now, view] = [await placeOf(page, '.now'), await placeOf(page, '#view')];
    expect(now.bottom).toBeLessThan(view.bottom);
    expect(now.y).toBeGreaterThan((await placeOf(page, '.top')).bottom);
  });

  it('writes times as people do, also on the page of an event', async () => {
    const { page } = await open({});
    const boxes = page.locator('.event').filter({ hasText: 'Night train' });
    expect(await boxes.locator('.time').allTextContents()).toEqual(['21:15 – Sat 07:55', 'until 07:55']);
    await boxes.first().click();
    await page.getByText('Fri 27 Nov, 21:15 – Sat 28 Nov, 07:55').waitFor();
    await page.getByRole('link', { name: 'Everything about it' }).click();
    await page.getByRole('heading', { name: 'Night train to Vienna' }).waitFor();
    expect(await page.locator('pre').textContent()).toContain(
      'Start: Fri 27 Nov 2026, 21:15\nEnd: Sat 28 Nov 2026, 07:55',
    );
    expect(await page.locator('body').textContent()).not.toMatch(/\d{4}-\d\d-\d\d/);
    await page.getByRole('link', { name: 'Your week' }).click();
    await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
  });

  it('says that an invitation is not answered as people do', async () => {
    const invited = timed(
      'Review',
      '20261124T0900',
      '20261124T1000',
      'ORGANIZER:mailto:ben@example.org',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org',
    );
    const calendars = [{ name: 'Work', objects: [invited] }];
    const account = { name: 'test', ownAddresses: ['ana@example.org'], calendars };
    const { page } = await open({ service: () => serviceOver([createMemoryBackend(account)]) });
    await page.locator('.event').filter({ hasText: 'Review' }).click();
    expect(await page.getByRole('dialog').locator('dd').allTextContents()).toContain('not answered');
  });

  it('has the tasks of a day in its head, and marks those that are overdue', async () => {
    const { page, problems } = await open({});
    const due = (day: string) => page.getByRole('list', { name: `Due ${day}` }).getByRole('listitem');
    expect(await due('Tuesday 24 November').allTextContents()).toEqual(['Tax return overdue']);
    expect(await due('Wednesday 25 November').allTextContents()).toEqual(['Send the minutes']);
    expect(await due('Saturday 28 November').allTextContents()).toEqual([`Buy ${EVIL}`]);
    await due('Tuesday 24 November').click();
    const dialog = page.getByRole('dialog', { name: 'Tax return' });
    expect(await dialog.locator('dd').allTextContents()).toEqual(['Thu 19 Nov (overdue)', 'Family']);
    expect(problems).toEqual([]);
  });

  it('names the calendars that are shown, with their colours', async () => {
    const { page } = await open({});
    const legend = page.getByRole('list', { name: 'Calendars' }).getByRole('listitem');
    expect(await legend.allTextContents()).toEqual(['Family', 'Work']);
    expect(await legend.first().getAttribute('style')).toContain('#26a269');
  });

  it.each([390, 320])('begins with today on a phone of %i pixels, without a broken word', async (width) => {
    const { page } = await open({ viewport: { width, height: 844 }, now: '2026-11-26T09:30:00Z' });
    await page.getByRole('button', { name: 'Week' }).click();
    const today = await placeOf(page, 'section[aria-current=date]');
    expect(today.x - (await placeOf(page, '.hours')).right).toBeCloseTo(0, -1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const planning = page.locator('.event b', { hasText: 'Quarterly' });
    const lines = await planning.evaluate((node) => node.getClientRects().length && node.clientHeight / 15);
    expect(lines).toBeLessThanOrEqual(2);
  });
});

describe.skipIf(!existsSync(CHROMIUM))('signing in', () => {
  it('is a form, then the page that was asked for, until one signs out', async () => {
    const { page, url, problems } = await open({ path: '/week?from=2026-11-30', server: { tokens: TOKENS } });
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('This token is not accepted.');
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${url}/week?from=2026-11-30`);
    await page.getByText('Calendar of ana').waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${url}/`);
    await page.getByRole('link', { name: 'Open your week' }).click();
    await page.getByLabel('Token').waitFor();
    expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('by the link of the terminal leaves no key in the address, and works once', async () => {
    const key = createOneTimeKey(60_000);
    const { page, url } = await open({ path: `/open?key=${key.text}`, server: { tokens: [], key } });
    expect(page.url()).toBe(`${url}/week`);
    await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
    await page.context().clearCookies();
    await page.goto(`${url}/open?key=${key.text}`);
    expect(await page.getByRole('alert').textContent()).toBe(
      'This link has already been used, or has expired.',
    );
  });

  it.each(['/sign-in', '/sign-out'])('cannot be done by a form of another site at %s', async (path) => {
    const { page, url } = await open({ server: { tokens: TOKENS } });
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const before = await page.context().cookies();
    const form = `<form method="post" action="${url}${path}"><input name="token" value="${TOKEN}"></form><script>document.forms[0].submit()</script>`;
    await page.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body: form }));
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${url}${path}`),
      page.goto('http://evil.test/'),
    ]);
    expect(answer.status()).toBe(403);
    expect(await page.context().cookies()).toEqual(before);
    await page.goto(`${url}/week`);
    await page.getByText('Calendar of ana').waitFor();
  });

  it('opens no calls: a page of another site has no cookie, and the endpoint takes none', async () => {
    const { page, url } = await open({ server: { tokens: TOKENS } });
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const call = await page.context().request.post(`${url}/mcp`, {
      data: body,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Origin: url,
      },
    });
    expect(call.status()).toBe(401);
    await page.route('http://evil.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${url}/week">week</a><iframe src="${url}/week"></iframe>`,
      }),
    );
    await page.goto('http://evil.test/');
    const [, framed] = page.frames();
    expect(await framed?.content()).not.toContain('Night train');
  });
});
