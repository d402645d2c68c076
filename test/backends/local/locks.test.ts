// @module-tag programs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFileStore } from '../../../src/state/file-store.js';
import { openMirror } from '../../../src/state/mirror/open-mirror.js';
import { systemClock } from '../../../src/system/system-clock.js';
import { titled } from '../../conformance/events.js';
import { never, scan } from '../../conformance/subject.js';
import { SILENT } from '../../state/mirror/open-store.js';
import { failureOf } from '../../thrown.js';
import { bundle } from './bundle.js';
import { backendOn, temporaryFolder } from './folder.js';
import { installed } from './installed.js';

const LOCK = '.calendar.lock';

function calendar(): { readonly dir: string; readonly folder: string } {
  const dir = temporaryFolder();
  const folder = join(dir, 'Calendar');
  mkdirSync(folder);
  return { dir, folder };
}

const create = (backend: ReturnType<typeof backendOn>, name: string) =>
  backend.apply(
    { kind: 'create', calendar: 'Calendar', file: `${name}.ics`, ics: titled(name, name) },
    { signal: never },
  );

it('400 creates of one process at the same time do not lock one another out', async () => {
  const { dir, folder } = calendar();
  // Two of them, as two accounts or two calls have them.
  const backends = [backendOn(dir), backendOn(dir)] as const;
  await Promise.all(
    Array.from({ length: 400 }, (_, n) => create(backends[n % 2 === 0 ? 0 : 1], `event-${n}`)),
  );
  expect(readdirSync(folder).filter((name) => name.endsWith('.ics'))).toHaveLength(400);
  expect(existsSync(join(folder, LOCK))).toBe(false);
});

const STRACE = '/usr/bin/strace';
it.skipIf(!installed(STRACE, 'strace'))('a full disk leaves no lock behind', async () => {
  const { dir, folder } = calendar();
  const program = await bundle('try-write');
  const lock = join(folder, LOCK);
  const full = ['-P', lock, '-e', 'inject=write,pwrite64:error=ENOSPC'];
  const { stdout } = spawnSync(
    STRACE,
    ['-f', '-qq', '-o', '/dev/null', ...full, process.execPath, program, dir],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(stdout)).toMatchObject([{ code: 'STORAGE_FULL', outcome: 'not_applied' }]);
  expect(readdirSync(folder)).toEqual([]);
});

it('what died long ago is removed when the folder is opened', async () => {
  const { dir, folder } = calendar();
  const gone = { nonce: 'gone', pid: 2 ** 22 + 1, host: 'elsewhere', started: '1' };
  const names = [LOCK, `${LOCK}.gone`, `${LOCK}.unreadable`];
  for (const name of names) {
    writeFileSync(join(folder, name), JSON.stringify(gone));
    utimesSync(join(folder, name), 1e9, 1e9);
  }
  await backendOn(dir).calendars({ signal: never });
  expect(readdirSync(folder)).toEqual([]);
});

it('processes killed while they held a lock, and while they took it over, keep nobody waiting', async () => {
  const { dir, folder } = calendar();
  // A process of this host that has certainly ended.
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const gone = (nonce: string) => JSON.stringify({ nonce, pid, host: hostname(), started: '1' });
  writeFileSync(join(folder, LOCK), gone('holder'));
  writeFileSync(join(folder, `${LOCK}.holder`), gone('claimer'));
  await create(backendOn(dir), 'event');
  expect(readdirSync(folder)).toEqual(['event.ics']);
});

async function socketAt(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

/** What is no file; to open a pipe waits for somebody at its other end. */
describe.each<[string, (path: string) => unknown]>([
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdirSync(path)],
  ['a socket', socketAt],
])('%s', (_, make) => {
  it('in place of a lock is an error', async () => {
    const { dir, folder } = calendar();
    await make(join(folder, LOCK));
    const error = await failureOf(create(backendOn(dir), 'new'));
    expect(error).toMatchObject({ code: 'STORAGE_ERROR', info: { outcome: 'not_applied' } });
    expect(error.info.suggestion).toContain(LOCK);
  });

  it('in place of an event is named', async () => {
    const { dir, folder } = calendar();
    await make(join(folder, 'odd.ics'));
    const backend = backendOn(dir);
    const [found] = await backend.calendars({ signal: never });
    if (found === undefined) throw new Error('no calendar');
    expect((await scan({ backend, calendar: found })).unreadable).toHaveLength(1);
  });

  it('in place of an entry of the state store is an error, and no other entry is lost', async () => {
    const { dir } = calendar();
    const store = createFileStore(dir, systemClock('UTC'));
    await store.put('odd', 1);
    await store.put('even', 2);
    const [name] = readdirSync(dir).filter((one) => one.endsWith('.json'));
    const path = join(dir, name ?? '');
    execFileSync('rm', [path]);
    await make(path);
    const again = createFileStore(dir, systemClock('UTC'));
    const results = await Promise.allSettled([again.get('odd'), again.get('even')]);
    const statuses = results.map(({ status }) => status).sort();
    expect(statuses).toEqual(['fulfilled', 'rejected']);
    expect(await again.keys('')).toHaveLength(1);
  });

  it('in place of the copies of calendars leaves them out', async () => {
    const dir = temporaryFolder();
    await make(join(dir, 'mirror.sqlite'));
    expect(await openMirror(dir, SILENT)).toBeUndefined();
  });
});
