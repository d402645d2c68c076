import { open } from 'node:fs/promises';
import { errnoOf } from './errno-of.js';

/** Makes the names of a folder durable. Systems that cannot sync a folder keep them in their own way. */
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
