import { lstatSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../../schemas/model/error.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { withFolderLock } from '../../system/folder-lock.js';
import { removeIfThere } from '../../system/remove-if-there.js';
import { syncFolder } from '../../system/sync-folder.js';
import { publishNew, sweepTemporaryFiles, writeTemporary } from './atomic-file.js';
import { fingerprintOf, readBytes } from './item-file.js';
import { alreadyExists, alreadyHere, eventChanged, eventGone, writeError } from './storage-error.js';
import { requireFileName, type WritableEvent } from './writable-event.js';

type NewContent = Pick<WritableEvent, 'file' | 'bytes'>;

/** Throws if the event must not be added; runs under the lock. */
export type AddCheck = () => Promise<void>;

/** Sets the outcome of a failure from here on. */
type Step = (outcome: Outcome) => void;

/**
 * Adds a file. If several programs add the same name, one succeeds and the others get ALREADY_EXISTS. The
 * name appears only with complete, durable content.
 */
export async function addFile(
  folder: string,
  { file, bytes }: NewContent,
  check: AddCheck,
  signal: AbortSignal,
) {
  const path = itemPath(folder, file);
  await changing([folder], signal, async (step) => {
    await check();
    await publish(folder, path, bytes, step);
    await syncFolder(folder);
  });
}

/** Replaces a file if it is unchanged; readers see the old or the new content. */
export async function replaceFile(
  folder: string,
  { file, bytes }: NewContent,
  expect: string,
  signal: AbortSignal,
) {
  const path = itemPath(folder, file);
  await changing([folder], signal, async (step) => {
    requireUnchanged(path, expect);
    const mode = lstatSync(path).mode & 0o777;
    const temporary = await writeTemporary(folder, bytes, mode);
    try {
      throwIfCancelled(signal, 'not_applied');
      requireUnchanged(path, expect);
      renameSync(temporary, path);
    } catch (error) {
      removeIfThere(temporary);
      throw error;
    }
    step('unknown');
    await syncFolder(folder);
  });
}

/** Removes a file if it is unchanged. */
export async function removeFile(folder: string, file: string, expect: string, signal: AbortSignal) {
  const path = itemPath(folder, file);
  await changing([folder], signal, async (step) => {
    requireUnchanged(path, expect);
    unlinkSync(path);
    step('unknown');
    await syncFolder(folder);
  });
}

export interface FileMove {
  readonly from: string;
  readonly file: string;
  readonly expect: string;
  readonly to: string;
  readonly toFile: string;
  readonly bytes: Uint8Array;
}

/**
 * Moves an event: adds it first, then removes the old file, so a crash leaves it in both places, never in
 * none. Repeating the call finishes the move.
 */
export async function moveFile(move: FileMove, check: AddCheck, signal: AbortSignal): Promise<void> {
  const source = itemPath(move.from, move.file);
  const target = itemPath(move.to, move.toFile);
  if (isSameFolder(move.from, move.to)) throw alreadyHere();
  await changing([move.from, move.to], signal, async (step) => {
    requireUnchanged(source, move.expect);
    const isRepeat = readBytes(target)?.equals(move.bytes) === true;
    if (!isRepeat) {
      await check();
      await publish(move.to, target, move.bytes, step);
      await syncFolder(move.to);
    }
    try {
      requireUnchanged(source, move.expect);
      unlinkSync(source);
    } catch (error) {
      if (!isRepeat) unlinkSync(target);
      step('not_applied');
      throw error;
    }
    step('unknown');
    await syncFolder(move.from);
  });
}

function isSameFolder(a: string, b: string): boolean {
  const [first, second] = [lstatSync(a), lstatSync(b)];
  return first.dev === second.dev && first.ino === second.ino;
}

/** Removes files of killed writers. */
export function sweepFolder(folder: string, signal: AbortSignal): Promise<void> {
  return changing([folder], signal, async () => {
    sweepTemporaryFiles(folder);
  });
}

/** Locks the folders in a global order, and gives each failure the outcome of its step. */
async function changing(
  folders: readonly string[],
  signal: AbortSignal,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  let outcome: Outcome = 'not_applied';
  let locked = () =>
    work((reached) => {
      outcome = reached;
    });
  for (const folder of [...new Set(folders)].sort().reverse()) {
    const inner = locked;
    const sweep = async () => void sweepTemporaryFiles(folder);
    locked = () => withFolderLock(folder, signal, sweep, inner);
  }
  try {
    await locked();
  } catch (error) {
    throw writeError(error, outcome);
  }
}

/** Once the file has its name, a failure no longer means that nothing happened. */
async function publish(folder: string, path: string, bytes: Uint8Array, step: Step): Promise<void> {
  const temporary = await writeTemporary(folder, bytes, 0o600);
  try {
    if (!publishNew(temporary, path)) throw alreadyExists();
    step('unknown');
  } finally {
    removeIfThere(temporary);
  }
}

function itemPath(folder: string, file: string): string {
  requireFileName(file);
  return join(folder, file);
}

function requireUnchanged(path: string, expect: string): void {
  const bytes = readBytes(path);
  if (bytes === undefined) throw eventGone();
  if (fingerprintOf(bytes) !== expect) throw eventChanged();
}
