import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../schemas/model/error.js';
import { throwIfCancelled } from '../concurrency/cancelled.js';
import { keyedQueue } from '../concurrency/keyed-queue.js';
import { errnoOf } from './errno-of.js';
import { isGone, type ProcessMark, thisProcess } from './process-mark.js';
import { NoRegularFile, readRegularFile } from './read-regular-file.js';
import { removeIfThere } from './remove-if-there.js';

const LOCK_NAME = '.calendar.lock';
/** A lock lasts for a few file operations; an older one is abandoned if its holder cannot be checked. */
const ABANDONED_MS = 60_000;
/** A lock is written at once, so one that stays empty lost its holder. */
const UNFINISHED_MS = 5000;
const PATIENCE_MS = 10_000;
const MOST_BYTES = 4096;

/** Per folder: writers of one process wait here instead of for the lock file. */
const queue = keyedQueue();

interface Holder extends ProcessMark {
  readonly nonce: string;
}

/**
 * Runs `work` while only this process may change the folder; other processes of this program wait. Takes over a lock
 * whose holder died. `onTakeover` then runs first, because the dead holder may have left things half done.
 */
export async function withFolderLock<T>(
  folder: string,
  signal: AbortSignal,
  onTakeover: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const locked = async (): Promise<T> => {
    const path = join(folder, LOCK_NAME);
    const { nonce, takenOver } = await acquire(path, signal);
    try {
      if (takenOver) await onTakeover();
      return await work();
    } finally {
      release(path, nonce);
    }
  };
  return queue(folder, locked, signal);
}

/** Removes locks of dead processes; a held one stays. Never waits. */
export async function removeAbandonedLock(folder: string): Promise<void> {
  for (const name of readdirSync(folder))
    if (name.startsWith(`${LOCK_NAME}.`)) removeAbandonedClaim(join(folder, name));
  breakAbandoned(join(folder, LOCK_NAME), newHolder());
}

async function acquire(path: string, signal: AbortSignal): Promise<{ nonce: string; takenOver: boolean }> {
  const me = newHolder();
  const deadline = performance.now() + PATIENCE_MS;
  let takenOver = false;
  for (let wait = 2; ; wait = Math.min(wait * 1.5, 40)) {
    throwIfCancelled(signal, 'not_applied');
    if (createLock(path, me)) return { nonce: me.nonce, takenOver };
    if (breakAbandoned(path, me)) {
      takenOver = true;
      continue;
    }
    if (performance.now() > deadline) {
      throw new CalendarError('LOCKED', 'Another program is changing this calendar.', {
        outcome: 'not_applied',
        retryAfterMs: 1000,
        suggestion: 'Repeat the call in a moment.',
      });
    }
    await sleep(wait * (0.5 + Math.random()));
  }
}

function newHolder(): Holder {
  return { nonce: randomBytes(9).toString('base64url'), ...thisProcess() };
}

function createLock(path: string, me: Holder): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeFileSync(file, JSON.stringify(me));
    } catch (error) {
      // The disk is full: an empty lock would block all others, and no other process can have taken it yet.
      removeIfThere(path);
      throw error;
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function release(path: string, nonce: string): void {
  const holder = readHolder(path);
  if (holder?.nonce === nonce) removeIfThere(path);
}

/**
 * Removes a lock whose holder is gone. A separate exclusive file grants the right to remove exactly that lock, so that
 * a waiting process never removes the next one's new lock. It names its holder like a lock, because that process may be
 * killed, too.
 */
function breakAbandoned(path: string, me: Holder): boolean {
  const holder = readHolder(path);
  if (!isAbandoned(path, holder)) return false;
  const claim = `${path}.${holder?.nonce ?? 'unreadable'}`;
  if (!createLock(claim, me)) {
    removeAbandonedClaim(claim);
    return false;
  }
  try {
    const now = readHolder(path);
    if (now?.nonce !== holder?.nonce) return false;
    if (holder === undefined && !isAbandoned(path, now)) return false;
    removeIfThere(path);
    return true;
  } finally {
    removeIfThere(claim);
  }
}

function removeAbandonedClaim(claim: string): void {
  if (isAbandoned(claim, readHolder(claim))) removeIfThere(claim);
}

function isAbandoned(path: string, holder: Holder | undefined): boolean {
  if (holder === undefined) return ageOf(path) > UNFINISHED_MS;
  return isGone(holder) ?? ageOf(path) > ABANDONED_MS;
}

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readRegularFile(path, MOST_BYTES));
    return isHolder(value) ? value : undefined;
  } catch (error) {
    if (error instanceof NoRegularFile) throw notALockFile();
    if (errnoOf(error) === undefined || errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A pipe or a folder: this program never creates one, so it does not remove it. */
function notALockFile(): CalendarError {
  return new CalendarError(
    'STORAGE_ERROR',
    `The lock of this calendar (${LOCK_NAME} in its folder) is not a regular file.`,
    {
      outcome: 'not_applied',
      suggestion: `Ask the user to remove ${LOCK_NAME} from the folder of the calendar, then repeat the call.`,
    },
  );
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { nonce, pid, host, started } = value as Partial<Record<keyof Holder, unknown>>;
  return (
    typeof nonce === 'string' &&
    /^[\w-]{1,40}$/.test(nonce) &&
    Number.isInteger(pid) &&
    typeof host === 'string' &&
    typeof started === 'string'
  );
}

/** Milliseconds since the file was written, by the system's own clock; 0 if it is gone. */
function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}
