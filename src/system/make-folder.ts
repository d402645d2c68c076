import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A folder and those above it, for their owner alone; one that is there stays as it is. Not `mkdir` with `recursive`:
 * Node 20 never returns from that where a folder that exists says that nothing can be in it (/proc, autofs).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const failed = tryMake(path);
  if (failed === undefined) return;
  const above = dirname(path);
  if (failed.code !== 'ENOENT' || above === path) throw failed;
  makeFolder(above);
  const still = tryMake(path);
  if (still !== undefined) throw still;
}

function tryMake(path: string): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return isFolder(path) ? undefined : error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
