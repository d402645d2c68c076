import { putFile } from '../system/put-file.js';
import { readPrivateFile, unusableFile } from './private-file.js';

const ONE_LINE = /^\P{Cc}+$/u;

/** The password or token in a file that only its owner can read; throws CONFIGURATION otherwise. */
export async function readSecretFile(path: string): Promise<string> {
  const file = {
    path,
    called: 'The file with the password or token of the account',
    suggestion:
      'Run "calendar-mcp login", or put the secret into it: one line, and only its owner can read it.',
  };
  const secret = (await readPrivateFile(file)).trim();
  if (!ONE_LINE.test(secret)) throw unusableFile(file, 'contains no secret');
  return secret;
}

/** Puts a secret into the file, which is made if needed. The caller ensures that no one else writes at the same time. */
export async function writeSecretFile(path: string, secret: string): Promise<void> {
  await putFile(path, `${secret}\n`, 0o600);
}
