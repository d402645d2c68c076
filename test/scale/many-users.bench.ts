/**
 * What a database of very many users costs beside that of a few: `npx vitest bench --run test/scale/many-users.bench.ts`
 * (`USERS=100000 ROWS=100 ROUNDS=2000`). The same work in both, turn by turn, for users at random.
 */
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { type Database, openDatabase } from '../../src/state/database/database.js';
import { createDatabaseCalendars } from '../../src/state/database/database-calendars.js';
import { createDatabaseStore } from '../../src/state/database/database-store.js';
import { startProgram } from '../server/http/http-program.js';
import { asAdmin, SILENT } from '../state/database/fresh-database.js';
import { fillUsers } from './fill-users.js';
import { quantile, withPostgres } from './own-postgres.js';

const USERS = Number(process.env.USERS ?? 100_000);
const FEW = 1000;
const ROWS = Number(process.env.ROWS ?? 100);
const ROUNDS = Number(process.env.ROUNDS ?? 2000);
const OBJECTS = 5;
const clock = { now: () => Date.now(), timeZone: () => 'UTC' };

type Work = (database: Database, user: string, n: number) => Promise<unknown>;

const storeOf = (database: Database, owner: string) =>
  createDatabaseStore(database, { owner, userMegabytes: 100 }, clock);
const calendarsOf = (database: Database, owner: string) =>
  createDatabaseCalendars(database, { owner, userMegabytes: 100 });

const WORKS: Readonly<Record<string, Work>> = {
  claim: (database, user, n) => storeOf(database, user).claim(`claim/${n}`, 1, { expiresAt: 4e12 }),
  take: (database, user, n) => storeOf(database, user).take(`claim/${n}`),
  // What an undo asks of the store: the newest entry, which it takes and replaces by its own.
  undo: async (database, user, n) => {
    const store = storeOf(database, user);
    const [key] = await store.keys('undo/');
    await store.take(key ?? '');
    await store.put(`undo/new ${n}`, { steps: [] });
  },
  'a look at calendars': (database, user) => calendarsOf(database, user).look([]),
  'a new event': (database, user, n) =>
    calendarsOf(database, user).add('Calendar', {
      ...{ file: `new ${n}.ics`, uid: `new ${n}`, etag: `"${n}"`, bytes: Buffer.from('BEGIN:VCALENDAR') },
    }),
};

async function filled(server: string, name: string, users: number): Promise<string> {
  await asAdmin(server, `CREATE DATABASE ${name}`);
  const url = server.replace(/\/\w+$/, `/${name}`);
  const database = openDatabase({ url, connections: 1 }, SILENT);
  await database.migrate();
  await database.close();
  await fillUsers(url, { users, rows: ROWS, objects: OBJECTS });
  return url;
}

async function startMs(url: string, folder: string): Promise<number> {
  const begin = performance.now();
  const env = { HOME: folder, CALENDAR_STATE_DIR: join(folder, 'state'), CALENDAR_DATABASE: url };
  const program = await startProgram({ env: { PATH: process.env.PATH ?? '', ...env } });
  for (;;) {
    const { status } = await fetch(new URL('/readyz', program.url));
    if (status === 200) break;
  }
  const ms = performance.now() - begin;
  program.child.kill('SIGTERM');
  await program.exit();
  return ms;
}

async function compare(server: string, folder: string): Promise<readonly string[]> {
  const urls = { few: await filled(server, 'few', FEW), many: await filled(server, 'many', USERS) };
  const few = openDatabase({ url: urls.few, connections: 4 }, SILENT);
  const many = openDatabase({ url: urls.many, connections: 4 }, SILENT);
  const lines: string[] = [];
  for (const [name, work] of Object.entries(WORKS)) {
    const ms = { few: [] as number[], many: [] as number[] };
    for (let n = 0; n < ROUNDS; n++) {
      for (const [database, users, into] of [
        [few, FEW, ms.few],
        [many, USERS, ms.many],
      ] as const) {
        const user = `user ${1 + ((n * 7919) % users)}`;
        const begin = performance.now();
        await work(database, user, n);
        if (n >= ROUNDS / 10) into.push(performance.now() - begin);
      }
    }
    const at = (share: number) => {
      const [small, large] = [quantile(ms.few, share), quantile(ms.many, share)];
      return `${small.toFixed(2)} → ${large.toFixed(2)} ms (× ${(large / small).toFixed(2)})`;
    };
    lines.push(`${name}: median ${at(0.5)}, 99 % ${at(0.99)}`);
  }
  await few.close();
  await many.close();
  // The first one may build it.
  await startMs(urls.few, folder);
  const starts = [await startMs(urls.few, folder), await startMs(urls.many, folder)];
  lines.push(`start: ${starts.map((ms) => `${ms.toFixed(0)} ms`).join(' → ')}`);
  return lines;
}

describe(`${USERS} users with ${ROWS} rows each, beside ${FEW}`, () => {
  bench(
    'turn by turn',
    async () => {
      const lines = await withPostgres(compare);
      process.stdout.write(`\n${lines.join('\n')}\n`);
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});
