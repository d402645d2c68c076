import { randomBytes } from 'node:crypto';
import { closeSync, linkSync, openSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../system/errno-of.js';
import { removeIfThere } from '../../system/remove-if-there.js';
import { writeSynced } from '../../system/write-synced.js';

const TEMP_NAME = /^\.[0-9a-f]{16}\.calendar\.tmp$/;

/** Writes bytes to a hidden temporary file in the folder, synced to disk; returns its path. */
export async function writeTemporary(folder: string, bytes: Uint8Array, mode: number): Promise<string> {
  const path = join(folder, `.${randomBytes(8).toString('hex')}.calendar.tmp`);
  try {
    await writeSynced(path, bytes, mode);
  } catch (error) {
    removeIfThere(path);
    throw error;
  }
  return path;
}

/**
 * Gives a temporary file its name; false if the name is taken. The caller removes a remaining temporary name.
 * File systems without hard links first reserve the name with an empty file.
 */
export function publishNew(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error;
    return publishReserved(temporary, path);
  }
  return true;
}

function publishReserved(temporary: string, path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
  renameSync(temporary, path);
  return true;
}

/** Names of our temporary files; without an active writer they are left from a killed one. */
export function temporaryFiles(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => TEMP_NAME.test(name));
}

/** Removes files of killed writers. Requires the folder's lock. */
export function sweepTemporaryFiles(folder: string): number {
  const names = temporaryFiles(folder);
  for (const name of names) removeIfThere(join(folder, name));
  return names.length;
}
