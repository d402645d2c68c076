import type { Instant } from '../../schemas/model/time.js';

/** A calendar of an account; see `SyncSource.identity`. */
export interface MirrorKey {
  readonly identity: string;
  readonly calendarId: string;
}

export interface MirroredCalendar {
  /** Ctag or token from the account's listing; the objects are at least as new. */
  readonly marker?: string;
  readonly token?: string;
  /** When the last synchronisation began; 0 before the first. */
  readonly syncedAt: Instant;
  /** When all of it was last compared; if missing, the mirror is incomplete and must not be read. */
  readonly fullAt?: Instant;
  /** Something happened that no comparison has covered yet. */
  readonly doubtful: boolean;
  /** Counts synchronisations. */
  readonly revision: number;
  /** Counts writes. */
  readonly writes: number;
  /** Time of the last write; 0 before the first. */
  readonly writtenAt: Instant;
}

export interface ObjectIndex {
  /** Contains every occurrence for every viewer. */
  readonly from: Instant;
  readonly to: Instant;
  /** Some of it is unreadable, so it is a candidate for every answer. */
  readonly uncertain: boolean;
  /** All texts that filters compare, folded, one per line. */
  readonly text: string;
  /** UIDs and public ids. */
  readonly keys: readonly string[];
}

/** An address of a calendar: an event, a task, an unreadable object, or another kind. */
export type MirroredObject =
  | {
      readonly kind: 'event' | 'task';
      readonly href: string;
      readonly etag: string;
      readonly ics: string;
      readonly index: ObjectIndex;
    }
  | {
      readonly kind: 'unreadable';
      readonly href: string;
      /** Empty if unknown; then it is read again. */
      readonly etag: string;
      readonly reason: string;
    }
  | { readonly kind: 'other'; readonly href: string; readonly etag: string };
