import { putFile } from '../system/put-file.js';
import { readPrivateFile, unusableFile } from './private-file.js';

const ONE_LINE = /^\P{Cc}+$/u;

/** Throws CONFIGURATION unless only the owner can read the file. */
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

/** Creates the file if needed. The caller prevents concurrent writes. */
export async function writeSecretFile(path: string, secret: string): Promise<void> {
  await putFile(path, `${secret}\n`, 0o600);
}
