import { unlink } from 'node:fs/promises';
import { errnoOf } from './errno-of.js';

/** Removes a file; that it is gone already is no failure. */
export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
