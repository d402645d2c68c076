import { closeSync, fsync, openSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/**
 * Writes a new file and has it on the disk when it returns; EEXIST where there is one. Only the disk is waited for: to
 * hand the other steps to a thread takes many times as long as they do.
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
