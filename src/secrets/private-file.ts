import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import { errnoOf } from '../system/errno-of.js';

const MAX_BYTES = 64 * 1024;

/** A file with secrets, and the words for its errors. */
export interface PrivateFile {
  readonly path: string;
  /** Starts a sentence: `The file with the password or token of the account`. */
  readonly called: string;
  /** Says what the file should contain. */
  readonly suggestion: string;
}

/** Reads a file that only its owner can read; throws CONFIGURATION otherwise. */
export async function readPrivateFile(file: PrivateFile): Promise<string> {
  let opened: FileHandle | undefined;
  try {
    // Does not block on a named pipe.
    opened = await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = await opened.stat();
    if (!status.isFile() || status.size > MAX_BYTES) throw unusableFile(file, 'is not a small text file');
    if (process.platform !== 'win32' && (status.mode & 0o077) !== 0 && !isHandedOver(file.path)) {
      const suggestion = 'Run chmod 600 on it.';
      throw unusableFile({ ...file, suggestion }, 'can be read or written by other users of this machine');
    }
    return await opened.readFile('utf8');
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw unusableFile(file, errnoOf(error) === 'ENOENT' ? 'does not exist' : 'cannot be read', error);
  } finally {
    await opened?.close();
  }
}

/** Docker and systemd put secrets where only one service sees them, with their own modes. */
function isHandedOver(path: string): boolean {
  const places = [
    '/run/secrets',
    '/run/credentials',
    process.env.CREDENTIALS_DIRECTORY ?? '/run/credentials',
  ];
  return places.some((place) => resolve(path).startsWith(`${resolve(place)}/`));
}

export function unusableFile(
  { called, suggestion }: PrivateFile,
  what: string,
  cause?: unknown,
): CalendarError {
  return new CalendarError('CONFIGURATION', `${called} ${what}.`, { suggestion, cause });
}
