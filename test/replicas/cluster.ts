import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { atEnd } from '../at-end.js';
import { PATIENT_DATABASE, PATIENT_ENV } from '../patience.js';
import { startProgram } from '../server/http/http-program.js';
import { messageIn, post } from '../server/http/http-server.js';
import { freePort } from '../servers/local-process.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import { type Postgres, startPostgres } from '../servers/postgres.js';
import { type RadicaleSettings, startRadicale } from '../servers/radicale.js';
import { createDiary } from './diary.js';

/** What became of one call: its data, its error, or nothing that anybody heard of. */
export interface Heard {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly notes?: readonly string[];
  /** What the answer says that it lacks: a calendar that did not answer in time, for one. */
  readonly sources?: readonly unknown[];
  readonly error?: { readonly code: string; readonly retryable?: boolean; readonly outcome?: string };
  /** Why nothing was heard. */
  readonly lost?: string;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Whether everything is installed. */
export const isPossible = inject('replicas');

/** Where the calendars of a cluster are: on one Radicale, or in the database that the replicas share anyway. */
export type Place = 'radicale' | 'database';

export interface ClusterSettings {
  readonly http?: object;
  readonly policy?: string | object;
  /** Each with a token, `tokenOf(name)`; by default everyone is the same one. */
  readonly users?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly connections?: number;
  /** Puts calendars into the store of Radicale, instead of one that is empty. */
  readonly fill?: (store: string) => Promise<void>;
  readonly radicale?: RadicaleSettings;
}

interface Calendars {
  readonly accounts: readonly { readonly url: string; readonly [setting: string]: unknown }[];
  readonly env: Readonly<Record<string, string>>;
  /** All there is, as iCalendar. */
  text(database: string): Promise<string>;
}

const OWN: Calendars = {
  accounts: [],
  env: {},
  async text(database) {
    const client = new pg.Client(database);
    await client.connect();
    const { rows } = await client.query('SELECT ics FROM calendar_mcp.objects WHERE ics IS NOT NULL');
    await client.end();
    return rows.map(({ ics }) => String(ics)).join('');
  },
};

async function onRadicale({ fill, radicale: its }: ClusterSettings): Promise<Calendars> {
  const radicale = await startRadicale(fill, its);
  atEnd(() => radicale.stop());
  const { url, username, password } = radicale;
  const calendar = fill === undefined ? await makeCalendar(radicale, 'Work') : '';
  return {
    accounts: [{ kind: 'caldav', name: 'radicale', url, username, passwordEnv: 'PASSWORD' }],
    env: { PASSWORD: password },
    text: async () => (await rawRequest(radicale, 'GET', calendar)).text,
  };
}

/** Replicas of the shipped program over one PostgreSQL, each with a cache of its own. */
export async function startCluster(
  count: number,
  place: Place = 'radicale',
  settings: ClusterSettings = { http: { stateless: true } },
) {
  const folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  await chmod(folder, 0o755);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const calendars = place === 'radicale' ? await onRadicale(settings) : OWN;
  const port = await freePort();
  let database: Postgres | undefined = await startPostgres(folder, port);
  atEnd(async () => database?.stop());
  const url = `postgres://postgres@127.0.0.1:${port}/postgres?${PATIENT_DATABASE}`;
  await configure(folder, settings, { url, accounts: calendars.accounts });
  const env = (at: number): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CALENDAR_CONFIG: join(folder, 'calendar-mcp.json'),
    CALENDAR_STATE_DIR: join(folder, `state${at}`),
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    CALENDAR_LOG: 'debug',
    ...PATIENT_ENV,
    ...calendars.env,
    ...settings.env,
  });
  const diary = createDiary();
  const start = async (at: number) => {
    await mkdir(join(folder, `state${at}`), { recursive: true });
    const replica = await startProgram({ env: env(at) });
    diary.hear(at, replica.child.stderr);
    return replica;
  };
  const replicas = await Promise.all(Array.from({ length: count }, (_, at) => start(at)));
  const ports = () => replicas.map((replica) => replica.port);
  return {
    count,
    /** Every event that there is, by title. */
    async stored(): Promise<ReadonlyMap<string, number>> {
      const counts = new Map<string, number>();
      for (const [, title = ''] of (await calendars.text(url)).matchAll(/^SUMMARY:(.*?)\r?$/gm))
        counts.set(title, (counts.get(title) ?? 0) + 1);
      return counts;
    },
    env: env(0),
    account: calendars.accounts[0],
    /** Address of the database. */
    database: url,
    /** Where a replica is; another place after each start. */
    at: (at: number) => {
      const replica = replicas[at];
      if (replica === undefined) throw new Error(`no replica ${at}`);
      return replica;
    },
    ports,
    /** By the next replica in turn, or a certain one. */
    call: createCalls(ports, diary),
    diary,
    /** What a balancer hears of a replica. */
    async ready(at: number): Promise<readonly [status: number, checks: unknown]> {
      const response = await fetch(new URL('/readyz', replicas[at]?.url));
      const { database } = ((await response.json()) as { checks: { database?: string } }).checks;
      return [response.status, { database }];
    },
    async kill(at: number): Promise<void> {
      diary.write(at, 'is killed');
      replicas[at]?.child.kill('SIGKILL');
      await replicas[at]?.exit();
      replicas[at] = await start(at);
      diary.write(at, 'is there again');
    },
    async stopDatabase(): Promise<void> {
      diary.write('database', 'is stopped');
      await database?.stop();
      database = undefined;
    },
    async startDatabase(): Promise<void> {
      database = await startPostgres(folder, port);
      diary.write('database', 'is there again');
    },
    /** The last words of a replica that has ended by itself. */
    ended: () =>
      replicas
        .find(({ child }) => child.exitCode !== null || child.signalCode !== null)
        ?.output()
        .stderr.slice(-2000),
    said: () => replicas.map((replica) => replica.output().stderr).join(''),
  };
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

export function tokenOf(user: string): string {
  return `${user}-0123456789-0123456789-0123456789`;
}

/** The file of the server, and that of its users. */
async function configure(
  folder: string,
  { http = { stateless: true }, policy = 'trusted', users, connections = 4 }: ClusterSettings,
  { url, accounts }: { readonly url: string; readonly accounts: readonly object[] },
): Promise<void> {
  const save = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 });
  const database = { url, connections };
  // People who sign in bring their own.
  if ('signIn' in http) return save('calendar-mcp.json', JSON.stringify({ http, database }));
  if (users === undefined)
    return save('calendar-mcp.json', JSON.stringify({ http, policy, accounts, database }));
  await save('tokens', users.map((name) => `${name} ${tokenOf(name)}\n`).join(''));
  await save('user.json', JSON.stringify({ policy, ...(accounts.length > 0 && { accounts }) }));
  const known = users.map((token) => ({ token, config: 'user.json' }));
  const served = { publicUrl: 'http://localhost', ...http, tokenFile: 'tokens', users: known };
  await save('calendar-mcp.json', JSON.stringify({ http: served, database }));
}

type Diary = ReturnType<typeof createDiary>;

function createCalls(ports: () => readonly number[], diary: Diary) {
  let turn = 0;
  return async (name: string, args: object, at = turn++ % ports().length): Promise<Heard> => {
    const port = ports()[at];
    if (port === undefined) return {};
    const answered = diary.write(at, args);
    const heard = await callAt(port, { name, args });
    answered(heard);
    return heard;
  };
}

/** One call of a tool; `lost` if no answer comes. */
export async function callAt(
  port: number,
  {
    name,
    args,
    headers,
  }: { readonly name: string; readonly args: object; readonly headers?: Record<string, string> },
): Promise<Heard> {
  try {
    const message = { id: 1, method: 'tools/call', params: { name, arguments: args } };
    const answer = await post({ port }, message, headers);
    const { result } = messageIn(answer);
    if (result === undefined) return { lost: `${answer.status} ${answer.text}` };
    const { structuredContent: said } = result;
    const { notes = [], sources } = said.meta ?? {};
    return said.success ? { data: said.data, notes, ...(sources && { sources }) } : { error: said.error };
  } catch (error) {
    return { lost: String(error) };
  }
}
