import { unlinkSync } from 'node:fs';
import { errnoOf } from './errno-of.js';

/** Removes a file; one that is already gone is no error. */
export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
