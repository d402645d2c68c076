import type { CalDavRead } from '../../../../compilers/targets/caldav/caldav-target.js';
import { counted } from '../../../../schemas/model/counted.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { ScanResult } from '../../../ports/backend.js';
import type { Checklist, ProbeFinding } from '../../../ports/probe.js';
import type {
  AccountListing,
  ListedCalendar,
  SyncableBackend,
  SyncSource,
} from '../../../ports/sync-source.js';
import { parseServerUrl } from '../account/discover.js';
import { davClasses, serverFamily, serverVersion } from '../account/server-family.js';
import { type CalDavBackend, type CalDavOptions, createCalDavBackend } from '../caldav-backend.js';
import { createKeepAliveFetch } from '../transport/keep-alive-fetch.js';
import { recordingFetch, type SeenAnswer } from '../transport/recording-fetch.js';
import { probeConnection } from './probe-connection.js';

const REQUEST_MS = 25_000;
const MOST_SKEW_SECONDS = 120;
const COUNT_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
/** Calendars whose objects are counted to find the largest. */
const COUNTED = 10;
const MULTIGET = 50;

/** Checks everything that reads depend on, from the host name to the time for one week. */
export async function probeCalDav(options: CalDavOptions, checks: Checklist): Promise<boolean> {
  const server = parseServerUrl(options.url);
  if (!(await probeConnection(server, checks))) return false;
  const { fetch, seen } = recordingFetch(options.fetch ?? createKeepAliveFetch());
  // A separate backend, to observe every request without remembered state.
  const backend = createCalDavBackend({ ...options, fetch, deadlineMs: REQUEST_MS });
  const calendars = await probeListing({ backend, server, seen }, checks);
  if (calendars === undefined) return false;
  await probeServer({ backend, server, seen }, checks);
  await tellClock(seen, checks);
  const [first] = calendars;
  if (first !== undefined) await probeCalendars(backend, calendars, first, checks);
  return true;
}

interface Account {
  readonly backend: CalDavBackend;
  readonly server: URL;
  readonly seen: readonly SeenAnswer[];
}

/** One discovery as three checks: credentials, the way to the calendars, and their properties. */
async function probeListing(
  { backend, server, seen }: Account,
  checks: Checklist,
): Promise<readonly ListedCalendar[] | undefined> {
  let walk: Promise<AccountListing> | undefined;
  const authenticated = await checks.check(
    'authentication',
    async (signal) => {
      walk = backend.sync.list({ marks: 'all' }, signal);
      try {
        await walk;
      } catch (error) {
        // Other failures are not about credentials; the next check reports them.
        if (!(error instanceof CalendarError) || error.code !== 'BAD_UPSTREAM_RESPONSE') throw error;
      }
      return true;
    },
    () => tellAuthentication(seen),
  );
  if (authenticated === undefined || walk === undefined) return undefined;
  const known = walk;
  const listing = await checks.check(
    'discovery',
    () => known,
    () => tellDiscovery(server, seen, { isInstead: (backend.warnings?.() ?? []).length > 0 }),
  );
  if (listing === undefined) return undefined;
  await checks.check('what the server reports about calendars', async () => listing, tellListing);
  return listing.calendars.filter(({ info }) => !info.unlisted);
}

function tellAuthentication(seen: readonly SeenAnswer[]): ProbeFinding {
  const taken = seen.findLast(({ status }) => status === 207);
  const facts = {
    scheme: taken?.scheme ?? seen.at(-1)?.scheme ?? 'none',
    forbidden: seen.some(({ status }) => status === 403),
  };
  return taken === undefined
    ? {
        status: 'warning',
        detail: 'The server requested no credentials, or did not answer as a CalDAV server.',
        facts,
      }
    : { status: 'ok', detail: `The server accepts the credentials (${facts.scheme}).`, facts };
}

function tellDiscovery(
  server: URL,
  seen: readonly SeenAnswer[],
  { isInstead }: { readonly isInstead: boolean },
): ProbeFinding {
  const walked = seen.filter(({ method }) => method === 'PROPFIND');
  // Homes are the addresses listed one level deep.
  const homes = new Set(
    walked.flatMap(({ depth, status, url }) => (depth === '1' && status === 207 ? [url.href] : [])),
  );
  const facts = {
    way: wayOf(homes, server, walked),
    homes: homes.size,
    requests: walked.length,
    redirects: walked.filter(({ status }) => status >= 300 && status < 400).length,
    otherHost: [...homes].some((home) => new URL(home).host !== server.host),
  };
  if (!isInstead) return { status: 'ok', detail: `Found by ${facts.way}.`, facts };
  return {
    status: 'warning',
    detail: 'The configured path does not belong to this account; its own calendars are used instead.',
    facts,
    suggestion: 'Correct the path, or leave it out.',
  };
}

function wayOf(homes: ReadonlySet<string>, server: URL, walked: readonly SeenAnswer[]): string {
  if (homes.size === 0) return 'the calendar itself';
  const wellKnown = walked.find(({ url }) => url.pathname === '/.well-known/caldav');
  if (wellKnown !== undefined) {
    return wellKnown.status === 207 || (wellKnown.status >= 300 && wellKnown.status < 400)
      ? 'the well-known address'
      : 'a well-known path';
  }
  return [...homes].some((home) => new URL(home).pathname === server.pathname)
    ? 'the home itself'
    : 'the configured address';
}

async function probeServer({ backend, server, seen }: Account, checks: Checklist): Promise<void> {
  await checks.check('server', backend.prefersWhole, (asksForEverything) => {
    const answer =
      seen.findLast(({ method }) => method === 'OPTIONS') ?? seen.findLast(({ status }) => status === 207);
    const { headers = new Headers(), url = server } = answer ?? {};
    const family = serverFamily(headers, url);
    const version = serverVersion(headers);
    const classes = davClasses(headers);
    const methods = (headers.get('allow') ?? '').toUpperCase();
    const facts = {
      family,
      ...(version === undefined ? {} : { version }),
      askedForEverything: asksForEverything,
      sendsInvitations: family === 'sogo' || classes.includes('calendar-auto-schedule'),
      // Servers list the methods of one address only, so a missing one proves nothing.
      mkcalendar: methods.includes('MKCALENDAR') || classes.includes('extended-mkcol') || 'not said',
      move: methods.includes('MOVE') || 'not said',
    };
    const detail = asksForEverything
      ? 'All events are requested: its own search by time is slower or loses events.'
      : 'Events are requested by time.';
    return { status: 'ok', detail, facts };
  });
}

/** The Date header (RFC 9110 §6.6.1) has whole seconds. */
function tellClock(seen: readonly SeenAnswer[], checks: Checklist): Promise<unknown> {
  return checks.check(
    'clock of the server',
    async () => seen.findLast(({ headers }) => !Number.isNaN(Date.parse(headers.get('date') ?? ''))),
    (answer) => {
      if (answer === undefined) return { status: 'ok', detail: 'It does not report its time.' };
      const seconds = Math.round((Date.parse(answer.headers.get('date') ?? '') + 500 - answer.at) / 1000);
      const facts = { skewSeconds: seconds };
      return Math.abs(seconds) > MOST_SKEW_SECONDS
        ? {
            status: 'warning',
            detail: 'Its clock and the clock of this computer differ by minutes.',
            facts,
            suggestion: 'Check the clock of this computer.',
          }
        : { status: 'ok', detail: 'It agrees with the clock of this computer.', facts };
    },
  );
}

function tellListing({ calendars, ownAddresses }: AccountListing): ProbeFinding {
  const of = (test: (one: ListedCalendar) => boolean): number => calendars.filter(test).length;
  const facts = {
    calendars: calendars.length,
    writable: of(({ info }) => info.writable),
    withCtag: of(({ ctag }) => ctag !== undefined),
    withToken: of(({ token }) => token !== undefined),
    forTasksToo: of(({ info }) => info.components.includes('VTODO')),
    ownAddresses: ownAddresses.length,
  };
  const unlisted = of(({ info }) => info.unlisted === true);
  if (unlisted > 0) {
    return {
      status: 'warning',
      code: 'UPSTREAM_ERROR',
      detail: `${counted(calendars.length, 'calendar')}; the server returns errors for ${unlisted} of them.`,
      facts: { ...facts, unlisted },
      suggestion: 'Check the log of the server. The other calendars work.',
    };
  }
  return { status: 'ok', detail: `${counted(calendars.length, 'calendar')}.`, facts };
}

/** Counts objects and reads the largest calendar the way the program does. */
async function probeCalendars(
  backend: SyncableBackend<CalDavRead>,
  calendars: readonly ListedCalendar[],
  first: ListedCalendar,
  checks: Checklist,
): Promise<void> {
  const { sync, target } = backend;
  const sized = await checks.check(
    'count objects',
    async (signal) => {
      const sizes: { readonly listed: ListedCalendar; readonly hrefs: readonly string[] }[] = [];
      for (const listed of calendars.slice(0, COUNTED)) {
        sizes.push({ listed, hrefs: [...(await sync.versions(listed.info, signal)).versions.keys()] });
      }
      return sizes.sort((a, b) => b.hrefs.length - a.hrefs.length);
    },
    (sizes) => {
      const objects = sizes.reduce((sum, { hrefs }) => sum + hrefs.length, 0);
      const facts = { objects, largest: sizes[0]?.hrefs.length ?? 0, calendars: sizes.length };
      return {
        status: 'ok',
        detail: `${counted(objects, 'object')}; the largest calendar has ${facts.largest}.`,
        facts,
      };
    },
    COUNT_MS,
  );
  const { listed, hrefs } = sized?.[0] ?? { listed: first, hrefs: [] };
  const range = { from: Date.now(), to: Date.now() + WEEK_MS };
  const week = target.compileRead({ range, pushed: [], residual: { kind: 'and', of: [] } }, listed.info);
  await checks.check('a week of the largest calendar', (signal) => backend.scan(week, { signal }), tellScan);
  if (hrefs.length > 0) {
    const some = hrefs.slice(0, MULTIGET);
    await checks.check(
      'objects by address',
      (signal) => sync.objects(listed.info, some, { signal }),
      tellScan,
    );
  }
  await probeChanges(sync, listed, checks);
}

function tellScan({ objects, unreadable }: ScanResult): ProbeFinding {
  const facts = { objects: objects.length, unreadable: unreadable.length };
  return {
    status: 'ok',
    detail: `${counted(facts.objects, 'object')}, ${facts.unreadable} unreadable.`,
    facts,
  };
}

/** Checks if the server reports changes (RFC 6578), which makes copies cheap. */
async function probeChanges(
  sync: SyncSource,
  { info, token, ctag }: ListedCalendar,
  checks: Checklist,
): Promise<void> {
  if (token === undefined) {
    const instead =
      ctag === undefined ? 'versions are compared each time' : 'versions are compared when the ctag changes';
    checks.skip('changes since a moment ago', `The server has no tokens: ${instead}.`);
    return;
  }
  await checks.check(
    'changes since a moment ago',
    (signal) => sync.changes(info, token, signal),
    (changes) =>
      changes === 'refused'
        ? {
            status: 'warning',
            detail: 'The server refuses its own token: versions are compared.',
            facts: { works: false },
          }
        : { status: 'ok', detail: 'The server reports what has changed.', facts: { works: true } },
  );
}
