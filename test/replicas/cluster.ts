import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { startProgram } from '../server/http/http-program.js';
import { messageIn, post } from '../server/http/http-server.js';
import { freePort } from '../servers/local-process.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import { type Postgres, startPostgres } from '../servers/postgres.js';
import { startRadicale } from '../servers/radicale.js';

/** What became of one call: its data, its error, or nothing that anybody heard of. */
export interface Heard {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly notes?: readonly string[];
  readonly error?: { readonly code: string; readonly retryable?: boolean; readonly outcome?: string };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Whether everything is installed. */
export const isPossible = inject('replicas');

/** Where the calendars of a cluster are: on one Radicale, or in the database that the replicas share anyway. */
export type Place = 'radicale' | 'database';

interface Calendars {
  readonly accounts: readonly object[];
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

async function onRadicale(): Promise<Calendars> {
  const radicale = await startRadicale();
  onTestFinished(() => radicale.stop());
  const calendar = await makeCalendar(radicale, 'Work');
  const { url, username, password } = radicale;
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
  http: object = { stateless: true },
  policy: unknown = 'trusted',
) {
  const folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const calendars = place === 'radicale' ? await onRadicale() : OWN;
  const port = await freePort();
  let database: Postgres | undefined = await startPostgres(folder, port);
  onTestFinished(async () => database?.stop());
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const config = {
    http,
    policy,
    accounts: calendars.accounts,
    database: { url, connections: 4 },
  };
  await writeFile(join(folder, 'calendar-mcp.json'), JSON.stringify(config), { mode: 0o600 });

  const env = (at: number): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CALENDAR_CONFIG: join(folder, 'calendar-mcp.json'),
    CALENDAR_STATE_DIR: join(folder, `state${at}`),
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    ...calendars.env,
  });
  const start = async (at: number) => {
    await mkdir(join(folder, `state${at}`), { recursive: true });
    return startProgram({ env: env(at) });
  };
  const replicas = await Promise.all(Array.from({ length: count }, (_, at) => start(at)));
  let turn = 0;

  async function call(name: string, args: object, at = turn++ % count): Promise<Heard> {
    const replica = replicas[at];
    if (replica === undefined) return {};
    try {
      const message = { id: 1, method: 'tools/call', params: { name, arguments: args } };
      const { structuredContent: said } = messageIn(await post(replica, message)).result;
      return said.success ? { data: said.data, notes: said.meta?.notes ?? [] } : { error: said.error };
    } catch {
      return {};
    }
  }

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
    /** Where a replica is; another place after each start. */
    at: (at: number) => {
      const replica = replicas[at];
      if (replica === undefined) throw new Error(`no replica ${at}`);
      return replica;
    },
    /** By the next replica in turn, or a certain one. */
    call,
    /** What a balancer hears of a replica. */
    async ready(at: number): Promise<readonly [status: number, checks: unknown]> {
      const response = await fetch(new URL('/readyz', replicas[at]?.url));
      const { database } = ((await response.json()) as { checks: { database?: string } }).checks;
      return [response.status, { database }];
    },
    async kill(at: number): Promise<void> {
      const replica = replicas[at];
      replica?.child.kill('SIGKILL');
      await replica?.exit();
      replicas[at] = await start(at);
    },
    async stopDatabase(): Promise<void> {
      await database?.stop();
      database = undefined;
    },
    async startDatabase(): Promise<void> {
      database = await startPostgres(folder, port);
    },
    said: () => replicas.map((replica) => replica.output().stderr).join(''),
  };
}
