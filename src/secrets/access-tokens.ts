import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { readPrivateFile, unusableFile } from './private-file.js';

/** A token that callers present; the token itself is not kept. */
export interface AccessToken {
  readonly name: string;
  readonly digest: Buffer;
  readonly readOnly: boolean;
}

/** Name, token and, where it is so, `read`. Tokens have the characters of RFC 6750 §2.1. */
const LINE = /^([!-~]{1,255})\s+([A-Za-z0-9\-._~+/]{32,500}=*)(?:\s+(read))?$/;

/** The tokens in a file that only its owner can read, one on a line; throws CONFIGURATION where one is wrong. */
export async function readAccessTokens(path: string): Promise<readonly AccessToken[]> {
  const file = {
    path,
    called: 'The file with the tokens of callers (http.tokenFile)',
    suggestion:
      'Write one line for each token: a name, the token (32 characters or more), and read if it may only read.',
  };
  const lines = (await readPrivateFile(file)).split(/\r?\n/).map((line) => line.trim());
  const tokens = lines.flatMap((line, index): AccessToken[] => {
    if (line === '' || line.startsWith('#')) return [];
    const [, name, token, read] = LINE.exec(line) ?? [];
    if (name === undefined || token === undefined) throw unusableFile(file, `has a wrong line ${index + 1}`);
    return [{ name, digest: tokenDigest(token), readOnly: read !== undefined }];
  });
  if (tokens.length === 0) throw unusableFile(file, 'contains no token');
  if (new Set(tokens.map(({ name }) => name)).size < tokens.length)
    throw unusableFile(file, 'has a name twice');
  if (new Set(tokens.map(({ digest }) => digest.toString('hex'))).size < tokens.length)
    throw unusableFile(file, 'has a token twice');
  return tokens;
}

/** What is compared of a token: of one length for any input. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The tokens in a file as it is whenever they are asked for; throws as `readAccessTokens` does, so that a file that was
 * damaged or removed lets nobody in.
 */
export async function followTokens(path: string): Promise<() => Promise<readonly AccessToken[]>> {
  const read = async () => {
    // Before the text: what is written in between is found by the next stamp.
    const stamp = await stampOf(path);
    return { stamp, tokens: await readAccessTokens(path) };
  };
  let known = await read();
  return async () => {
    if (known.stamp === undefined || known.stamp !== (await stampOf(path))) known = await read();
    return known.tokens;
  };
}

/** Differs when a file was written, replaced or given other permissions; undefined where it cannot be asked. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
