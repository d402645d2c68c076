import type { WithTasks } from '../../compilers/pushdown/target.js';
import type { Instant } from '../../schemas/model/time.js';
import type { RemovedObjects } from './mirror.js';
import type { MirrorDrafts } from './mirror-drafts.js';
import type { MirroredCalendar, MirroredObject, MirrorKey } from './mirrored-object.js';
import type { AccountListing } from './sync-source.js';

/** The calendars of an account at one moment. */
export interface MirroredAccount extends AccountListing {
  /** When the server was asked: milliseconds since 1970, by the system's clock. */
  readonly checkedAt: Instant;
  /** Nothing is copied yet, so the server was not asked for changes. */
  readonly bare?: true;
}

export interface MirrorQuestion {
  readonly from?: Instant;
  readonly to?: Instant;
  /** Reads tasks instead of events, or both. */
  readonly tasks?: WithTasks;
  /** All apply: the object contains one of the texts, or has one of the keys. */
  readonly candidates?: readonly { readonly texts: readonly string[]; readonly keys: readonly string[] }[];
}

export interface MirrorAnswer {
  readonly objects: readonly { readonly href: string; readonly etag: string; readonly ics: string }[];
  readonly unreadable: readonly { readonly href: string; readonly reason: string }[];
}

export interface MirrorChange {
  /** `whole`: objects that are not in `stored` are gone. */
  readonly kind: 'part' | 'whole';
  readonly stored: readonly MirroredObject[];
  readonly removed: readonly string[];
  readonly marker?: string;
  readonly token?: string;
  readonly syncedAt: Instant;
  /** The number of the last write before the server gave marker and token. */
  readonly covers: number;
  /** Everything was compared. */
  readonly full: boolean;
}

/** The work done ahead of a commit, in pieces short enough not to block other calls. */
export type Prepared =
  /** These objects are identical in the mirror. */
  | { readonly kind: 'compared'; readonly objects: ReadonlySet<MirroredObject> }
  /** These were written separately and only have to replace the calendar. */
  | { readonly kind: 'staged'; readonly name: string; readonly objects: ReadonlySet<MirroredObject> }
  /** A complete first copy, except for the objects in the change. */
  | { readonly kind: 'drafted'; readonly name: string };

export type CommitOutcome =
  | { readonly kind: 'done'; readonly added: number; readonly changed: number; readonly removed: number }
  /** Another synchronisation was faster; this result is obsolete. */
  | { readonly kind: 'overtaken' }
  /** These were written during the request to the server, so the fetched versions may be older. */
  | { readonly kind: 'written'; readonly hrefs: readonly string[]; readonly writes: number };

/** The known state of a calendar at the start of a write. */
export interface WriteBase extends Pick<MirroredCalendar, 'revision' | 'writes'> {
  readonly comparedAt?: Instant;
}

/** Copies of calendars for quick answers. A cache: it can be deleted at any time. Throws STORAGE_* errors. */
export interface MirrorStore {
  account(identity: string): MirroredAccount | undefined;
  saveAccount(identity: string, account: MirroredAccount): void;
  calendar(key: MirrorKey): MirroredCalendar;
  /** ETags by address. */
  versions(key: MirrorKey): ReadonlyMap<string, string>;
  /** Addresses written here recently: a server reports them as changed, but we have them. */
  recentWrites(key: MirrorKey): ReadonlySet<string>;
  /**
   * Addresses written here since the token. If someone reverts a write, the server need not report it, because the
   * state is the same as at the token.
   */
  uncoveredWrites(key: MirrorKey): ReadonlySet<string>;
  /** Like `find`, only answers from a complete copy. */
  select(key: MirrorKey, question: MirrorQuestion): Promise<MirrorAnswer>;
  find(key: MirrorKey, hrefs: readonly string[]): MirrorAnswer & { readonly missing: readonly string[] };
  /** Does most of a commit without changing the mirror; pass the result to `commit` and then to `discard`. */
  prepare(key: MirrorKey, change: MirrorChange): Promise<Prepared>;
  /**
   * Stores the result of a synchronisation that began at `base`. Skips prepared objects that are still in the change.
   */
  commit(
    key: MirrorKey,
    base: Pick<MirroredCalendar, 'revision' | 'writes'>,
    change: MirrorChange,
    prepared?: Prepared,
  ): CommitOutcome;
  /** Removes the remains of a preparation, committed or not. */
  discard(prepared: Prepared): Promise<void>;
  /**
   * Stores the result of a write that began at `base`. A synchronisation or another write to the same address in
   * between makes the calendar doubtful, because their order is unknown. The marker is valid only up to `comparedAt`.
   */
  written(
    key: MirrorKey,
    base: WriteBase,
    change: Pick<MirrorChange, 'stored' | 'removed'>,
    now: Instant,
  ): void;
  /** Records that a write starts; if this process dies before the result, the copies cannot be trusted. */
  beginWrite(keys: readonly MirrorKey[], now: Instant): string;
  /** The mirror has the result. */
  endWrite(intent: string): void;
  /** Start of the last write without a result, because its process has ended. */
  untold(key: MirrorKey, now: Instant): Instant | undefined;
  /** Makes the next read compare with the server. */
  expire(key: MirrorKey): void;
  /** Objects that synchronisations found deleted, in their last state, and the start of that record. */
  removed(key: MirrorKey, since: Instant): RemovedObjects | undefined;
  readonly drafts: MirrorDrafts;
  count(key: MirrorKey): { readonly events: number; readonly unreadable: number };
  /** Forgets calendars that are no longer listed and were not synchronised since `before`. */
  prune(identity: string, listed: readonly string[], before: Instant): void;
  close(): void;
}
