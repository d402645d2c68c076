import { closeSync, fsync, openSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/**
 * Writes a new file, on disk when it returns; fails with EEXIST if it exists. Only the sync is asynchronous: for the
 * other steps, a thread takes many times as long.
 */
export async function writeSynced(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    await sync(file);
  } finally {
    closeSync(file);
  }
}
