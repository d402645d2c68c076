import { createHash, randomBytes } from 'node:crypto';
import { closeSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import type { Instant } from '../../schemas/model/time.js';
import { errnoOf } from '../system/errno-of.js';
import { makeFolder } from '../system/make-folder.js';
import { NoRegularFile, readRegularFile } from '../system/read-regular-file.js';
import { removeIfThere } from '../system/remove-if-there.js';
import { syncFolder } from '../system/sync-folder.js';
import { writeSynced } from '../system/write-synced.js';

/** What lies in one file of the store. */
export interface Entry {
  readonly key: string;
  readonly value: unknown;
  /** Order of writing, in microseconds since 1970. */
  readonly order: number;
  readonly expiresAt?: Instant;
}

/** File name of a key: a hash, so that a key may hold anything. */
export function entryName(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.json`;
}

export function isEntryName(name: string): boolean {
  return /^[0-9a-f]{64}\.json$/.test(name);
}

/** Names of files that a killed process may leave: half-written and half-taken entries, and marks. */
export function isLeftover(name: string): boolean {
  return /^\.[0-9a-f]{16}\.(?:tmp|taken|mark)$/.test(name);
}

/** Writes an entry so that readers, and a crash, see the old or the new one. */
export async function writeEntry(dir: string, entry: Entry): Promise<void> {
  await placeEntry(dir, entry, renameSync);
}

/** The same where there is no file of that name; false where there is one. */
export async function writeNewEntry(dir: string, entry: Entry): Promise<boolean> {
  try {
    await placeEntry(dir, entry, (temporary, path) => {
      linkSync(temporary, path);
      removeEntryFile(temporary);
    });
    return true;
  } catch (error) {
    if (error instanceof CalendarError && errnoOf(error.cause) === 'EEXIST') return false;
    throw error;
  }
}

async function placeEntry(
  dir: string,
  entry: Entry,
  place: (temporary: string, path: string) => void,
): Promise<void> {
  const temporary = join(dir, `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    makeFolder(dir);
    await writeSynced(temporary, JSON.stringify({ ...entry, value: entry.value ?? null }), 0o600);
    place(temporary, join(dir, entryName(entry.key)));
    await syncFolder(dir);
  } catch (error) {
    removeEntryFile(temporary);
    throw stateError(error);
  }
}

/** What is wrong with one file alone, such as one that another user of the computer owns. */
const OF_THE_FILE = new Set([
  'EACCES',
  'EPERM',
  'EISDIR',
  'ELOOP',
  'ERR_STRING_TOO_LONG',
  'ERR_FS_FILE_TOO_LARGE',
]);

/** The entry in a file; undefined if the file is missing. A file that is not an entry is reported, not hidden. */
export function readEntry(path: string): Entry | 'damaged' | undefined {
  let text: string;
  try {
    text = readRegularFile(path);
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (code === 'ENOENT') return undefined;
    if (error instanceof NoRegularFile || OF_THE_FILE.has(code)) return 'damaged';
    throw stateError(error);
  }
  return parseEntry(text) ?? 'damaged';
}

/** An entry that is to be used; a damaged one is an error. */
export function usable(entry: Entry | 'damaged' | undefined): Entry | undefined {
  if (entry !== 'damaged') return entry;
  throw new CalendarError('STORAGE_ERROR', 'An entry of the state store is damaged.', {
    suggestion: 'Ask the user to check the disk that holds the state folder.',
  });
}

/** Takes a file out of the store: of several callers, one gets the path of the file it now owns. */
export async function claimFile(dir: string, name: string): Promise<string | undefined> {
  const claimed = join(dir, `.${randomBytes(8).toString('hex')}.taken`);
  try {
    renameSync(join(dir, name), claimed);
    await syncFolder(dir);
    return claimed;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw stateError(error);
  }
}

/** Gives a claimed file its name back, unless a newer one has it by now. */
export function returnFile(claimed: string, path: string): void {
  try {
    linkSync(claimed, path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw stateError(error);
  }
}

/** Removes a file of the store, if it is there. */
export function removeEntryFile(path: string): void {
  try {
    removeIfThere(path);
  } catch (error) {
    throw stateError(error);
  }
}

/** A mark this old was left by a process that was killed. */
const MARK_MS = 10_000;

/**
 * Replaces or removes an entry that has expired, which one caller at a time may do: false, and nothing is done, if another
 * one is at it, or if the entry is another one by now. The key always has a file meanwhile, so nobody takes it for free.
 */
export async function endEntry(
  dir: string,
  { key, order, expiresAt }: Omit<Entry, 'value'>,
  end: () => Promise<unknown>,
): Promise<boolean> {
  const id = createHash('sha256')
    .update(JSON.stringify([key, order, expiresAt]))
    .digest('hex');
  const mark = join(dir, `.${id.slice(0, 16)}.mark`);
  try {
    closeSync(openSync(mark, 'wx', 0o600));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw stateError(error);
    const since = statSync(mark, { throwIfNoEntry: false })?.ctimeMs ?? Date.now();
    if (Date.now() - since > MARK_MS) removeEntryFile(mark);
    return false;
  }
  try {
    const now = readEntry(join(dir, entryName(key)));
    if (now === undefined || now === 'damaged' || now.order !== order) return false;
    await end();
    return true;
  } finally {
    removeEntryFile(mark);
  }
}

/** A failure of the disk as the caller may see it. */
export function stateError(cause: unknown): CalendarError {
  if (cause instanceof CalendarError) return cause;
  const code = errnoOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new CalendarError('STORAGE_FULL', 'The disk that holds the state folder is full.', {
      suggestion: 'Ask the user to free some space, then repeat the call.',
      cause,
    });
  }
  return new CalendarError('STORAGE_ERROR', 'The state folder could not be read or written.', {
    suggestion: 'Ask the user to check the state folder (CALENDAR_STATE_DIR) and its permissions.',
    cause,
  });
}

function parseEntry(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { key, order, expiresAt } = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof key === 'string' &&
    typeof order === 'number' &&
    'value' in value &&
    (expiresAt === undefined || typeof expiresAt === 'number')
  );
}
