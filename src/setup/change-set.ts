import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JSONPath } from 'jsonc-parser';
import { defined } from '../../schemas/model/defined.js';
import { CalendarError } from '../../schemas/model/error.js';
import { hasEntry, type KeychainEntry, removeKeychain, writeKeychain } from '../secrets/keychain.js';
import { ifThere } from '../system/if-there.js';
import { makeFolder } from '../system/make-folder.js';
import { putFile } from '../system/put-file.js';
import { setInJson } from './edit-json.js';
import { withPathInError } from './on-file.js';

/** A planned edit. It is kept as a function because the file may change before it is written. */
export interface FileChange {
  readonly path: string;
  readonly edit: (text: string | undefined) => string | Promise<string>;
  /** Mode of a new file. */
  readonly mode?: number;
  /** The only value changed in a file that other programs also write. */
  readonly key?: JSONPath;
}

export interface ChangeSet {
  readonly files: readonly FileChange[];
  /** Also deletes the copies from earlier changes, because the old content must not survive. */
  readonly isFinal?: boolean;
  readonly secrets: readonly { readonly entry: KeychainEntry; readonly secret: string }[];
}

/** Undo data. */
interface Done {
  readonly files: readonly {
    readonly path: string;
    readonly mode: number;
    /** Name of the copy; undefined if the file did not exist. */
    readonly copy?: string;
    readonly digest: string;
    readonly key?: JSONPath;
  }[];
  /** Folders that were created, outer ones first. */
  readonly folders: readonly string[];
  readonly entries: readonly KeychainEntry[];
  /** Entries whose former secret is lost; missing in manifests of earlier versions. */
  readonly overwritten?: readonly KeychainEntry[];
}

const MANIFEST = 'done.json';
const NEW_FILE = 0o600;
/** Maximum number of undo steps. */
const MOST_STEPS = 20;

/** Applies all changes or none. Keeps copies of all files for `undoLast`. */
export async function applyChanges(
  { files, secrets, isFinal = false }: ChangeSet,
  stateDir: string,
): Promise<void> {
  const before = await earlier(stateDir);
  const number = Number(before.at(-1) ?? 0) + 1;
  const folder = join(stateDir, 'setup', String(number).padStart(4, '0'));
  const planned = await Promise.all(
    files.map(async ({ path, edit, mode = NEW_FILE, key }, at) => {
      const old = await bytesOf(path);
      const after = await edit(old?.toString('utf8'));
      const copy = old && `${at + 1}-${basename(path)}`;
      const kept = old === undefined ? mode : (await withPathInError(path, stat(path))).mode & 0o777;
      return { path, old, after, mode: kept, copy, key };
    }),
  );
  const fresh: KeychainEntry[] = [];
  const overwritten: KeychainEntry[] = [];
  for (const { entry } of secrets) ((await hasEntry(entry)) ? overwritten : fresh).push(entry);
  const done: Done = {
    files: planned.map(({ path, after, mode, copy, key }) => ({
      ...{ path, mode, digest: digestOf(after) },
      ...defined({ copy, key }),
    })),
    folders: [...new Set(planned.flatMap(({ path }) => missingAbove(path)))],
    entries: fresh,
    overwritten,
  };
  await withPathInError(folder, keepCopies(folder, done, planned));
  try {
    for (const { entry, secret } of secrets) await writeKeychain(entry, secret);
    for (const { path, after, mode } of planned) await withPathInError(path, putFile(path, after, mode));
  } catch (error) {
    throw withLeftoverEntries(error, await undo(folder, done));
  }
  // Copies may hold secrets.
  const old = isFinal ? before : before.slice(0, 1 - MOST_STEPS);
  for (const one of old) await rm(join(stateDir, 'setup', one), { recursive: true, force: true });
}

async function keepCopies(
  folder: string,
  done: Done,
  planned: readonly { readonly old: Buffer | undefined; readonly copy: string | undefined }[],
): Promise<void> {
  makeFolder(dirname(folder));
  // A folder without a manifest is left over from a change that did not start.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  for (const { old, copy } of planned)
    if (old !== undefined && copy !== undefined) await writeFile(join(folder, copy), old, { mode: 0o600 });
  await writeFile(join(folder, MANIFEST), JSON.stringify(done), { mode: 0o600 });
}

/** Restored files, and keychain entries that could not be removed. */
export interface Undone {
  readonly files: readonly string[];
  readonly left: readonly KeychainEntry[];
  /** Entries whose former secret cannot be restored. */
  readonly overwritten: readonly KeychainEntry[];
  /** Number of earlier changes that can still be undone. */
  readonly more: number;
}

/** Files that the next undo would restore; undefined if there is nothing to undo. */
export async function filesOfLast(stateDir: string): Promise<readonly string[] | undefined> {
  const last = (await earlier(stateDir)).at(-1);
  return last === undefined
    ? undefined
    : (await doneIn(join(stateDir, 'setup', last))).files.map(({ path }) => path);
}

/** Restores the state before the last setup; undefined if there was none. */
export async function undoLast(stateDir: string): Promise<Undone | undefined> {
  const steps = await earlier(stateDir);
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const folder = join(stateDir, 'setup', last);
  const done = await doneIn(folder);
  const left = await undo(folder, done);
  const files = done.files.map(({ path }) => path);
  return { files, left, overwritten: done.overwritten ?? [], more: steps.length - 1 };
}

async function doneIn(folder: string): Promise<Done> {
  return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
}

/** Returns the keychain entries that could not be removed. */
async function undo(folder: string, { files, folders, entries }: Done): Promise<readonly KeychainEntry[]> {
  const puts = await Promise.all(
    files.map(async (file) => ({ ...file, text: await textBefore(file, folder) })),
  );
  for (const { path, mode, text } of puts) {
    if (text === undefined) await rm(path, { force: true });
    else await putFile(path, text, mode);
  }
  // Keeps a folder that holds files of others.
  for (const one of folders.toReversed()) await rmdir(one).catch(() => undefined);
  const left: KeychainEntry[] = [];
  for (const entry of entries) await removeKeychain(entry).catch(() => left.push(entry));
  await rm(folder, { recursive: true, force: true });
  return left;
}

/** Restores the whole file, or only the changed key if others have edited the file since. */
async function textBefore(
  { path, copy, digest, key }: Done['files'][number],
  folder: string,
): Promise<string | Buffer | undefined> {
  const before = copy === undefined ? undefined : await readFile(join(folder, copy));
  const now = await bytesOf(path);
  const same = before === undefined ? now === undefined : now?.equals(before) === true;
  if (same || (now !== undefined && digestOf(now) === digest)) return before;
  if (now === undefined || key === undefined) throw changedSince(path, folder);
  const { findNodeAtLocation, getNodeValue, parseTree } = await import('jsonc-parser');
  const tree = before && parseTree(before.toString('utf8'));
  const node = tree && findNodeAtLocation(tree, key);
  return setInJson(now.toString('utf8'), key, node && getNodeValue(node));
}

async function earlier(stateDir: string): Promise<readonly string[]> {
  const folder = join(stateDir, 'setup');
  const names = (await withPathInError(folder, ifThere(readdir(folder)))) ?? [];
  const found: string[] = [];
  for (const name of names.filter((one) => /^\d+$/.test(one))) {
    const manifest = join(folder, name, MANIFEST);
    if ((await withPathInError(manifest, ifThere(stat(manifest)))) !== undefined) found.push(name);
  }
  return found.toSorted();
}

/** Undefined if the file is missing; throws if it exists but is unreadable. */
export function bytesOf(path: string): Promise<Buffer | undefined> {
  return withPathInError(path, ifThere(readFile(path)));
}

function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function missingAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? [] : [...missingAbove(folder), folder];
}

export function stillInKeychain(left: readonly KeychainEntry[]): string {
  const names = left.map(({ service, account }) => `"${service}" for "${account}"`).join(', ');
  return `The keychain still has the entry of ${names}: remove it there.`;
}

/** Adds the entries that could not be removed to the suggestion. */
function withLeftoverEntries(error: unknown, left: readonly KeychainEntry[]): unknown {
  if (left.length === 0) return error;
  const rest = stillInKeychain(left);
  if (!(error instanceof CalendarError))
    return new CalendarError('STORAGE_ERROR', 'The files could not be written, and are as before.', {
      suggestion: rest,
      cause: error,
    });
  const { suggestion, ...info } = error.info;
  return new CalendarError(error.code, error.message, {
    ...info,
    suggestion: suggestion === undefined ? rest : `${suggestion} ${rest}`,
  });
}

function changedSince(path: string, folder: string): CalendarError {
  return new CalendarError('CONFLICT', `${path} was changed since then, so nothing was restored.`, {
    suggestion: `Its copy is in ${folder}: compare the two, and put back what you want.`,
  });
}
