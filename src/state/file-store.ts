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

/** Leftovers younger than this may belong to a process at work. */
const LEFTOVER_MS = 10 * 60_000;
/** A file this young may be followed by another one with the same time stamp and inode: FAT counts two seconds, others milliseconds. */
const YOUNG_MS = { wholeSeconds: 2500, finer: 100 };

/** How long another one's claim is waited for before it is looked at again. */
const AT_IT_MS = 5;

/** So many others are to be written after an entry has expired before it is removed: a clock may be wrong for a while. */
const WITNESSES = 20;
/** What was to last no longer than this can be made again. */
const SHORT_MS = 86_400_000;

/**
 * A state store of one JSON file a key, in a folder that several processes may use at once. Nobody gets an expired entry;
 * its file is removed when it is met, and if it was to last, only once other files show that its time is over.
 */
export function createFileStore(dir: string, clock: Clock): StateStore {
  const all = new FileStore(dir, clock);
  // Every write asks for them, so they are not looked for among thousands.
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
  /** By file name, as they were when they were last looked at. */
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
      // Another process is claiming it, or was: the entry it leaves decides.
      await sleep(AT_IT_MS);
    }
  }

  async take(key: string): Promise<unknown> {
    const claimed = await claimFile(this.#dir, entryName(key));
    if (claimed === undefined) return undefined;
    const entry = usable(readEntry(claimed));
    removeEntryFile(claimed);
    return entry === undefined || this.#isExpired(entry) ? undefined : entry.value;
  }

  /** Of files whose key is known not to be asked for, nothing is looked at: a key has one file name for good. */
  async keys(prefix: string): Promise<readonly string[]> {
    const names = this.#list();
    const asked = names.filter((name) => this.#mayBe(name, prefix));
    const there = asked.flatMap((name) => this.#headerOf(name) ?? []);
    for (const header of there)
      if (this.#isExpired(header) && isWorn(header, this.#headers.values())) await this.#dropExpired(header);
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

  /** What a file is about; read again only when the file is another one. Damaged files have no key to be listed. */
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
   * By the system's clock, not the calendar's: order must hold where that one is fixed, and where either is set back
   * after all that is known.
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

  /** Claims the file first: if the entry has been rewritten since it was read, it goes back. */
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
  /** Whether the stamp tells this file from a later one of its name. */
  readonly isSettled: boolean;
  readonly expiresAt?: number;
}

/** Whether an expired entry may go: it was to be short, or others were written after it had expired. */
function isWorn({ expiresAt = 0, order }: Header, known: Iterable<Header>): boolean {
  return (
    expiresAt - order / 1000 < SHORT_MS ||
    [...known].filter(({ mtimeMs }) => mtimeMs >= expiresAt).length >= WITNESSES
  );
}

/** At once: for every file of a listing, a task for each look would take ten times as long. */
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
