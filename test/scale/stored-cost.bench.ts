/**
 * What a database costs beside files, side by side: the whole program, its state in files and in PostgreSQL, both flushed to
 * the same disk; calendars there too, and on Radicale: `npx vitest bench --run test/scale/stored-cost.bench.ts`
 * (`EVENTS=1000 ROUNDS=300`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { loadSettings } from '../../src/config/settings.js';
import type { CalendarService } from '../../src/engine/context/service.js';
import { wire } from '../../src/wire.js';
import { startRadicale } from '../servers/radicale.js';
import { USERS } from '../servers/test-server.js';
import { statementsOf } from '../state/database/count-statements.js';
import { quantile, withPostgres } from './own-postgres.js';
import { fillStore } from './start-people.js';

const EVENTS = Number(process.env.EVENTS ?? 1000);
const ROUNDS = Number(process.env.ROUNDS ?? 300);
const call = { signal: new AbortController().signal };

const two = (n: number): string => String(n).padStart(2, '0');
const dataOf = (n: number) => ({
  title: `Event ${n}`,
  start: `2026-${two(1 + (n % 12))}-${two(1 + (n % 28))}T${two(8 + (n % 9))}:00`,
  durationMinutes: 30,
});
const writeOf = (operation: object) => ({ mutation: { ...operation, allowConflicts: true } });
const READ = { query: { type: 'events', filters: { when: 'this week' } } };

async function open(folder: string, env: Record<string, string>): Promise<CalendarService> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'calendar-mcp.json'), '{"policy":"trusted"}', { mode: 0o600 });
  const given = {
    CALENDAR_CONFIG: join(folder, 'calendar-mcp.json'),
    HOME: folder,
    CALENDAR_STATE_DIR: join(folder, 'state'),
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    CALENDAR_NOW: '2026-11-24T08:00',
    CALENDAR_READ_DEADLINE: '120',
    ...env,
  };
  const { service } = await wire(await loadSettings({}, given), '0.0.0');
  // Radicale has them already.
  if (env.CALDAV_URL !== undefined) return service;
  for (let n = 0; n < EVENTS; n += 50) {
    const operations = Array.from({ length: Math.min(50, EVENTS - n) }, (_, at) => ({
      operation: 'create',
      data: dataOf(n + at),
    }));
    await service.write(writeOf({ operation: 'batch', operations }), call);
  }
  return service;
}

/** Of the files and of the rows. */
type Variables = readonly [files: Record<string, string>, rows: Record<string, string>];

async function compare(
  url: string,
  folder: string,
  [inFiles, inRows]: Variables,
): Promise<readonly string[]> {
  const files = await open(join(folder, 'a'), { XDG_DATA_HOME: join(folder, 'a', 'data'), ...inFiles });
  const rows = await open(join(folder, 'b'), { CALENDAR_DATABASE: url, ...inRows });
  const kinds: Readonly<Record<string, (service: CalendarService, n: number) => Promise<unknown>>> = {
    'a warm read': (service) => service.read(READ, call),
    'a create': (service, n) =>
      service.write(writeOf({ operation: 'create', data: dataOf(EVENTS + n) }), call),
  };
  const lines: string[] = [];
  for (const [name, work] of Object.entries(kinds)) {
    const ms = { files: [] as number[], rows: [] as number[] };
    const timed = async (into: number[], service: CalendarService, n: number) => {
      const begin = performance.now();
      await work(service, n);
      if (n >= ROUNDS / 10) into.push(performance.now() - begin);
    };
    for (let n = 0; n < ROUNDS; n++) {
      await timed(ms.files, files, n);
      await timed(ms.rows, rows, n);
    }
    const [before, after] = [quantile(ms.files, 0.5), quantile(ms.rows, 0.5)];
    const statements = await statementsOf(() => work(rows, ROUNDS));
    lines.push(
      `${name}: ${before.toFixed(2)} ms in files, ${after.toFixed(2)} ms in rows: × ${(after / before).toFixed(2)}, ` +
        `${statements.length} statements`,
    );
  }
  await files.close();
  await rows.close();
  return lines;
}

const ONCE = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

/** With calendars of equal users of one Radicale. */
async function onRadicale(url: string, folder: string): Promise<readonly string[]> {
  const logins = USERS.map((user) => ({ ...user, events: EVENTS }));
  const radicale = await startRadicale((store) => fillStore(store, logins));
  const account = ({ username, password }: (typeof USERS)[number]) => ({
    ...{ CALDAV_URL: radicale.url, CALDAV_USERNAME: username, CALDAV_PASSWORD: password },
  });
  try {
    return await compare(url, folder, [account(USERS[0]), account(USERS[1])]);
  } finally {
    await radicale.stop();
  }
}

describe(`${EVENTS} events, everything in files and in rows`, () => {
  bench('calendars too', async () => print(await withPostgres((...at) => compare(...at, [{}, {}]))), ONCE);
  bench('but calendars on Radicale', async () => print(await withPostgres(onRadicale)), ONCE);
});

function print(lines: readonly string[]): void {
  process.stdout.write(`\n${lines.join('\n')}\n`);
}
