import { unlink } from 'node:fs/promises';
import { errnoOf } from './errno-of.js';

/** Removes a file; one that is already gone is no error. */
export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
