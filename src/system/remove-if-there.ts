import { unlink } from 'node:fs/promises';
import { ifThere } from './if-there.js';

/** Removes a file; one that is already gone is no error. */
export async function removeIfThere(path: string): Promise<void> {
  await ifThere(unlink(path));
}
