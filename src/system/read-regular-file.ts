import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { errnoOf } from './errno-of.js';

/** What is there is a folder, a pipe, a socket or a device. */
export class NoRegularFile extends Error {
  override readonly name = 'NoRegularFile';
}

/** The text of a file, of which `most` bytes at most; never waits for somebody to write into a pipe. */
export async function readRegularFile(path: string, most = Number.POSITIVE_INFINITY): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    // A socket.
    throw errnoOf(error) === 'ENXIO' ? new NoRegularFile() : error;
  });
  try {
    const stats: Stats = await file.stat();
    if (!stats.isFile()) throw new NoRegularFile();
    if (stats.size <= most) return await file.readFile('utf8');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
