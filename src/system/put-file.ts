import { chmod, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifThere } from './if-there.js';
import { makeFolder } from './make-folder.js';
import { syncFolder } from './sync-folder.js';
import { writeSynced } from './write-synced.js';

/**
 * Puts another text into a file. Readers, and a crash, see the old or the new one; the new one is on the disk when this
 * returns.
 */
export async function putFile(path: string, text: string | Uint8Array, mode: number): Promise<void> {
  // Where the file is a link, it stays one.
  const real = (await ifThere(realpath(path))) ?? path;
  makeFolder(dirname(real));
  const temporary = `${real}.new`;
  // One that a killed process left holds a text that came too late.
  await rm(temporary, { force: true });
  try {
    await writeSynced(temporary, text, mode);
    // Whatever the umask is.
    await chmod(temporary, mode);
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The text is in place by now: what a file system says to this changes nothing.
  await syncFolder(dirname(real)).catch(() => undefined);
}
