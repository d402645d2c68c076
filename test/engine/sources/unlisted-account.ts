import { afterEach, beforeEach, expect } from 'vitest';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import type { Backend } from '../../../src/ports/backend.js';
import { eventText } from '../../backends/caldav/event-text.js';
import { type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { DAV } from '../../backends/mirror/sync-habits.js';
import { indexer, type OpenedStore, openStore, SILENT } from '../../state/mirror/open-store.js';

export const FAMILY = '/home/family/';
export const AT_NINE = { when: '2026-11-24' };
export const ALL = { query: { type: 'events', filters: AT_NINE } };
export const CALENDARS = { query: { type: 'calendars' } };
export const FAILED = { error: 'UPSTREAM_ERROR', message: expect.stringContaining('returns an error') };

export let server: FaultServer;
let opened: OpenedStore;

interface Held {
  clock: number;
}

export const here = {} as Held;
let accounts: Backend[];
/** What a background round is waiting to do. */
export let round: (() => void) | undefined;

export function eachOnNewServer(): void {
  beforeEach(async () => {
    [server, opened] = await Promise.all([startFaultServer(), openStore()]);
    // Of copies that are as good as their calendars nothing is said.
    here.clock = Date.now() - 86_400_000;
    accounts = [];
    serve();
    server.calendars.clear();
    server.calendars.set('/home/work/', new Map([['D:displayname', 'Work']]));
    server.calendars.set(FAMILY, new Map([['D:displayname', 'Family']]));
    server.objects.set('/home/work/w.ics', { etag: '"w"', ics: eventText('w', 'Meeting') });
    server.objects.set(`${FAMILY}f.ics`, { etag: '"f"', ics: eventText('f', 'Birthday') });
  });
  afterEach(async () => {
    await Promise.all(accounts.map((account) => account.close()));
    opened.close();
    await server.close();
  });
}

/** The account as a process that has just begun knows it. */
export function account(copied: boolean): Backend {
  const { origin: url } = server;
  const inner = createCalDavBackend({
    ...{ name: 'account', url, username: 'me@example.com', password: 'secret' },
    listFreshMs: 0,
  });
  const options = { store: opened.store, indexer: indexer(), log: SILENT, now: () => here.clock };
  const schedule = (work: () => void) => {
    round = work;
    return () => undefined;
  };
  const made = copied ? createMirroredBackend(inner, { ...options, schedule }) : inner;
  if ('startSync' in made) made.startSync();
  accounts.push(made);
  return made;
}

/** The server lists its calendars with ctags, or fails over one of them, whatever is asked of it. */
function serve(failure?: string): void {
  const entry = /(<D:href>(\/home\/\w+\/)<\/D:href>)(<D:propstat>.*?<\/D:propstat>)/g;
  const listed = (_: string, href: string, path: string, props: string): string => {
    if (path === FAMILY && failure !== undefined) return `${href}<D:status>HTTP/1.1 ${failure}</D:status>`;
    const versions = [...server.objects].filter(([key]) => key.startsWith(path)).map(([, { etag }]) => etag);
    const ctag = `<CS:getctag xmlns:CS="http://calendarserver.org/ns/">${versions.join()}</CS:getctag>`;
    return `${href}${props.replace('</D:resourcetype>', `</D:resourcetype>${ctag}`)}`;
  };
  server.fault = ({ request, apply, answer }) => {
    if (request.method === 'OPTIONS') {
      answer({ status: 200, headers: { DAV: DAV.cyrus } });
      return true;
    }
    const isHome = request.method === 'PROPFIND' && request.url === '/home/';
    if (!isHome && (failure === undefined || !request.url.startsWith(FAMILY))) return false;
    const good = apply();
    answer(isHome ? { ...good, body: String(good.body).replace(entry, listed) } : { status: 500 });
    return true;
  };
}

export function breakFamily(failure = '500 Oops'): void {
  serve(failure);
  here.clock += 61_000;
}

export function repair(): void {
  serve();
  here.clock += 61_000;
}

export const titles = (data: Record<string, unknown>): readonly string[] =>
  (data.events as { title: string }[]).map(({ title }) => title).sort();
