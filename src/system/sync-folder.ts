import { open } from 'node:fs/promises';
import { errnoOf } from './errno-of.js';

/** Makes the entries of a folder durable; no-op on systems that cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (errnoOf(error) !== 'EINVAL' && errnoOf(error) !== 'ENOTSUP') throw error;
  } finally {
    await handle.close();
  }
}
