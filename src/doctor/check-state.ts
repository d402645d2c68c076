import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { open, rename, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checklist, ProbeFinding } from '../ports/probe.js';
import type { StateStore } from '../ports/state-store.js';
import { loadSqlite } from '../state/mirror/mirror-database.js';
import { SILENT_LOG } from '../system/json-log.js';

const MEGABYTE = 1024 * 1024;
const LITTLE_SPACE_MB = 100;
const MIRROR = 'mirror.sqlite';

/** Checks the folder of trash, undo and copies. */
export async function checkStateFolder(checks: Checklist, dir: string): Promise<void> {
  await checks.check(
    'state folder',
    () => lookAtFolder(dir),
    (found) => found,
  );
  await checks.check(
    'copies on disk',
    () => lookAtMirror(join(dir, MIRROR)),
    (found) => found,
    60_000,
  );
}

export async function checkStateEntries(checks: Checklist, state: StateStore): Promise<void> {
  await checks.check(
    'trash and undo',
    async () => ({ trash: (await state.keys('trash/')).length, undo: (await state.keys('undo/')).length }),
    (facts) => ({ status: 'ok', detail: `${facts.trash} in the trash, ${facts.undo} to undo.`, facts }),
  );
}

async function lookAtFolder(dir: string): Promise<ProbeFinding> {
  const there = existsSync(dir);
  const nearest = nearestFolder(dir);
  const { bavail, bsize } = await statfs(nearest);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
  const facts = { exists: there, freeMb: freeMb };
  try {
    if (there) await writeAndRemove(dir);
    else accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return {
      status: 'failed',
      code: 'STORAGE_ERROR',
      detail: 'It is not writable: nothing can be undone or restored, and no copies are kept.',
      facts: { ...facts, errno },
      suggestion: 'Make it writable, or name another folder with CALENDAR_STATE_DIR.',
    };
  }
  if (there && process.platform !== 'win32' && (statSync(dir).mode & 0o077) !== 0) {
    const detail = 'It is writable, but other users of this computer can read it.';
    return { status: 'warning', detail, facts, suggestion: 'Run chmod 700 on it.' };
  }
  if (freeMb < LITTLE_SPACE_MB) {
    return { status: 'warning', code: 'STORAGE_FULL', detail: 'The disk is almost full.', facts };
  }
  return { status: 'ok', detail: there ? 'It is writable.' : 'It is created when needed.', facts };
}

/** Writes, syncs, renames and removes a file, as the state store does. */
async function writeAndRemove(dir: string): Promise<void> {
  const path = join(dir, `.${randomBytes(8).toString('hex')}.tmp`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile('doctor');
    await file.sync();
    await rename(path, `${path}2`);
  } finally {
    await file.close();
    for (const name of [path, `${path}2`]) if (existsSync(name)) await unlink(name);
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Opens the database read-only; a normal open would recreate a damaged one. */
async function lookAtMirror(path: string): Promise<ProbeFinding> {
  const Sqlite = await loadSqlite(SILENT_LOG);
  if (Sqlite === undefined) {
    const detail =
      'SQLite is not available on this system: no copies are kept, and servers are asked each time.';
    return { status: 'warning', detail };
  }
  const size = sizeOf(path);
  if (size === undefined) return { status: 'ok', detail: 'None.' };
  const facts = { bytes: size, logBytes: sizeOf(`${path}-wal`) ?? 0 };
  try {
    const database = new Sqlite(path, { readonly: true, timeout: 3000 });
    try {
      const row: unknown = database.prepare('PRAGMA quick_check(1)').get();
      const sound = JSON.stringify(row).toLowerCase().includes('"ok"');
      return sound ? { status: 'ok', detail: 'The database is sound.', facts } : damaged(facts);
    } finally {
      database.close();
    }
  } catch (error) {
    const errno = error instanceof Error && 'code' in error ? String(error.code) : '';
    return damaged(/^SQLITE_[A-Z_]+$/.test(errno) ? { ...facts, errno } : facts);
  }
}

function damaged(facts: NonNullable<ProbeFinding['facts']>): ProbeFinding {
  return {
    status: 'warning',
    code: 'STORAGE_ERROR',
    detail: 'The database of copies cannot be read; it is recreated when it is next used.',
    facts,
  };
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
