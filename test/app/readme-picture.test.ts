// @module-tag browser
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { CHROMIUM } from './chromium.js';
import { openWeek } from './opened-week.js';
import { differenceTo } from './picture.js';
import { closeBrowser } from './shown-page.js';

afterAll(closeBrowser);

const root = join(import.meta.dirname, '../..');
const PICTURE = '../../../docs/pictures/page';
const MOST_BYTES = 100_000;

const task = (calendar: string, title: string, due: string) => ({
  operation: 'create',
  type: 'task',
  data: { calendar, title, due },
});

it.skipIf(!existsSync(CHROMIUM))(
  'the picture of the README shows the page; npm run pictures renews it',
  async () => {
    const { WEEK } = (await import(join(root, 'scripts/draw-week.mjs'))) as { WEEK: readonly object[] };
    const calendars = [
      { name: 'Work', color: '#1a5fb4', objects: [] },
      { name: 'Home', color: '#26a269', objects: [] },
    ];
    const service = serviceOver([createMemoryBackend({ name: 'test', calendars })]);
    const tasks = [task('Home', 'Tax return', '2026-11-20'), task('Work', 'Send the minutes', '2026-11-26')];
    const operations = [...WEEK, ...tasks];
    await service.write(
      { mutation: { operation: 'batch', operations } },
      { signal: new AbortController().signal },
    );
    const { page } = await openWeek({ service: () => service, viewport: { width: 1100, height: 700 } });
    await page.locator('.event[style*="#1a5fb4"]').first().waitFor();
    expect(await differenceTo(PICTURE, page)).toBeLessThan(0.005);
    expect(statSync(join(root, 'docs/pictures/page.png')).size).toBeLessThan(MOST_BYTES);
  },
);
