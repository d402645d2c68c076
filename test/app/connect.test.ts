// @module-tag browser
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { PATIENT_DATABASE } from '../patience.js';
import { host } from '../people/hosted.js';
import { freePort } from '../servers/local-process.js';
import { startPostgres } from '../servers/postgres.js';
import { CHROMIUM } from './chromium.js';
import { closeBrowser, openContext } from './shown-page.js';

afterAll(closeBrowser);

const WIDE = `[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > 321)
  .map((one) => one.outerHTML.slice(0, 80))`;

/** Of text and what is behind it (WCAG 2.2, 1.4.3). */
const CONTRASTS = `(() => {
  const parts = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const channel = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  return [...document.querySelectorAll('h1, p, label, button, a, summary, legend')].map((one) => {
    let behind = one;
    while (behind !== document.documentElement && parts(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
    const [a, b] = [getComputedStyle(one).color, getComputedStyle(behind).backgroundColor].map((text) => light(parts(text)));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
})()`;

const isPossible = [CHROMIUM, '/usr/lib/postgresql', '/usr/bin/radicale'].every((path) => existsSync(path));

/** A person at a narrow phone with a keyboard and without scripts, on the page of a real server. */
async function opened(colorScheme: 'light' | 'dark' = 'light') {
  const folder = await mkdtemp(join(tmpdir(), 'connect-'));
  await chmod(folder, 0o755);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const postgres = await startPostgres(folder, port);
  atEnd(() => postgres.stop());
  const hosted = await host({
    database: `postgres://postgres@127.0.0.1:${port}/postgres?${PATIENT_DATABASE}`,
    signIn: { mayChoose: ['careful', 'read-only'] },
  });
  const context = await openContext({
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
    colorScheme,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  // Not those of the provider's page.
  page.on('console', (line) => {
    const isOurs = line.location().url.startsWith(hosted.publicUrl);
    if (isOurs && line.type() === 'error') problems.push(line.text());
  });
  await page.goto(`${hosted.publicUrl}/connect`);
  return { ...hosted, page, problems };
}

/** Goes on with Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    if (
      await page
        .locator(':focus')
        .and(page.getByLabel(name).or(named(page, name)))
        .count()
    )
      return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

function named(page: Page, name: string | RegExp) {
  return page
    .getByRole('link', { name })
    .or(page.getByRole('button', { name }))
    .or(page.locator('summary', { hasText: name }));
}

/** Signs in at the provider, which asks who it is and then whether it may. */
async function signIn(page: Page): Promise<void> {
  await tabTo(page, 'Sign in');
  await page.keyboard.press('Enter');
  await page.locator('[name=login]').fill('ana');
  await page.locator('[name=password]').fill('anything');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('heading', { name: 'Your calendars' }).waitFor();
}

/** Nothing is wider than the phone, and everything that can be used has a name and can be hit. */
async function expectFit(page: Page): Promise<void> {
  expect(await page.evaluate(WIDE)).toEqual([]);
  const tree = await page.locator('body').ariaSnapshot();
  expect(tree).not.toMatch(/- (?:button|link|textbox|combobox|radio|checkbox)(?::| \[|$)/m);
}

describe.skipIf(!isPossible)('the page where people connect their calendars', () => {
  it('works with the keyboard, without scripts, on the narrowest phone', async () => {
    const { page, problems, radicale } = await opened();
    await expectFit(page);
    await signIn(page);
    await expectFit(page);
    await tabTo(page, 'Provider');
    await page.keyboard.press('End');
    await tabTo(page, 'Address of the server');
    await page.keyboard.type(radicale.url);
    await tabTo(page, 'User name');
    await page.keyboard.type(radicale.username);
    await tabTo(page, 'App password');
    await page.keyboard.type('wrong-password');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('rejected this user name or password');
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
    expect(await page.getByLabel('User name').inputValue()).toBe(radicale.username);
    expect(await page.getByLabel('App password').inputValue()).toBe('');
    await tabTo(page, 'App password');
    await page.keyboard.type(radicale.password);
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('listitem').first().textContent()).toContain('Works: 1 calendar.');
    await expectFit(page);
    await tabTo(page, 'Try 127.0.0.1 again');
    await page.keyboard.press('Enter');
    await page.getByText('The account was tested again.').waitFor();
    await tabTo(page, 'Remove …');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Remove 127.0.0.1');
    await page.keyboard.press('Enter');
    await page.getByText('The account was removed.').waitFor();
    await tabTo(page, 'What assistants have changed');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing yet.').waitFor();
    await expectFit(page);
    // A refused form is a status of its own, which browsers report.
    expect(problems.filter((text) => !text.includes('422') && !text.includes('404'))).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('can be read in %s colours', async (scheme) => {
    const { page } = await opened(scheme);
    await signIn(page);
    const found = (await page.evaluate(CONTRASTS)) as number[];
    expect(Math.min(...found)).toBeGreaterThan(4.5);
    const dark = await page.evaluate(
      "getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)'",
    );
    expect(dark).toBe(scheme === 'dark');
  });
});
