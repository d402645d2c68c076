import { createHash } from 'node:crypto';
import { eventText } from '../caldav/event-text.js';
import {
  type Fault,
  type FaultServer,
  MULTISTATUS_HEAD,
  type PlainAnswer,
  type SeenRequest,
  type StoredText,
  startFaultServer,
  xml,
} from '../caldav/fault-server.js';
import { DAV, GOOD, type SyncHabits } from './sync-habits.js';

export interface SyncServer {
  readonly origin: string;
  readonly requests: SeenRequest[];
  habits: SyncHabits;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Takes requests over before anything else. */
  fault: Fault | undefined;
  /** Names by path, empty where it has none. */
  readonly calendars: Map<string, string>;
  /** By name, in its first calendar; gives the ETag. */
  put(name: string, ics?: string): string;
  remove(name: string): void;
  /** Texts by name. */
  stored(): ReadonlyMap<string, string>;
  /** `PROPFIND`, `sync`, `query`, `multiget`, `etags` …: what was asked since the last call. */
  asked(): readonly string[];
  close(): Promise<void>;
}

const CALENDAR = '/home/cal/';
const PART = 2;
const REMEMBERED = 3;
const EVENTS_ONLY =
  '<C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>';

/** Seconds from the year 1 to 1970. */
const YEAR_1_S = 62_135_596_800;
const secondOf = (time: number): number => Math.floor(time / 1000);

/** The small CalDAV server of the fault tests with ctags, tokens and sync reports, in the habits of many servers. */
export async function startSyncServer(habits: SyncHabits = GOOD): Promise<SyncServer> {
  const server: FaultServer = await startFaultServer();
  const log: { readonly path: string; readonly state: string; readonly time: number }[] = [];
  let seen = new Map<string, StoredText>();
  let asked = 0;
  let versions = 0;
  /** ETags by path, by the token of that state. */
  const states = new Map<string, ReadonlyMap<string, string>>();

  /** Writes of clients are noticed here, as the others are. */
  function notice(): void {
    for (const path of new Set([...seen.keys(), ...server.objects.keys()])) {
      const now = server.objects.get(path);
      if (seen.get(path) !== now) log.push({ path, state: now?.etag ?? 'gone', time: handle.now() });
    }
    seen = new Map(server.objects);
  }

  function versionAfter(before: StoredText | undefined, ics: string): string {
    const { versions: kind } = handle.habits;
    if (kind === 'content') return `"${createHash('sha256').update(ics).digest('hex')}"`;
    if (kind === 'seconds') return `"${secondOf(handle.now()) + YEAR_1_S}"`;
    if (kind === undefined) return `"s${++versions}"`;
    return `"n${Number(/\d+/.exec(before?.etag ?? '')?.[0] ?? 0) + 1}"`;
  }

  const entriesOf = (path: string) =>
    log.map((entry, at) => ({ ...entry, at: at + 1 })).filter((entry) => entry.path.startsWith(path));
  const countOf = (path: string): number => entriesOf(path).at(-1)?.at ?? 0;
  const stampOf = (path: string): number => secondOf(entriesOf(path).at(-1)?.time ?? -1);
  const hashOf = (path: string): string => {
    const members = [...server.objects].filter(([name]) => name.startsWith(path));
    const texts = members.map(([name, { ics }]) => `${name} ${ics}`).sort();
    return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  };

  function marks(path: string): string {
    const ctag = {
      counts: `c${countOf(path)}`,
      seconds: `${stampOf(path)}`,
      'seconds from the year 1': `${stampOf(path) + YEAR_1_S}`,
      content: hashOf(path),
      none: '',
    }[handle.habits.ctag];
    const listed = {
      seconds: () => `${stampOf(path)}`,
      content: () => stateOf(path),
      counts: () => tokenOf(countOf(path)),
    }[handle.habits.tokens ?? 'counts']();
    const token = handle.habits.report === 'unknown' ? '' : `<D:sync-token>${listed}</D:sync-token>`;
    return (
      (ctag === '' ? '' : `<CS:getctag xmlns:CS="http://calendarserver.org/ns/">${ctag}</CS:getctag>`) + token
    );
  }

  function home(): PlainAnswer {
    const entry = (href: string, type: string, props: string): string =>
      `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/>${type}</D:resourcetype>` +
      `${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const calendars = [...handle.calendars].map(([path, name]) => {
      const named = name === '' ? '' : `<D:displayname>${xml(name)}</D:displayname>`;
      return entry(path, '<C:calendar/>', named + EVENTS_ONLY + marks(path));
    });
    return multistatus([entry('/home/', '', ''), ...calendars]);
  }

  function sync(path: string, body: string): PlainAnswer {
    const { report, texts, tombstones } = handle.habits;
    const withTexts = body.includes('calendar-data');
    if (report === 'unknown') return { status: 403 };
    if (withTexts && texts === 'an error') return { status: 400 };
    const asked = /<D:sync-token>t(\d+)<\/D:sync-token>/.exec(body)?.[1];
    if (asked !== undefined && report === 'refuses') return { status: 403 };
    if (asked !== undefined && report === 'fails') return { status: 500 };
    const since = asked === undefined || report === 'lists everything' ? 0 : Number(asked);
    const latest = new Map(entriesOf(path).map((entry) => [entry.path, entry]));
    if (asked !== undefined && report === 'forgets' && countOf(path) - since > REMEMBERED)
      return { status: 409 };
    const whole = since === 0;
    let named = [...latest.values()].filter(({ at }) => at > since).sort((a, b) => a.at - b.at);
    if (whole) named = named.filter(({ state }) => state !== 'gone' || tombstones);
    const cut = report === 'in parts' && named.length > PART;
    if (cut) named = named.slice(0, PART);
    const token = tokenOf(cut ? (named.at(-1)?.at ?? since) : countOf(path));
    return multistatus([
      ...named.map((entry) => member(entry.path, withTexts && texts === 'given')),
      ...(report === 'contradicts itself' ? named.map(({ path: gone }) => missing(gone)) : []),
      ...(cut
        ? [
            `<D:response><D:href>${path}</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response>`,
          ]
        : []),
      `<D:sync-token>${token}</D:sync-token>`,
    ]);
  }

  function stateOf(path: string): string {
    const members = [...server.objects].filter(([name]) => name.startsWith(path));
    const token = `h${hashOf(path)}`;
    states.set(token, new Map(members.map(([name, { etag }]) => [name, etag])));
    return token;
  }

  function syncByState(path: string, body: string): PlainAnswer {
    const before = states.get(/<D:sync-token>(h\w+)<\/D:sync-token>/.exec(body)?.[1] ?? '') ?? new Map();
    const token = stateOf(path);
    const now = states.get(token) ?? new Map();
    const paths = [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => before.get(name) !== now.get(name),
    );
    return multistatus([
      ...paths.map((name) => member(name, body.includes('calendar-data'))),
      `<D:sync-token>${token}</D:sync-token>`,
    ]);
  }

  function syncBySecond(path: string, body: string): PlainAnswer {
    const since = Number(/<D:sync-token>(\d+)<\/D:sync-token>/.exec(body)?.[1] ?? -1);
    const latest = new Map(entriesOf(path).map((entry) => [entry.path, entry.time]));
    const paths = [...latest].flatMap(([name, time]) => (secondOf(time) > since ? [name] : []));
    const token = Math.min(stampOf(path), secondOf(handle.now()) - 1);
    return multistatus([
      ...paths.map((name) => member(name, body.includes('calendar-data'))),
      `<D:sync-token>${token}</D:sync-token>`,
    ]);
  }

  function missing(path: string): string {
    const href = `<D:href>${xml(encodeURI(path))}</D:href>`;
    return `<D:response>${href}<D:status>HTTP/1.1 404 Not Found</D:status></D:response>`;
  }

  function member(path: string, withText: boolean): string {
    const object = server.objects.get(path);
    if (object === undefined) return missing(path);
    const href = `<D:href>${xml(encodeURI(path))}</D:href>`;
    const text = withText ? `<C:calendar-data>${xml(object.ics)}</C:calendar-data>` : '';
    const etag = handle.habits.etags ? `<D:getetag>${xml(object.etag)}</D:getetag>` : '';
    return (
      `<D:response>${href}<D:propstat><D:prop>${etag}${text}</D:prop>` +
      '<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>'
    );
  }

  server.fault = (context) => {
    notice();
    if (handle.fault?.(context) === true) return true;
    const { request, apply, answer } = context;
    const path = decodeURIComponent(request.url);
    if (request.method === 'PUT' && handle.habits.versions !== undefined) {
      const before = server.objects.get(path);
      const { status } = apply();
      const etag = versionAfter(before, request.body);
      if (status < 300) server.objects.set(path, { etag, ics: request.body });
      answer({ status, headers: { ETag: etag } });
      return true;
    }
    if (request.method === 'PROPFIND' && path === '/home/' && request.headers.depth === '1') {
      answer(home());
      return true;
    }
    if (request.method === 'OPTIONS' && handle.habits.family !== undefined) {
      answer({ status: 200, headers: { DAV: DAV[handle.habits.family] } });
      return true;
    }
    if (request.method !== 'REPORT') return false;
    if (request.body.includes('time-range') && handle.habits.loses !== undefined) {
      const lost = handle.habits.loses.map((name) => CALENDAR + name);
      const found = [...server.objects.keys()].filter((key) => key.startsWith(path) && !lost.includes(key));
      answer(multistatus(found.map((key) => member(key, true))));
      return true;
    }
    if (request.body.includes('sync-collection')) {
      const report = { seconds: syncBySecond, content: syncByState, counts: sync }[
        handle.habits.tokens ?? 'counts'
      ];
      answer(report(path, request.body));
      return true;
    }
    if (request.body.includes('calendar-multiget') && handle.habits.omits === true) {
      const hrefs = [...request.body.matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, href = '']) => href);
      const some = hrefs
        .filter((_, at) => at % 2 === 0)
        .map((href) => member(decodeURIComponent(href), true));
      answer(multistatus(some));
      return true;
    }
    if (request.body.includes('calendar-query') && !request.body.includes('calendar-data')) {
      answer(
        multistatus(
          [...server.objects.keys()].filter((key) => key.startsWith(path)).map((key) => member(key, false)),
        ),
      );
      return true;
    }
    return false;
  };

  const handle: SyncServer = {
    origin: server.origin,
    requests: server.requests,
    habits,
    now: Date.now,
    fault: undefined,
    calendars: new Map([
      [CALENDAR, ''],
      ['/home/other/', ''],
    ]),
    put(name, ics = eventText(name, `Title of ${name}`)) {
      const etag = versionAfter(server.objects.get(CALENDAR + name), ics);
      server.objects.set(CALENDAR + name, { etag, ics });
      notice();
      return etag;
    },
    remove(name) {
      server.objects.delete(CALENDAR + name);
      notice();
    },
    stored: () =>
      new Map(
        [...server.objects]
          .filter(([path]) => path.startsWith(CALENDAR))
          .map(([path, { ics }]) => [path.slice(CALENDAR.length), ics]),
      ),
    asked() {
      const since = server.requests.slice(asked).map(nameOf);
      asked = server.requests.length;
      return since;
    },
    close: server.close,
  };
  return handle;
}

const tokenOf = (count: number): string => `t${count}`;

function multistatus(parts: readonly string[]): PlainAnswer {
  return { status: 207, body: `${MULTISTATUS_HEAD}${parts.join('')}</D:multistatus>` };
}

function nameOf({ method, body }: SeenRequest): string {
  if (method !== 'REPORT') return method;
  if (body.includes('sync-collection')) return 'sync';
  if (body.includes('calendar-multiget')) return 'multiget';
  if (!body.includes('calendar-data')) return 'etags';
  return body.includes('time-range') ? 'window' : 'all';
}
