import { chmod, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifThere } from './if-there.js';
import { makeFolder } from './make-folder.js';
import { syncFolder } from './sync-folder.js';
import { writeSynced } from './write-synced.js';

/**
 * Replaces the text of a file. Readers, and a crash, see the old or the new one; the new one is on disk when this
 * returns.
 */
export async function putFile(path: string, text: string | Uint8Array, mode: number): Promise<void> {
  // Keeps a symbolic link.
  const real = (await ifThere(realpath(path))) ?? path;
  makeFolder(dirname(real));
  const temporary = `${real}.new`;
  // A leftover of a killed process is outdated.
  await rm(temporary, { force: true });
  try {
    await writeSynced(temporary, text, mode);
    // Independent of the umask.
    await chmod(temporary, mode);
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The text is already in place, so a failure to sync does not matter.
  await syncFolder(dirname(real)).catch(() => undefined);
}
