import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { CalendarError } from '../../schemas/model/error.js';
import { errnoOf } from '../system/errno-of.js';
import { type PrivateFile, readPrivateFile, unusableFile } from './private-file.js';

/** A token that callers present. Keeps only its digest. */
export interface AccessToken {
  readonly name: string;
  readonly digest: Buffer;
  readonly readOnly: boolean;
  /** Creation date. */
  readonly since?: string;
}

/** Name, token or digest, `read` if read-only, and creation date. Token characters: RFC 6750 §2.1. */
const LINE =
  /^([!-~]{1,255})\s+(?:sha256:([0-9a-f]{64})|([A-Za-z0-9\-._~+/]{32,500}=*))(?:\s+(read))?(?:\s+(\d{4}-\d\d-\d\d))?$/;

/** Keeps only the digest, so a reader of the file cannot use the token. */
export function tokenLine({ name, digest, readOnly, since }: AccessToken): string {
  return [name, `sha256:${digest.toString('hex')}`, readOnly ? 'read' : '', since].filter(Boolean).join(' ');
}

/** Reads a private file with one token per line; throws CONFIGURATION if a line is wrong. */
export async function readAccessTokens(path: string): Promise<readonly AccessToken[]> {
  const file = fileOf(path);
  const tokens = tokensIn(await readPrivateFile(file), file);
  if (tokens.length === 0) throw unusableFile(file, 'contains no token');
  return tokens;
}

/** Reads the file for editing. A missing file, or one without tokens, is valid here. */
export async function readTokenFile(
  path: string,
): Promise<{ readonly text: string; readonly tokens: readonly AccessToken[] }> {
  const file = fileOf(path);
  const text = await readPrivateFile(file).catch((error: unknown) => {
    if (error instanceof CalendarError && errnoOf(error.cause) === 'ENOENT') return '';
    throw error;
  });
  return { text, tokens: tokensIn(text, file) };
}

function fileOf(path: string): PrivateFile {
  return {
    path,
    called: 'The file with the tokens of callers (http.tokenFile)',
    suggestion:
      'Write one line for each token: a name, the token (32 characters or more), and read if it may only read; or use "calendar-mcp token add NAME".',
  };
}

function tokensIn(text: string, file: PrivateFile): readonly AccessToken[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const tokens = lines.flatMap((line, index): AccessToken[] => {
    if (line === '' || line.startsWith('#')) return [];
    const [, name, digest, token, read, since] = LINE.exec(line) ?? [];
    if (name === undefined) throw unusableFile(file, `has a wrong line ${index + 1}`);
    return [
      {
        name,
        digest: digest === undefined ? tokenDigest(token ?? '') : Buffer.from(digest, 'hex'),
        readOnly: read !== undefined,
        ...(since !== undefined && { since }),
      },
    ];
  });
  if (new Set(tokens.map(({ name }) => name)).size < tokens.length)
    throw unusableFile(file, 'has a name twice');
  if (new Set(tokens.map(({ digest }) => digest.toString('hex'))).size < tokens.length)
    throw unusableFile(file, 'has a token twice');
  return tokens;
}

/** Has the same length for any token, for a constant-time comparison. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns a reader that follows changes of the file; it throws if the file is damaged or removed, so no caller gets in. */
export async function followTokens(path: string): Promise<() => Promise<readonly AccessToken[]>> {
  const read = async () => {
    // Stamp before text: the next stamp then detects a write in between.
    const stamp = await stampOf(path);
    return { stamp, tokens: await readAccessTokens(path) };
  };
  let known = await read();
  return async () => {
    if (known.stamp === undefined || known.stamp !== (await stampOf(path))) known = await read();
    return known.tokens;
  };
}

/** Changes when the file is written, replaced or given other permissions; undefined if unreadable. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
