import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AuditEntry, AuditLog } from '../../ports/audit-log.js';
import { withFolderLock } from '../../system/folder-lock.js';
import { makeFolder } from '../../system/make-folder.js';
import { removeIfThere } from '../../system/remove-if-there.js';
import { syncFolder } from '../../system/sync-folder.js';
import { stateError } from '../entry-file.js';
import {
  type AuditHead,
  auditFileName,
  auditFiles,
  EMPTY_HEAD,
  hashOf,
  parseAuditLine,
  readHead,
  writeHead,
} from './audit-files.js';
import { batchedLog } from './batched-log.js';
import { chainLines } from './chain-lines.js';

const datasync = promisify(fdatasync);

const DAY_MS = 86_400_000;
const MEGABYTE = 1024 * 1024;
/** Limits of one log file; pruning deletes whole files. */
const FILE_BYTES = MEGABYTE;
const FILE_MS = 7 * DAY_MS;

export interface AuditLimits {
  readonly keepDays: number;
  readonly maxMegabytes: number;
}

/**
 * An append-only log of JSON lines, each with the hash of the previous one. Processes append one at a time
 * under the folder lock; entries that arrive meanwhile are batched.
 */
export function createFileAuditLog(dir: string, limits: AuditLimits, now: () => number): AuditLog {
  const fileBytes = fileBytesOf(limits);

  async function add(entries: readonly AuditEntry[]): Promise<void> {
    try {
      makeFolder(dir);
      await withFolderLock(
        dir,
        new AbortController().signal,
        async () => undefined,
        () => addLocked(entries),
      );
    } catch (error) {
      throw auditError(error);
    }
  }

  async function addLocked(entries: readonly AuditEntry[]): Promise<void> {
    const known = readHead(dir);
    const first = known ?? headLost(dir);
    const { head, torn } = endOfLog(dir, first ?? EMPTY_HEAD, now());
    // Write the head first, so a log without a head has always lost it.
    if (known === undefined && first === undefined) writeHead(dir, EMPTY_HEAD);
    const headIsLost = known === undefined && first !== undefined;
    const repaired: readonly AuditEntry[] =
      torn > 0 || headIsLost
        ? [{ type: 'repaired', bytes: torn, ...(headIsLost && { headLost: true }) }]
        : [];
    const isFull = head.bytes >= fileBytes || now() - head.begunAt >= FILE_MS;
    if (!isFull) {
      await appendTo(dir, head, [...repaired, ...entries], now());
      return;
    }
    const { gone, last } = outdated(dir, head, limits, now());
    const fresh = { ...head, file: auditFileName(head.line + 1), bytes: 0, begunAt: now() };
    const pruned: readonly AuditEntry[] = last === undefined ? [] : [{ type: 'pruned', through: last }];
    await appendTo(dir, fresh, [...repaired, ...pruned, ...entries], now());
    // Delete only after logging it, so a file that is missing without such a line was deleted by others.
    for (const name of gone) removeIfThere(join(dir, name));
  }

  return batchedLog(add);
}

function fileBytesOf({ maxMegabytes }: AuditLimits): number {
  return Math.min(FILE_BYTES, (maxMegabytes * MEGABYTE) / 4);
}

async function appendTo(
  dir: string,
  head: AuditHead,
  entries: readonly AuditEntry[],
  now: number,
): Promise<void> {
  const { texts, end } = chainLines(entries, head, now);
  const isNew = head.bytes === 0;
  const file = openSync(join(dir, head.file), 'a+', 0o600);
  let bytes: number;
  try {
    // Ends a line that was cut short; the chain detects the damage.
    writeFileSync(file, `${endsInLine(file) ? '' : '\n'}${texts.map((text) => `${text}\n`).join('')}`);
    await datasync(file);
    ({ size: bytes } = fstatSync(file));
  } finally {
    closeSync(file);
  }
  writeHead(dir, { ...head, ...end, bytes });
  if (isNew) await syncFolder(dir);
}

/** The oldest files beyond the limits, and their last line. */
function outdated(dir: string, head: AuditHead, limits: AuditLimits, now: number) {
  const names = auditFiles(dir);
  const stats = names.map((name) => statSync(join(dir, name)));
  let total = stats.reduce((sum, { size }) => sum + size, 0) + fileBytesOf(limits);
  const gone: string[] = [];
  const isTooOld = (mtimeMs: number): boolean => now - mtimeMs > limits.keepDays * DAY_MS;
  // Nothing was written for long, or the clock is wrong; the next file will show which.
  const isClockDoubtful = isTooOld(stats.at(-1)?.mtimeMs ?? now);
  for (const [index, name] of names.entries()) {
    const { size = 0, mtimeMs = 0 } = stats[index] ?? {};
    const isOver = total > limits.maxMegabytes * MEGABYTE || (!isClockDoubtful && isTooOld(mtimeMs));
    if (!isOver) break;
    total -= size;
    gone.push(name);
  }
  const name = gone.at(-1);
  if (name === undefined) return { gone };
  if (name === head.file) return { gone, last: { line: head.line, hash: head.hash } };
  const text = linesOf(join(dir, name)).at(-1) ?? '';
  const line = parseAuditLine(text)?.line;
  return line === undefined ? { gone: [] } : { gone, last: { line, hash: hashOf(text) } };
}

/**
 * Position of the next line. A killed process may have written lines after the head: keeps complete ones and
 * removes a partial one. Foreign lines stay; the chain reveals them.
 */
function endOfLog(
  dir: string,
  known: AuditHead,
  begunAt: number,
): { readonly head: AuditHead; readonly torn: number } {
  let head = known;
  for (;;) {
    const { end, torn } = head.file === '' ? { end: head, torn: 0 } : endOfFile(dir, head);
    const next = auditFileName(end.line + 1);
    if (torn > 0 || next === end.file || sizeOf(join(dir, next)) === 0) return { head: end, torn };
    head = { ...end, file: next, bytes: 0, begunAt };
  }
}

/** Start of the last file; undefined if there is no log yet. */
function headLost(dir: string): AuditHead | undefined {
  const file = auditFiles(dir).at(-1);
  if (file === undefined) return undefined;
  const [text = ''] = linesOf(join(dir, file));
  const { line, previous } = parseAuditLine(text) ?? { line: Number.parseInt(file, 10), previous: '' };
  return { ...EMPTY_HEAD, file, line: line - 1, hash: previous };
}

function endOfFile(dir: string, head: AuditHead): { end: AuditHead; torn: number } {
  const path = join(dir, head.file);
  const size = sizeOf(path);
  if (size <= head.bytes) return { end: { ...head, bytes: size }, torn: 0 };
  const file = openSync(path, 'r+');
  try {
    const buffer = Buffer.alloc(size - head.bytes);
    readSync(file, buffer, 0, buffer.length, head.bytes);
    const whole = buffer.lastIndexOf('\n') + 1;
    let { line, hash } = head;
    for (const text of buffer.toString('utf8', 0, whole).split('\n').slice(0, -1)) {
      const parsed = parseAuditLine(text);
      if (parsed?.line !== line + 1 || parsed.previous !== hash) break;
      line++;
      hash = hashOf(text);
    }
    const torn = buffer.length - whole;
    if (torn > 0) ftruncateSync(file, head.bytes + whole);
    return { end: { ...head, line, hash, bytes: head.bytes + whole }, torn };
  } finally {
    closeSync(file);
  }
}

function endsInLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() === '\n';
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Without an audit line the write is not sent, so nothing was applied. */
function auditError(cause: unknown): CalendarError {
  if (cause instanceof CalendarError && cause.code === 'LOCKED') {
    return new CalendarError('LOCKED', 'Another program is writing the audit log.', {
      outcome: 'not_applied',
      retryAfterMs: 1000,
      suggestion: 'Repeat the call in a moment.',
    });
  }
  return stateError(cause).with({ outcome: 'not_applied' });
}
