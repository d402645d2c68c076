import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { event, ics } from '../engine/service-on-memory.js';
import { memoryService, serveHere } from '../server/http/http-server.js';
import { CHROMIUM } from './chromium.js';
import { closeBrowser, openBrowser } from './shown-page.js';

afterAll(closeBrowser);

const EVIL = '</script><script>alert(1)</script><b>';
const MEETINGS = ics(
  ...event(
    'UID:a',
    `SUMMARY:${EVIL}`,
    'DTSTART:20261124T110000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=2',
  ),
);

describe.skipIf(!existsSync(CHROMIUM))('the week over HTTP', () => {
  it('runs under its own policy, and turns to other weeks by its address', async () => {
    const server = await serveHere({ publicUrl: 'http://localhost:8080' }, () => memoryService([MEETINGS]));
    const page = await (await openBrowser()).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
    await page.goto(`${server.url}/week`);
    await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
    expect(await page.locator('.event b').textContent()).toBe(EVIL);
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.waitForURL(/\/week\?from=2026-11-30$/);
    await page.getByRole('heading', { name: '30 November – 6 December 2026' }).waitFor();
    expect(await page.locator('section[aria-label="Tuesday 1 December"] .event').count()).toBe(1);
    await page.goto(`${server.url}/week?from=2026-02-31`);
    expect(await page.getByRole('alert').textContent()).not.toBe('');
    expect(problems.filter((text) => !text.includes('favicon'))).toEqual([]);
  });
});
