import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../system/sync-folder.js';
import { readPrivateFile, unusableFile } from './private-file.js';

const ONE_LINE = /^\P{Cc}+$/u;

/** The password or token in a file that only its owner can read; throws CONFIGURATION otherwise. */
export async function readSecretFile(path: string): Promise<string> {
  const file = {
    path,
    called: 'The file with the password or token of the account',
    suggestion:
      'Run calendar-mcp login, or put the secret into it: one line, and only its owner can read it.',
  };
  const secret = (await readPrivateFile(file)).trim();
  if (!ONE_LINE.test(secret)) throw unusableFile(file, 'contains no secret');
  return secret;
}

/**
 * Puts another secret into the file. Readers, and a crash, see the old or the new one; the new one is on the disk when
 * this returns. The caller ensures that no one else writes at the same time.
 */
export async function writeSecretFile(path: string, secret: string): Promise<void> {
  // Where the file is a link, it stays one.
  const real = await realpath(path).catch(() => path);
  const temporary = `${real}.new`;
  // One that a killed process left holds a token that came too late.
  await rm(temporary, { force: true });
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${secret}\n`);
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
