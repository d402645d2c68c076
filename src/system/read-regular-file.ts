import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { errnoOf } from './errno-of.js';

/** A folder, a pipe, a socket or a device. */
export class NoRegularFile extends Error {
  override readonly name = 'NoRegularFile';
}

/**
 * The text of a file, at most `most` bytes; never blocks on a pipe. Synchronous, because for small files a thread takes
 * many times as long.
 */
export function readRegularFile(path: string, most = Number.POSITIVE_INFINITY): string {
  const file = opened(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NoRegularFile();
    if (stats.size <= most) return readFileSync(file, 'utf8');
    const buffer = Buffer.alloc(most);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, most, 0));
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // A socket.
    throw errnoOf(error) === 'ENXIO' ? new NoRegularFile() : error;
  }
}
