// @module-tag browser
import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { tokenDigest } from '../../src/secrets/access-tokens.js';
import { createOneTimeKey } from '../../src/server/http/pages/one-time-key.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { CHROMIUM } from './chromium.js';
import { type Opening, openWeek } from './opened-week.js';
import { closeBrowser } from './shown-page.js';

afterAll(closeBrowser);

const TOKENS = [{ name: 'ana', digest: tokenDigest('ana-token-0123456789-0123456789'), readOnly: false }];
const open = (opening: Partial<Opening>) =>
  openWeek({
    service: () => serviceOver([createMemoryBackend({ name: 'test', calendars: [] })]),
    ...opening,
  });

/** What a page says, and whether it is an HTML page of its own that fits a phone. */
async function shown({ page }: Awaited<ReturnType<typeof open>>) {
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  return {
    title: await page.title(),
    heading: await page.getByRole('heading').textContent(),
    text: await page.locator('body').innerText(),
  };
}

const viewport = { width: 390, height: 844 };

describe.skipIf(!existsSync(CHROMIUM))('pages for people', () => {
  it('at the root say what this is, and where the week and the endpoint are', async () => {
    const opened = await open({ path: '/', viewport });
    const { heading, text } = await shown(opened);
    expect(heading).toBe('calendar-mcp');
    expect(text).toContain('This is a calendar server for AI assistants.');
    expect(text).toContain(`Open your week: ${opened.url}/week`);
    expect(text).toContain(`${opened.url}/mcp`);
    await opened.page.getByRole('link', { name: 'Open your week' }).click();
    await opened.page.waitForURL(`${opened.url}/week`);
  });

  it.each(['/nothing', '/events/nothing', '/sign-in', '/week/', '/metrics'])(
    'that are not there say so, and lead to the week: %s',
    async (path) => {
      const opened = await open({ path, viewport });
      const { title, heading, text } = await shown(opened);
      expect([title, heading]).toEqual(['Page not found.', 'Page not found.']);
      expect(text).toMatch(
        path.startsWith('/events') ? /There is no such event/ : /Nothing is at this address/,
      );
      await opened.page.getByRole('link', { name: 'Your week' }).click();
      await opened.page.waitForURL(`${opened.url}/week`);
    },
  );

  it('at the address for assistants say that it is theirs', async () => {
    for (const stateless of [false, true]) {
      const opened = await open({ path: '/mcp', viewport, server: { stateless } });
      const { heading, text } = await shown(opened);
      expect(heading).toBe('This address is for assistants.');
      expect(text).toContain('The server is running.');
    }
  });

  it('that cannot be sent to say so', async () => {
    const opened = await open({ path: '/', viewport });
    const script =
      "const form = document.createElement('form'); form.method = 'post'; form.action = '/week'; document.body.append(form); form.submit()";
    const [answer] = await Promise.all([
      opened.page.waitForResponse(`${opened.url}/week`),
      opened.page.evaluate(script),
    ]);
    expect(answer.status()).toBe(405);
    await opened.page.getByRole('heading', { name: 'Nothing can be sent to this page.' }).waitFor();
    await shown(opened);
  });

  it('ask whoever is not signed in to sign in, or to begin at the terminal', async () => {
    const form = await shown(await open({ viewport, server: { tokens: TOKENS } }));
    expect(form.heading).toBe('Sign in to your calendar');
    const key = createOneTimeKey(60_000);
    const link = await shown(await open({ viewport, server: { tokens: [], key } }));
    expect(link.text).toContain('Run calendar-mcp open in a terminal');
  });

  it('say that a link has expired, and how to get another one', async () => {
    const key = createOneTimeKey(0);
    const opened = await open({ path: `/open?key=${key.text}`, viewport, server: { tokens: [], key } });
    const { text } = await shown(opened);
    expect(await opened.page.getByRole('alert').textContent()).toBe(
      'This link has already been used, or has expired.',
    );
    expect(text).toContain('Run calendar-mcp open in a terminal');
    expect(text).not.toContain(key.text);
  });
});
