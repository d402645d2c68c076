import type { ServerOptions } from '../server-options.js';

/** The users of a server with their accounts, policy and state. */
export interface HttpUsers {
  /** Key of a caller's user; undefined if unknown. */
  keyOf(identity: string): string | undefined | Promise<string | undefined>;
  open(key: string): Promise<ServerOptions>;
  /** True if the key replaces an earlier one of the same user. */
  replaces?(key: string, earlier: string): boolean;
  /** Receives a function that closes programs outdated by a change. */
  onStart?(retire: (isGone: (key: string) => boolean) => void): void;
}

/** A user's program, open until all leases are released. */
export interface Lease {
  readonly program: ServerOptions;
  release(): void;
  /** A lease for work that outlives this one. */
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

/** Limit of idle programs; each has caches and a connection to its copies, about 250 kB. */
const MOST_IDLE = 200;

/** Opens a user's program at first use, and closes it after an idle time or when too many others are idle. */
export function createUserPrograms(users: HttpUsers, idleMs: number): UserPrograms {
  const entries = new Map<string, Entry>();
  /** Least recently used first. */
  const idle = new Map<string, Entry>();

  async function close(key: string, entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    if (entries.get(key) === entry) entries.delete(key);
    if (idle.get(key) === entry) idle.delete(key);
    const program = await entry.opening.catch(() => undefined);
    await program?.service.close();
  }

  /** Closes idle programs now, and others once released. */
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
      // Counts as used while it opens.
      entry.leases++;
      try {
        return leaseOf(key, entry, await entry.opening);
      } catch (error) {
        // Lets the next request retry.
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
