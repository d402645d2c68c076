import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents, only for their owner; existing ones stay unchanged. Avoids `mkdir` with `recursive`:
 * Node 20 hangs if an existing folder refuses new entries (/proc, autofs).
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
