import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports/clock.js';
import { NOTES, type StateStore } from '../ports/state-store.js';
import { errnoOf } from '../system/errno-of.js';
import {
  claimFile,
  type Entry,
  endEntry,
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

/** Younger leftovers may belong to a running process. */
const LEFTOVER_MS = 10 * 60_000;
/** A younger file may be replaced by one with equal stamp and inode: FAT counts two seconds, others ms. */
const YOUNG_MS = { wholeSeconds: 2500, finer: 100 };

/** Delay before checking another claim again. */
const CLAIM_RETRY_MS = 5;

/** Removes an expired entry only after this many later writes, in case the clock was wrong. */
const LATER_WRITES = 20;
/** Entries with a shorter lifetime can be recreated. */
const SHORT_MS = 86_400_000;

/**
 * A state store with one JSON file per key, in a folder shared by processes. Never returns expired entries.
 * Removes their files when found; long-lived ones only after other files confirm the expiry.
 */
export function createFileStore(dir: string, clock: Clock): StateStore {
  const all = new FileStore(dir, clock);
  // Separate, because every write reads them and should not search thousands of files.
  const notes = new FileStore(join(dir, 'notes'), clock);
  const having = (key: string) => (key.startsWith(NOTES) ? notes : all);
  return {
    get: (key) => having(key).get(key),
    put: (key, value, options) => having(key).put(key, value, options),
    claim: (key, value, options) => having(key).claim(key, value, options),
    take: (key) => having(key).take(key),
    keys: async (prefix) => [
      ...(prefix.startsWith(NOTES) ? [] : await all.keys(prefix)),
      ...(prefix.startsWith(NOTES) || NOTES.startsWith(prefix) ? await notes.keys(prefix) : []),
    ],
    damaged: async () => (await all.damaged()) + (await notes.damaged()),
  };
}

class FileStore implements StateStore {
  readonly #dir: string;
  readonly #clock: Clock;
  /** Cached headers by file name. */
  readonly #headers = new Map<string, Header>();
  #lastOrder = 0;
  #isSwept = false;

  constructor(dir: string, clock: Clock) {
    this.#dir = dir;
    this.#clock = clock;
  }

  async get(key: string): Promise<unknown> {
    const entry = usable(readEntry(this.#pathOf(key)));
    return entry === undefined || entry.key !== key || this.#isExpired(entry) ? undefined : entry.value;
  }

  async put(key: string, value: unknown, options?: Parameters<StateStore['put']>[2]): Promise<void> {
    const entry = await this.#entryOf(key, value, options);
    const former = options?.inPlace ? readEntry(this.#pathOf(key)) : undefined;
    const { order } = former === undefined || former === 'damaged' ? entry : former;
    await writeEntry(this.#dir, { ...entry, order });
  }

  async claim(key: string, value: unknown, options?: { readonly expiresAt?: number }): Promise<boolean> {
    for (;;) {
      const former = usable(readEntry(this.#pathOf(key)));
      if (former !== undefined && !this.#isExpired(former)) return false;
      const entry = await this.#entryOf(key, value, options);
      const isFirst =
        former === undefined
          ? await writeNewEntry(this.#dir, entry)
          : await endEntry(this.#dir, former, () => writeEntry(this.#dir, entry));
      if (isFirst) return true;
      // Another process claims it or did; its entry decides.
      await sleep(CLAIM_RETRY_MS);
    }
  }

  async take(key: string): Promise<unknown> {
    const claimed = await claimFile(this.#dir, entryName(key));
    if (claimed === undefined) return undefined;
    const entry = usable(readEntry(claimed));
    removeEntryFile(claimed);
    return entry === undefined || this.#isExpired(entry) ? undefined : entry.value;
  }

  /** Skips files whose known key does not match, because a file name belongs to one key. */
  async keys(prefix: string): Promise<readonly string[]> {
    const names = this.#list();
    const asked = names.filter((name) => this.#mayBe(name, prefix));
    const there = asked.flatMap((name) => this.#headerOf(name) ?? []);
    for (const header of there)
      if (this.#isExpired(header) && isRemovable(header, this.#headers.values()))
        await this.#dropExpired(header);
    return there
      .filter((header) => header.key.startsWith(prefix) && !this.#isExpired(header))
      .sort((a, b) => a.order - b.order)
      .map(({ key }) => key);
  }

  #mayBe(name: string, prefix: string): boolean {
    const known = this.#headers.get(name);
    return known === undefined || known.key.startsWith(prefix) || this.#isExpired(known);
  }

  #list(): readonly string[] {
    const all = list(this.#dir);
    if (!this.#isSwept) sweep(this.#dir, all);
    this.#isSwept = true;
    const names = all.filter(isEntryName);
    if (this.#headers.size > names.length) {
      const there = new Set(names);
      for (const name of this.#headers.keys()) if (!there.has(name)) this.#headers.delete(name);
    }
    return names;
  }

  async damaged(): Promise<number> {
    const names = list(this.#dir).filter((name) => isEntryName(name) && !this.#headers.has(name));
    return names.filter((name) => readEntry(join(this.#dir, name)) === 'damaged').length;
  }

  /** Header of a file, reread only if it changed. Undefined for damaged files, which have no key. */
  #headerOf(name: string): Header | undefined {
    const path = join(this.#dir, name);
    const stamp = stampOf(path);
    if (stamp === undefined) return undefined;
    const known = this.#headers.get(name);
    if (known?.isSettled && known.mtimeMs === stamp.mtimeMs && known.ino === stamp.ino) return known;
    const entry = readEntry(path);
    if (entry === undefined || entry === 'damaged') return undefined;
    const { key, order, expiresAt } = entry;
    this.#lastOrder = Math.max(this.#lastOrder, order);
    const youngMs = stamp.mtimeMs % 1000 === 0 ? YOUNG_MS.wholeSeconds : YOUNG_MS.finer;
    const isSettled = Date.now() - stamp.mtimeMs > youngMs;
    const header = { key, order, ...stamp, isSettled, ...(expiresAt === undefined ? {} : { expiresAt }) };
    this.#headers.set(name, header);
    return header;
  }

  /**
   * Uses the system clock, because the calendar's may be fixed; keeps the order even if either clock is set
   * back.
   */
  async #nextOrder(): Promise<number> {
    if (!this.#isSwept) await this.keys('');
    this.#lastOrder = Math.max(Date.now() * 1000, this.#lastOrder + 1);
    return this.#lastOrder;
  }

  async #entryOf(key: string, value: unknown, options?: { readonly expiresAt?: number }): Promise<Entry> {
    const expiry = options?.expiresAt === undefined ? {} : { expiresAt: options.expiresAt };
    return { key, value, order: await this.#nextOrder(), ...expiry };
  }

  /** Claims the file first, and restores it if the entry was rewritten meanwhile. */
  async #dropExpired(header: Header): Promise<void> {
    const name = entryName(header.key);
    this.#headers.delete(name);
    await endEntry(this.#dir, header, async () => {
      const claimed = await claimFile(this.#dir, name);
      if (claimed === undefined) return;
      const entry = readEntry(claimed);
      if (entry !== undefined && entry !== 'damaged' && !this.#isExpired(entry)) {
        returnFile(claimed, join(this.#dir, name));
      }
      removeEntryFile(claimed);
    });
  }

  #isExpired({ expiresAt }: { readonly expiresAt?: number }): boolean {
    return expiresAt !== undefined && expiresAt <= this.#clock.now();
  }

  #pathOf(key: string): string {
    return join(this.#dir, entryName(key));
  }
}

interface Stamp {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

interface Header extends Stamp {
  readonly key: string;
  readonly order: number;
  /** True if the stamp distinguishes this file from a later one. */
  readonly isSettled: boolean;
  readonly expiresAt?: number;
}

/** True if an expired entry may go: it was short-lived, or others were written after it expired. */
function isRemovable({ expiresAt = 0, order }: Header, known: Iterable<Header>): boolean {
  return (
    expiresAt - order / 1000 < SHORT_MS ||
    [...known].filter(({ mtimeMs }) => mtimeMs >= expiresAt).length >= LATER_WRITES
  );
}

/** Synchronous, because an async call per listed file would take ten times as long. */
function stampOf(path: string): Stamp | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs, ino: found.ino };
  } catch (error) {
    throw stateError(error);
  }
}

function list(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw stateError(error);
  }
}

function sweep(dir: string, names: readonly string[]): void {
  for (const name of names.filter(isLeftover)) {
    const stamp = stampOf(join(dir, name));
    if (stamp !== undefined && Date.now() - stamp.ctimeMs > LEFTOVER_MS) removeEntryFile(join(dir, name));
  }
}
