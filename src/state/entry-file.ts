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

export interface Entry {
  readonly key: string;
  readonly value: unknown;
  /** Write order, in microseconds since 1970. */
  readonly order: number;
  readonly expiresAt?: Instant;
}

/** A hash, so a key may contain anything. */
export function entryName(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.json`;
}

export function isEntryName(name: string): boolean {
  return /^[0-9a-f]{64}\.json$/.test(name);
}

/** Names of files left by a killed process: partial entries, claimed entries, and marks. */
export function isLeftover(name: string): boolean {
  return /^\.[0-9a-f]{16}\.(?:tmp|taken|mark)$/.test(name);
}

/** Writes an entry atomically, also in case of a crash. */
export async function writeEntry(dir: string, entry: Entry): Promise<void> {
  await placeEntry(dir, entry, renameSync);
}

/** Like `writeEntry`, but returns false if the file exists. */
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

/** Errors of a single file, such as one of another user. */
const OF_THE_FILE = new Set([
  'EACCES',
  'EPERM',
  'EISDIR',
  'ELOOP',
  'ERR_STRING_TOO_LONG',
  'ERR_FS_FILE_TOO_LARGE',
]);

/** The entry of a file; undefined if missing, `damaged` if invalid. */
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

/** Throws if the entry is damaged. */
export function usable(entry: Entry | 'damaged' | undefined): Entry | undefined {
  if (entry !== 'damaged') return entry;
  throw new CalendarError('STORAGE_ERROR', 'An entry of the state store is damaged.', {
    suggestion: 'Ask the user to check the disk that holds the state folder.',
  });
}

/** Takes a file out of the store. Only one of several callers gets its new path. */
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

/** Restores the name of a claimed file, unless a newer file has it. */
export function returnFile(claimed: string, path: string): void {
  try {
    linkSync(claimed, path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw stateError(error);
  }
}

export function removeEntryFile(path: string): void {
  try {
    removeIfThere(path);
  } catch (error) {
    throw stateError(error);
  }
}

/** An older mark is left from a killed process. */
const MARK_MS = 10_000;

/**
 * Replaces or removes an expired entry. False, without a change, if another caller is doing so or the entry
 * has changed. The file exists throughout, so that no claim sees the key as free.
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

/** Converts a disk failure; exposes no system text. */
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
