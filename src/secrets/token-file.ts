import { constants } from 'node:fs';
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import { errnoOf } from '../system/errno-of.js';
import { syncFolder } from '../system/sync-folder.js';

const MAX_BYTES = 64 * 1024;
/** Visible characters (RFC 6749 appendix A.17). */
const TOKEN = /^[\x20-\x7e]+$/;

/** The token in a file that only its owner can read; throws CONFIGURATION otherwise. */
export async function readTokenFile(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    // A named pipe would be waited for.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = await file.stat();
    if (!status.isFile() || status.size > MAX_BYTES) throw refused('contains no token');
    if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
      throw refused('can be read or written by other users of this machine', 'Run chmod 600 on it.');
    }
    const token = (await file.readFile('utf8')).trim();
    if (!TOKEN.test(token)) throw refused('contains no token');
    return token;
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw refused(errnoOf(error) === 'ENOENT' ? 'does not exist' : 'cannot be read', undefined, error);
  } finally {
    await file?.close();
  }
}

/**
 * Puts another token into the file. Readers, and a crash, see the old or the new one; the new one is on the disk when
 * this returns. The caller ensures that no one else writes at the same time.
 */
export async function writeTokenFile(path: string, token: string): Promise<void> {
  // Where the file is a link, it stays one.
  const real = await realpath(path).catch(() => path);
  const temporary = `${real}.new`;
  // One that a killed process left holds a token that came too late.
  await rm(temporary, { force: true });
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${token}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The token is in place by now: what a file system says to this changes nothing.
  await syncFolder(dirname(real)).catch(() => undefined);
}

function refused(
  what: string,
  suggestion = 'Put the refresh token from the provider into it, readable by its owner only.',
  cause?: unknown,
): CalendarError {
  return new CalendarError('CONFIGURATION', `The file with the refresh token (refreshTokenFile) ${what}.`, {
    suggestion,
    cause,
  });
}
