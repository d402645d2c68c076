import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import type { CalendarService } from '../../src/engine/context/service.js';
import { createServer } from '../../src/server/create-server.js';
import { listedTools } from '../../src/server/listed-tools.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { PATIENCE_MS, patient } from '../patience.js';
import { createMemoryBackend, type MemoryCalendar } from '../reference/memory-backend.js';
import { CHROMIUM } from './chromium.js';

/** A host: frames the page, and passes on what it asks for. */
const HOST_PAGE = `<!doctype html><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
<iframe sandbox="allow-scripts"></iframe><script>
const given = GIVEN;
const frame = document.querySelector('iframe');
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
addEventListener('message', async ({ source, data: { id, method, params } }) => {
  if (source !== frame.contentWindow) return;
  if (method === 'ui/initialize') post({ id, result: { protocolVersion: '2026-01-26', hostInfo: {}, hostCapabilities: {}, hostContext: given.context } });
  else if (method === 'tools/call') callTool(params).then((result) => post({ id, result }), () => post({ id, error: { code: -32603, message: 'The server is gone.' } }));
  else if (method === 'ui/notifications/initialized') {
    post({ method: 'ui/notifications/tool-input', params: { arguments: given.args } });
    post({ method: 'ui/notifications/tool-result', params: given.result });
  }
});
</script>`;

const NOW = Date.parse('2026-11-24T09:30:00Z');

export interface ShownPage {
  readonly page: Page;
  readonly frame: Frame;
  /** Calls that the page made, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments?: Record<string, unknown> }[];
  /** Page errors and refused loads. */
  readonly problems: readonly string[];
}

export interface Showing {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly theme?: 'light' | 'dark';
  readonly when?: string;
  /** Instead of a service on the calendars. */
  readonly service?: CalendarService;
}

let browser: Browser | undefined;

export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
    timeout: PATIENCE_MS,
  });
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

/** The page as a client shows it that called `calendar_read`, at Tuesday 24 November 2026, 10:30 in Berlin. */
export async function showPage(
  calendars: readonly MemoryCalendar[],
  showing: Showing = {},
): Promise<ShownPage> {
  const { width = 900, height = 700, dark = false, theme, when = 'this week' } = showing;
  const client = await clientOf(
    showing.service ?? serviceOver([createMemoryBackend({ name: 'test', calendars })]),
  );
  const context = await openContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    // Another zone than that of the answers.
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  const { tools } = await client.listTools();
  const uri = tools.find(({ name }) => name === 'calendar_read')?._meta?.['ui/resourceUri'];
  const [content] = (await client.readResource({ uri: String(uri) })).contents;
  if (content === undefined || !('text' in content)) throw new Error('no page');
  const calls: { name: string; arguments?: Record<string, unknown> }[] = [];
  await page.exposeFunction('callTool', (params: { name: string; arguments?: Record<string, unknown> }) => {
    calls.push(params);
    return client.callTool(params);
  });
  const args = { query: { type: 'events', filters: { when } } };
  const result = await client.callTool({ name: 'calendar_read', arguments: args });
  const given = { context: theme === undefined ? {} : { theme }, args, result };
  const body = HOST_PAGE.replace('GIVEN', () => JSON.stringify(given).replaceAll('<', '\\u003c'));
  await page.route('http://host.test/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://host.test/');
  const html = content.text.replace('<script>', `<script>Date.now = () => ${NOW};</script><script>`);
  await page.locator('iframe').evaluate((node, text) => node.setAttribute('srcdoc', text), html);
  const frame = page.frames()[1] ?? page.mainFrame();
  await frame.locator('.grid, #problem:not(:empty)').first().waitFor();
  return { page, frame, calls, problems };
}

async function clientOf(service: CalendarService): Promise<Client> {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const { server } = createServer({ service, log, aliases: [], tools: listedTools([]), version: '0.0.0' });
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
  const client = patient(new Client({ name: 'host', version: '0' }, { capabilities: { extensions } }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}
