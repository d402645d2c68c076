import type { ServerOptions } from '../server-options.js';

/** The users of a server and what belongs to each: accounts, policy, state. */
export interface HttpUsers {
  /** Which user a caller is; undefined for a caller who is not one of them. */
  keyOf(identity: string): string | undefined | Promise<string | undefined>;
  open(key: string): Promise<ServerOptions>;
  /** Whether a key stands for what another one stood for earlier. */
  replaces?(key: string, earlier: string): boolean;
  /** Hears how programs are closed that somebody's change has made wrong. */
  onStart?(retire: (isGone: (key: string) => boolean) => void): void;
}

/** What a user works with. It stays open until everyone who holds it has released it. */
export interface Lease {
  readonly program: ServerOptions;
  release(): void;
  /** For work that goes on after the release. */
  again(): Lease;
}

export interface UserPrograms {
  acquire(key: string): Promise<Lease>;
  close(): Promise<void>;
}

interface Entry {
  readonly opening: Promise<ServerOptions>;
  leases: number;
  timer?: NodeJS.Timeout;
}

/** So many that nobody uses wait for their next call: each has a connection to its copies, of some 250 kB, and its caches. */
const MOST_IDLE = 200;

/**
 * Opens what belongs to a user at the first use and closes it when it has not been used for a while, or when very many
 * others have been used since.
 */
export function createUserPrograms(users: HttpUsers, idleMs: number): UserPrograms {
  const entries = new Map<string, Entry>();
  /** Those not in use, the one used last at the end. */
  const idle = new Map<string, Entry>();

  async function close(key: string, entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    if (entries.get(key) === entry) entries.delete(key);
    if (idle.get(key) === entry) idle.delete(key);
    const program = await entry.opening.catch(() => undefined);
    await program?.service.close();
  }

  /** Closes those that are not in use, and the others once they are released. */
  function retire(isGone: (key: string) => boolean): void {
    for (const [key, entry] of entries) {
      if (!isGone(key)) continue;
      entries.delete(key);
      if (entry.leases === 0) void close(key, entry);
    }
  }

  function entryOf(key: string): Entry {
    const known = entries.get(key);
    if (known !== undefined) return known;
    if (users.replaces !== undefined) retire((earlier) => users.replaces?.(key, earlier) === true);
    const entry: Entry = { opening: users.open(key), leases: 0 };
    entries.set(key, entry);
    return entry;
  }

  function leaseOf(key: string, entry: Entry, program: ServerOptions): Lease {
    let isHeld = true;
    clearTimeout(entry.timer);
    idle.delete(key);
    entry.leases++;
    return {
      program,
      again: () => leaseOf(key, entry, program),
      release() {
        if (!isHeld) return;
        isHeld = false;
        entry.leases--;
        if (entry.leases > 0) return;
        if (entries.get(key) !== entry) return void close(key, entry);
        entry.timer = setTimeout(() => void close(key, entry), idleMs).unref();
        idle.set(key, entry);
        const [longest] = idle;
        if (longest !== undefined && idle.size > MOST_IDLE) void close(...longest);
      },
    };
  }

  users.onStart?.(retire);
  return {
    async acquire(key) {
      const entry = entryOf(key);
      // What is waited for is in use.
      entry.leases++;
      try {
        return leaseOf(key, entry, await entry.opening);
      } catch (error) {
        // The next request tries again.
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      } finally {
        entry.leases--;
      }
    },
    async close() {
      await Promise.allSettled([...entries].map(([key, entry]) => close(key, entry)));
    },
  };
}
