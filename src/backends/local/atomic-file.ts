import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../system/errno-of.js';
import { removeIfThere } from '../../system/remove-if-there.js';

const TEMP_NAME = /^\.[0-9a-f]{16}\.calendar\.tmp$/;

/** Writes bytes to a hidden temporary file in the folder and makes them durable; returns its path. */
export async function writeTemporary(folder: string, bytes: Uint8Array, mode: number): Promise<string> {
  const path = join(folder, `.${randomBytes(8).toString('hex')}.calendar.tmp`);
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await removeIfThere(path);
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/**
 * Gives a temporary file its name, only if that name is free; false when it is taken. The temporary name may remain
 * and is the caller's to remove. File systems without hard links reserve the name with an empty file first.
 */
export async function publishNew(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error;
    return publishReserved(temporary, path);
  }
  return true;
}

async function publishReserved(temporary: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(temporary, path);
  return true;
}

/** Names of temporary files of ours; without a writer at work they are left over from one that was killed. */
export async function temporaryFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => TEMP_NAME.test(name));
}

/** Removes what killed writers left over. Only for the holder of the folder's lock. */
export async function sweepTemporaryFiles(folder: string): Promise<number> {
  const names = await temporaryFiles(folder);
  for (const name of names) await removeIfThere(join(folder, name));
  return names.length;
}
