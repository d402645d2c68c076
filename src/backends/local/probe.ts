import { accessSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import { realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Checklist, ProbeFinding } from '../../ports/probe.js';
import { removeIfThere } from '../../system/remove-if-there.js';
import { syncFolder } from '../../system/sync-folder.js';
import { temporaryFiles, writeTemporary } from './atomic-file.js';
import { calendarPath, isFolderName } from './calendar-folders.js';
import { isItemName } from './item-file.js';
import { calendarGone, folderMissing, readError, writeError } from './storage-error.js';

const LOCK_NAME = '.calendar.lock';
/** Locks last only for a few file operations. */
const OLD_LOCK_MS = 60_000;
/** Clocks of file servers differ slightly. */
const AHEAD_MS = 120_000;

/** Checks a calendar folder, its files and leftovers of writers. Changes nothing. */
export async function probeFolder(
  dir: string,
  { create }: { readonly create: boolean },
  checks: Checklist,
): Promise<boolean> {
  const root = await checks.check(
    'folder',
    () => lookAtFolder(dir, create),
    ({ finding }) => finding,
  );
  if (root?.path === undefined) return false;
  const { path } = root;
  const files = await checks.check(
    'files',
    async () => lookAtFiles(path),
    (found) => found,
  );
  await checks.check(
    'locks and leftovers',
    () => lookAtLeftovers(path),
    (found) => found,
  );
  // An empty folder has no calendar yet, and the backend would offer one for the first write.
  return files?.facts?.folders !== 0 || files.facts.files !== 0;
}

export async function probeExport(path: string, checks: Checklist): Promise<boolean> {
  const found = await checks.check(
    'file',
    async () => {
      try {
        return statSync(await realpath(path));
      } catch (error) {
        throw readError(error);
      }
    },
    (file) =>
      file.isDirectory()
        ? { status: 'ok', detail: 'It is a folder of files.' }
        : { status: 'ok', detail: `${file.size} bytes.`, facts: { bytes: file.size } },
  );
  return found !== undefined;
}

/** Writes, syncs, renames and removes a hidden file, as every change of an event does. */
export async function probeFolderWrite(
  dir: string,
  { href }: CalendarInfo,
  checks: Checklist,
): Promise<void> {
  await checks.check(
    'write test: a hidden file',
    async () => {
      try {
        const folder = calendarPath(await realpath(dir), href);
        if (folder === undefined) throw calendarGone();
        const before = Date.now();
        const temporary = await writeTemporary(folder, Buffer.from('doctor'), 0o600);
        const renamed = temporary.replace(/[0-9a-f]{4}\.calendar\.tmp$/, '0000.calendar.tmp');
        try {
          await rename(temporary, renamed);
          await syncFolder(folder);
          return (await stat(renamed)).mtimeMs - before;
        } finally {
          removeIfThere(temporary);
          removeIfThere(renamed);
        }
      } catch (error) {
        throw writeError(error, 'not_applied');
      }
    },
    (skewMs) => {
      const facts = { skewSeconds: Math.round(skewMs / 1000) };
      return Math.abs(skewMs) > AHEAD_MS
        ? {
            status: 'warning',
            detail: 'The clock of the file system differs from that of this computer.',
            facts,
          }
        : { status: 'ok', detail: 'It was written, renamed and removed.', facts };
    },
  );
}

async function lookAtFolder(
  dir: string,
  create: boolean,
): Promise<{ readonly path?: string; readonly finding: ProbeFinding }> {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (found === undefined) {
    if (!create) throw folderMissing();
    const detail = 'It does not exist yet; the first write creates it.';
    return { finding: { status: 'ok', detail, facts: { exists: false } } };
  }
  try {
    const path = await realpath(dir);
    if (!statSync(path).isDirectory()) {
      throw new CalendarError('CONFIGURATION', 'The configured calendar folder is a file.', {
        suggestion: 'Configure the path of a folder.',
      });
    }
    accessSync(path, constants.R_OK | constants.X_OK);
    const writable = mayWrite(path);
    const facts = {
      exists: true,
      link: found.isSymbolicLink(),
      writable,
      tellsCase: tellsCase(path),
    };
    return writable
      ? { path, finding: { status: 'ok', detail: 'It can be read and written.', facts } }
      : { path, finding: { status: 'warning', code: 'READ_ONLY', detail: 'It is read-only.', facts } };
  } catch (error) {
    throw readError(error);
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** True if the file system is case-sensitive, tested with the folder's own name. */
function tellsCase(path: string): boolean | 'unknown' {
  const name = basename(path);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (other === name) return 'unknown';
  const twin = lstatSync(join(dirname(path), other), { throwIfNoEntry: false });
  return twin === undefined || twin.ino !== lstatSync(path).ino;
}

function lookAtFiles(root: string): ProbeFinding {
  const folders = foldersOf(root);
  const now = Date.now();
  let items = 0;
  let others = 0;
  let ahead = 0;
  for (const folder of folders) {
    for (const name of readdirSync(folder)) {
      if (!isItemName(name)) {
        if (!name.startsWith('.') && folder !== root) others++;
        continue;
      }
      items++;
      const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
      if (found !== undefined && found.mtimeMs - now > AHEAD_MS) ahead++;
    }
  }
  const facts = {
    folders: folders.length - 1,
    files: items,
    otherFiles: others,
    fromTheFuture: ahead,
  };
  return ahead > 0
    ? {
        status: 'warning',
        detail: 'Files have modification times in the future: the clocks of computers differ.',
        facts,
      }
    : { status: 'ok', detail: `${items} event files.`, facts };
}

async function lookAtLeftovers(root: string): Promise<ProbeFinding> {
  let locks = 0;
  let old = 0;
  let left = 0;
  for (const folder of foldersOf(root)) {
    const lock = lstatSync(join(folder, LOCK_NAME), { throwIfNoEntry: false });
    if (lock !== undefined) locks++;
    if (lock !== undefined && Date.now() - lock.mtimeMs > OLD_LOCK_MS) old++;
    left += temporaryFiles(folder).length;
  }
  const facts = { locks, oldLocks: old, leftovers: left };
  if (old > 0) {
    const detail = 'A program that crashed left a lock; the next change takes it over.';
    return { status: 'warning', code: 'LOCKED', detail, facts };
  }
  return {
    status: 'ok',
    detail: locks > 0 ? 'Another program is changing it now.' : 'None.',
    facts,
  };
}

/** The root, which may hold events itself, and its calendar folders. */
function foldersOf(root: string): readonly string[] {
  const entries = readdirSync(root, { withFileTypes: true });
  return [
    root,
    ...entries
      .filter((one) => one.isDirectory() && isFolderName(one.name))
      .map(({ name }) => join(root, name)),
  ];
}
