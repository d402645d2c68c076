import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { errnoOf } from './errno-of.js';

const sync = promisify(fsync);

/** Makes the entries of a folder durable; no-op on systems that cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  const file = openSync(folder, 'r');
  try {
    await sync(file);
  } catch (error) {
    if (errnoOf(error) !== 'EINVAL' && errnoOf(error) !== 'ENOTSUP') throw error;
  } finally {
    closeSync(file);
  }
}
