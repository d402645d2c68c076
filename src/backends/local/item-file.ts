import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { decodeCalendar } from '../../calendar/text/decode-calendar.js';
import { errnoOf } from '../../system/errno-of.js';

/** Largest .ics file, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** State of a file; a content change alters at least one of these. */
export interface FileSignature {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
}

/** Time stamps can be as coarse as two seconds (FAT); ext4 ticks every few milliseconds. */
const YOUNG_MS = 2500;

export function isSameFile(a: FileSignature, b: FileSignature): boolean {
  return a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.size === b.size && a.ino === b.ino;
}

/** True if a later change could have the same time stamps. */
export function isYoung({ mtimeNs, ctimeNs }: FileSignature, readAt: number): boolean {
  return readAt - Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n) < YOUNG_MS;
}

export type ItemContent =
  | {
      readonly kind: 'text';
      readonly signature: FileSignature;
      readonly fingerprint: string;
      readonly text: string;
    }
  | { readonly kind: 'unreadable'; readonly signature: FileSignature; readonly reason: string }
  | { readonly kind: 'gone' };

/** True for .ics names that are neither hidden nor temporary. */
export function isItemName(name: string): boolean {
  return !name.startsWith('.') && name.length > 4 && name.slice(-4).toLowerCase() === '.ics';
}

/** Hash of a file's content; guards every change. */
export function fingerprintOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/** Largest file of many events, in bytes; the parser's limit. */
export const MAX_EXPORT_BYTES = 32 * 1024 * 1024;

/** Reads one file without following links or waiting for pipes. */
export function readItemFile(path: string, maxBytes = MAX_FILE_BYTES): ItemContent {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return unopened(error);
  }
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    const signature = signatureOf(stat);
    const reason = notAnItem(stat, maxBytes);
    if (reason !== undefined) return { kind: 'unreadable', signature, reason };
    const bytes = readAll(descriptor, Number(stat.size), maxBytes);
    if (bytes.length > maxBytes) return { kind: 'unreadable', signature, reason: tooLarge(maxBytes) };
    const text = decodeCalendar(bytes);
    if (text === undefined) {
      return { kind: 'unreadable', signature, reason: 'The file is not UTF-8 text.' };
    }
    return { kind: 'text', signature, fingerprint: fingerprintOf(bytes), text };
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file; undefined if not found, empty if not a regular file, throws otherwise. */
export function readBytes(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() ? readAll(descriptor, stat.size, MAX_FILE_BYTES) : Buffer.alloc(0);
  } finally {
    closeSync(descriptor);
  }
}

export function signatureOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): FileSignature {
  return { size, mtimeNs, ctimeNs, ino };
}

const NO_SIGNATURE: FileSignature = { size: -1n, mtimeNs: -1n, ctimeNs: -1n, ino: -1n };

function unopened(error: unknown): ItemContent {
  switch (errnoOf(error)) {
    case 'ENOENT':
      return { kind: 'gone' };
    case 'ELOOP':
      return { kind: 'unreadable', signature: NO_SIGNATURE, reason: 'It is a symbolic link, not a file.' };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unreadable', signature: NO_SIGNATURE, reason: 'The file is not readable.' };
    case 'EMFILE':
    case 'ENFILE':
      throw error;
    default:
      return { kind: 'unreadable', signature: NO_SIGNATURE, reason: 'The file could not be read.' };
  }
}

function notAnItem(stat: BigIntStats, maxBytes: number): string | undefined {
  if (stat.isDirectory()) return 'It is a folder, not a file.';
  if (!stat.isFile()) return 'It is not a regular file.';
  if (stat.size === 0n) return 'The file is empty.';
  return stat.size > maxBytes ? tooLarge(maxBytes) : undefined;
}

function tooLarge(maxBytes: number): string {
  return `The file is larger than ${maxBytes / 1024 / 1024} MB.`;
}

/** Reads to the end, or to one byte past the limit if the file grows. */
function readAll(descriptor: number, expected: number, maxBytes: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(expected, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0 || length > maxBytes) return buffer.subarray(0, length);
    if (length === buffer.length) {
      const more = Math.min(buffer.length, maxBytes + 1 - length);
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(more)]);
    }
  }
}
