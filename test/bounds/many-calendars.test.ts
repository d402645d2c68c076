// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMirroredBackend } from '../../src/backends/mirror/mirrored-backend.js';
import type { SyncSource } from '../../src/ports/sync-source.js';
import {
  loadSqlite,
  type MirrorDatabase,
  openMirrorDatabase,
} from '../../src/state/mirror/mirror-database.js';
import { createMirrorStore } from '../../src/state/mirror/mirror-store.js';
import { never } from '../conformance/subject.js';
import { deskOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { indexer, SILENT } from '../state/mirror/open-store.js';
import { single } from './bombs.js';
import { onSlowMachine, turnsDuring } from './turns-during.js';

const dir = mkdtempSync(join(tmpdir(), 'mirror-'));
const ends: (() => Promise<void> | void)[] = [() => rmSync(dir, { recursive: true })];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An account of so many calendars of one event, all copied and unchanged since; `asked`: the statements since. */
async function copied(count: number) {
  const calendars = Array.from({ length: count }, (_, n) => ({
    name: `C${n}`,
    objects: [single(`Event ${n}`)],
  }));
  const memory = createMemoryBackend({ name: 'test', calendars });
  const infos = await memory.calendars({ signal: never });
  const notAsked = () => Promise.reject(new Error('the copies are as they should be'));
  const sync: SyncSource = {
    identity: 'test',
    list: async () => ({ calendars: infos.map((info) => ({ info, ctag: 'm' })), ownAddresses: [] }),
    ...{ changes: notAsked, versions: notAsked, objects: notAsked, all: notAsked, inParts: notAsked },
    remember: () => undefined,
  };
  const sqlite = await loadSqlite(SILENT);
  if (sqlite === undefined) throw new Error('SQLite is not available');
  const path = join(dir, `${count}.sqlite`);
  const database = openMirrorDatabase(sqlite, path, SILENT);
  const asked: string[] = [];
  const noted = (sql: string): string => {
    asked.push(sql);
    return sql;
  };
  const counted: MirrorDatabase = {
    ...database,
    all: (sql, ...values) => database.all(noted(sql), ...values),
    get: (sql, ...values) => database.get(noted(sql), ...values),
  };
  const store = createMirrorStore(counted);
  for (const [n, { id: calendarId }] of infos.entries()) {
    const key = { identity: 'test', calendarId };
    const ics = calendars[n]?.objects[0] ?? '';
    const index = { from: 0, to: 4e12, uncertain: false, text: '', keys: [] };
    const stored = [{ kind: 'event' as const, href: `${n}.ics`, etag: '"1"', ics, index }];
    const change = {
      kind: 'whole' as const,
      stored,
      removed: [],
      marker: 'm',
      syncedAt: 5,
      covers: 0,
      full: true,
    };
    store.commit(key, store.calendar(key), change);
  }
  const mirror = createMirroredBackend({ ...memory, sync }, { store, indexer: indexer(), log: SILENT });
  const other = createMirrorStore(openMirrorDatabase(sqlite, path, SILENT));
  ends.push(
    () => other.close(),
    () => store.close(),
    () => mirror.close(),
  );
  return { d: deskOver([mirror], { deadlines: { read: 1000, write: 1000 } }), mirror, asked, store, other };
}

const count = { query: { type: 'events', mode: 'count', filters: { when: 'this week' } } };

it('the listing of 500 calendars is read once for all of them, and others have their turns', async () => {
  const { d, asked } = await copied(500);
  await d.read(count);
  asked.length = 0;
  onSlowMachine();
  const read = d.read(count);
  expect(await turnsDuring(read)).toBeGreaterThan(3);
  expect((await read).data.count).toBe(500);
  expect(asked.filter((sql) => sql.includes('listing')).length).toBeLessThanOrEqual(1);
  expect(asked.length).toBeLessThan(500 * 20);
});

it('others have their turns while the copies of 500 calendars are described', async () => {
  const { d, mirror } = await copied(500);
  await d.read(count);
  onSlowMachine();
  const described = mirror.mirror.status();
  expect(await turnsDuring(described)).toBeGreaterThan(3);
  expect(await described).toHaveLength(500);
});

it('a listing that another process has stored is seen at once', async () => {
  const { store, other } = await copied(2);
  expect(store.account('test')).toBeUndefined();
  const listing = (ownAddresses: readonly string[], checkedAt: number) => ({
    calendars: [],
    ownAddresses,
    checkedAt,
  });
  store.saveAccount('test', listing(['a@x.org'], 1));
  expect(store.account('test')).toEqual(listing(['a@x.org'], 1));
  expect(store.account('test')).toBe(store.account('test'));
  other.saveAccount('test', listing(['b@x.org'], 1));
  expect(store.account('test')).toEqual(listing(['b@x.org'], 1));
  store.saveAccount('test', listing(['c@x.org'], 1));
  expect([store, other].map((one) => one.account('test')?.ownAddresses)).toEqual([['c@x.org'], ['c@x.org']]);
});
