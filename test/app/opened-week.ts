import type { BrowserContextOptions, Page } from 'playwright-core';
import type { CalendarService } from '../../src/engine/context/service.js';
import type { HttpOptions } from '../../src/server/http/start-http.js';
import { serveHere } from '../server/http/http-server.js';
import { openContext } from './shown-page.js';

/** The page of a server, as a person has opened it. */
export interface Opened {
  readonly page: Page;
  readonly url: string;
  /** Page errors and refused loads. */
  readonly problems: readonly string[];
}

export interface Opening extends BrowserContextOptions {
  readonly path?: string;
  readonly service: () => CalendarService;
  readonly server?: Partial<HttpOptions>;
  /** What the clock of the browser shows. */
  readonly now?: string;
}

/** Opens the page in a browser window of its own, at Tuesday 24 November 2026, 10:30 in Berlin. */
export async function openWeek({
  path = '/week',
  service,
  server,
  now,
  ...context
}: Opening): Promise<Opened> {
  const { url } = await serveHere(server, service);
  const page = await (await openContext({ reducedMotion: 'reduce', ...context })).newPage();
  await page.clock.setFixedTime(now ?? '2026-11-24T09:30:00Z');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on(
    'console',
    (line) => line.type() === 'error' && !line.text().includes('favicon') && problems.push(line.text()),
  );
  await page.goto(`${url}${path}`);
  return { page, url, problems };
}

/** Where the first element is that a selector finds. */
export async function placeOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}
