import { unlinkSync } from 'node:fs';
import { errnoOf } from './errno-of.js';

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
