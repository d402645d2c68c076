import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../system/errno-of.js';

/** End of the log after its last complete line. */
export interface AuditHead {
  readonly file: string;
  readonly bytes: number;
  readonly line: number;
  readonly hash: string;
  /** Start time of the file. */
  readonly begunAt: number;
}

export const EMPTY_HEAD: AuditHead = { file: '', bytes: 0, line: 0, hash: '', begunAt: 0 };

const HEAD = 'head.json';
/** One write of one block, so it is atomic. */
const HEAD_BYTES = 512;

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Files of the log, oldest first; each is named by the number of its first line. */
export function auditFiles(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((name) => /^\d{12}\.jsonl$/.test(name))
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export function auditFileName(line: number): string {
  return `${String(line).padStart(12, '0')}.jsonl`;
}

/** Undefined if missing or unreadable. */
export function readHead(dir: string): AuditHead | undefined {
  try {
    const file = openSync(join(dir, HEAD), 'r');
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      const head: unknown = JSON.parse(buffer.toString('utf8', 0, readSync(file, buffer, 0, HEAD_BYTES, 0)));
      return isHead(head) ? head : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Not synced: after a power failure an older head may remain, and `endOfLog` reads the lines after it. */
export function writeHead(dir: string, head: AuditHead): void {
  const file = openSync(join(dir, HEAD), constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    writeSync(file, JSON.stringify(head).padEnd(HEAD_BYTES), 0);
  } finally {
    closeSync(file);
  }
}

function isHead(value: unknown): value is AuditHead {
  if (typeof value !== 'object' || value === null) return false;
  const { file, bytes, line, hash, begunAt } = value as Partial<Record<keyof AuditHead, unknown>>;
  return (
    typeof file === 'string' &&
    /^(?:\d{12}\.jsonl)?$/.test(file) &&
    [bytes, line, begunAt].every((one) => Number.isSafeInteger(one)) &&
    typeof hash === 'string'
  );
}

export interface AuditLine {
  readonly line: number;
  readonly at: string;
  readonly type: string;
  /** Hash of the previous line. */
  readonly previous: string;
  readonly [key: string]: unknown;
}

/** Undefined if it is no line of the log. */
export function parseAuditLine(text: string): AuditLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is AuditLine {
  if (typeof value !== 'object' || value === null) return false;
  const { line, at, type, previous } = value as Partial<Record<string, unknown>>;
  return (
    Number.isSafeInteger(line) &&
    typeof at === 'string' &&
    typeof type === 'string' &&
    typeof previous === 'string'
  );
}
