import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../ports/clock.js';
import type { StateStore } from '../ports/state-store.js';
import { errnoOf } from '../system/errno-of.js';
import {
  claimFile,
  type Entry,
  entryName,
  isEntryName,
  isLeftover,
  readEntry,
  removeEntryFile,
  returnFile,
  stateError,
  usable,
  writeEntry,
  writeNewEntry,
} from './entry-file.js';

/** Leftovers younger than this may belong to a process at work. */
const LEFTOVER_MS = 10 * 60_000;
/** A file this young may be followed by another one with the same time stamp and inode. */
const YOUNG_MS = 2500;

/**
 * A state store of one JSON file a key, in a folder that several processes may use at once. Expired entries are
 * removed when they are met.
 */
export function createFileStore(dir: string, clock: Clock): StateStore {
  const headers = new Map<string, Header>();
  let lastOrder = 0;
  let swept = false;

  function isExpired({ expiresAt }: { readonly expiresAt?: number }): boolean {
    return expiresAt !== undefined && expiresAt <= clock.now();
  }

  async function current(key: string): Promise<Entry | undefined> {
    const entry = usable(await readEntry(join(dir, entryName(key))));
    return entry === undefined || entry.key !== key || isExpired(entry) ? undefined : entry;
  }

  /** By the system's clock, not the calendar's: order must hold where that one is fixed. */
  function nextOrder(): number {
    lastOrder = Math.max(Date.now() * 1000, lastOrder + 1);
    return lastOrder;
  }

  async function take(key: string): Promise<unknown> {
    const claimed = await claimFile(dir, entryName(key));
    if (claimed === undefined) return undefined;
    const entry = usable(await readEntry(claimed));
    await removeEntryFile(claimed);
    return entry === undefined || isExpired(entry) ? undefined : entry.value;
  }

  /** What a file is about; read again only when the file is another one. Damaged files have no key to be listed. */
  async function headerOf(name: string): Promise<Header | undefined> {
    const path = join(dir, name);
    const stamp = await stampOf(path);
    if (stamp === undefined) return undefined;
    const known = headers.get(name);
    if (known !== undefined && known.mtimeMs === stamp.mtimeMs && known.ino === stamp.ino) return known;
    const entry = await readEntry(path);
    if (entry === undefined || entry === 'damaged') return undefined;
    const { key, order, expiresAt } = entry;
    const header = { key, order, ...stamp, ...(expiresAt === undefined ? {} : { expiresAt }) };
    if (Date.now() - stamp.mtimeMs > YOUNG_MS) headers.set(name, header);
    return header;
  }

  async function keys(prefix: string): Promise<readonly string[]> {
    const names = await list(dir);
    if (!swept) await sweep(dir, names);
    swept = true;
    const found: Header[] = [];
    for (const name of names.filter(isEntryName)) {
      const header = await headerOf(name);
      if (header === undefined) continue;
      if (isExpired(header)) await dropExpired(name);
      else if (header.key.startsWith(prefix)) found.push(header);
    }
    return found.sort((a, b) => a.order - b.order).map(({ key }) => key);
  }

  /** Claims the file first: the entry may have been renewed since it was looked at, and goes back then. */
  async function dropExpired(name: string): Promise<void> {
    headers.delete(name);
    const claimed = await claimFile(dir, name);
    if (claimed === undefined) return;
    const entry = await readEntry(claimed);
    if (entry !== undefined && entry !== 'damaged' && !isExpired(entry)) {
      await returnFile(claimed, join(dir, name));
    }
    await removeEntryFile(claimed);
  }

  function entryOf(key: string, value: unknown, options?: { readonly expiresAt?: number }): Entry {
    const expiry = options?.expiresAt === undefined ? {} : { expiresAt: options.expiresAt };
    return { key, value, order: nextOrder(), ...expiry };
  }

  async function claim(key: string, value: unknown, options?: { readonly expiresAt?: number }) {
    for (;;) {
      if (await writeNewEntry(dir, entryOf(key, value, options))) return true;
      const entry = usable(await readEntry(join(dir, entryName(key))));
      if (entry !== undefined && !isExpired(entry)) return false;
      if (entry !== undefined) await dropExpired(entryName(key));
    }
  }

  return {
    get: async (key) => (await current(key))?.value,
    put: async (key, value, options) => {
      const entry = entryOf(key, value, options);
      const former = options?.inPlace ? await readEntry(join(dir, entryName(key))) : undefined;
      const { order } = former === undefined || former === 'damaged' ? entry : former;
      await writeEntry(dir, { ...entry, order });
    },
    claim,
    take,
    keys,
    async damaged() {
      const names = (await list(dir)).filter((name) => isEntryName(name) && !headers.has(name));
      const entries = await Promise.all(names.map((name) => readEntry(join(dir, name))));
      return entries.filter((entry) => entry === 'damaged').length;
    },
  };
}

interface Stamp {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

interface Header extends Stamp {
  readonly key: string;
  readonly order: number;
  readonly expiresAt?: number;
}

async function stampOf(path: string): Promise<Stamp | undefined> {
  try {
    const { mtimeMs, ctimeMs, ino } = await stat(path);
    return { mtimeMs, ctimeMs, ino };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw stateError(error);
  }
}

async function list(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw stateError(error);
  }
}

async function sweep(dir: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter(isLeftover)) {
    const stamp = await stampOf(join(dir, name));
    if (stamp !== undefined && Date.now() - stamp.ctimeMs > LEFTOVER_MS)
      await removeEntryFile(join(dir, name));
  }
}
