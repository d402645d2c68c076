import type { WithTasks } from '../../compilers/pushdown/target.js';
import type { Instant } from '../../schemas/model/time.js';
import type { RemovedObjects } from './mirror.js';
import type { MirrorDrafts } from './mirror-drafts.js';
import type { MirroredCalendar, MirroredObject, MirrorKey } from './mirrored-object.js';
import type { AccountListing } from './sync-source.js';

/** The calendars of an account as they were at one moment. */
export interface MirroredAccount extends AccountListing {
  /** Milliseconds since 1970, of the system's clock: when the server was asked. */
  readonly checkedAt: Instant;
  /** Nothing is copied yet, so it was not asked whether calendars changed. */
  readonly bare?: true;
}

export interface MirrorQuestion {
  readonly from?: Instant;
  readonly to?: Instant;
  /** Tasks instead of events, or also. */
  readonly tasks?: WithTasks;
  /** All must hold: one of the texts is in it, or one of the keys is its own. */
  readonly candidates?: readonly { readonly texts: readonly string[]; readonly keys: readonly string[] }[];
}

export interface MirrorAnswer {
  readonly objects: readonly { readonly href: string; readonly etag: string; readonly ics: string }[];
  readonly unreadable: readonly { readonly href: string; readonly reason: string }[];
}

/** The result of one synchronisation. */
export interface MirrorChange {
  /** `whole`: what is not stored is gone. */
  readonly kind: 'part' | 'whole';
  readonly stored: readonly MirroredObject[];
  readonly removed: readonly string[];
  readonly marker?: string;
  readonly token?: string;
  readonly syncedAt: Instant;
  /** The number of the last write that was done before marker and token were given. */
  readonly covers: number;
  /** Everything was compared. */
  readonly full: boolean;
}

/** The work done ahead of a commit, in pieces short enough not to block other calls. */
export type Prepared =
  /** These objects are in the mirror already, exactly so. */
  | { readonly kind: 'compared'; readonly objects: ReadonlySet<MirroredObject> }
  /** These were written beside the calendar and only have to take its place. */
  | { readonly kind: 'staged'; readonly name: string; readonly objects: ReadonlySet<MirroredObject> }
  /** A first copy that is complete, but for what the change names. */
  | { readonly kind: 'drafted'; readonly name: string };

export type CommitOutcome =
  | { readonly kind: 'done'; readonly added: number; readonly changed: number; readonly removed: number }
  /** Another synchronisation came first; this one's result is of no use. */
  | { readonly kind: 'overtaken' }
  /** These were written while the server was asked; what was fetched of them may be older. */
  | { readonly kind: 'written'; readonly hrefs: readonly string[]; readonly writes: number };

/** What was known of a calendar when a write to it began. */
export interface WriteBase extends Pick<MirroredCalendar, 'revision' | 'writes'> {
  readonly comparedAt?: Instant;
}

/** Copies of calendars for quick answers. A cache: it may be thrown away at any time. Throws STORAGE_* errors. */
export interface MirrorStore {
  account(identity: string): MirroredAccount | undefined;
  saveAccount(identity: string, account: MirroredAccount): void;
  calendar(key: MirrorKey): MirroredCalendar;
  /** ETags by address. */
  versions(key: MirrorKey): ReadonlyMap<string, string>;
  /** Addresses written here lately: a server names them as changed, and they are not. */
  recentWrites(key: MirrorKey): ReadonlySet<string>;
  /**
   * Addresses written here since the token was given. A server need not name them when somebody has taken the write
   * back: what there is is then the same as when the token was given.
   */
  uncoveredWrites(key: MirrorKey): ReadonlySet<string>;
  /** This and `find` only answer from a copy that is complete. */
  select(key: MirrorKey, question: MirrorQuestion): Promise<MirrorAnswer>;
  find(key: MirrorKey, hrefs: readonly string[]): MirrorAnswer & { readonly missing: readonly string[] };
  /** Does most of a commit without changing the mirror; what it gives goes to `commit` and then to `discard`. */
  prepare(key: MirrorKey, change: MirrorChange): Promise<Prepared>;
  /**
   * Stores the result of a synchronisation that began at `base`. Objects that were prepared after that and are still in
   * the change are done already.
   */
  commit(
    key: MirrorKey,
    base: Pick<MirroredCalendar, 'revision' | 'writes'>,
    change: MirrorChange,
    prepared?: Prepared,
  ): CommitOutcome;
  /** Removes what is left of a preparation, whether or not it was committed. */
  discard(prepared: Prepared): Promise<void>;
  /**
   * Stores what a write did that began at `base`. A synchronisation in between makes the calendar doubtful, and so does
   * another write to the same address: which of them came last is not known here. The marker proves nothing any more;
   * until `comparedAt` it did.
   */
  written(
    key: MirrorKey,
    base: WriteBase,
    change: Pick<MirrorChange, 'stored' | 'removed'>,
    now: Instant,
  ): void;
  /** A write is about to be sent; should this process not live to tell what became of it, the copies cannot be trusted. */
  beginWrite(keys: readonly MirrorKey[], now: Instant): string;
  /** What became of it stands in the mirror. */
  endWrite(intent: string): void;
  /** When the last write began whose result will never be reported: its process has ended. */
  untold(key: MirrorKey, now: Instant): Instant | undefined;
  /** Makes the next read compare with the server. */
  expire(key: MirrorKey): void;
  /** What a synchronisation found gone, as it was last, and since when this is known. */
  removed(key: MirrorKey, since: Instant): RemovedObjects | undefined;
  readonly drafts: MirrorDrafts;
  count(key: MirrorKey): { readonly events: number; readonly unreadable: number };
  /** Forgets calendars that are no longer listed and were not synchronised since `before`. */
  prune(identity: string, listed: readonly string[], before: Instant): void;
  close(): void;
}
