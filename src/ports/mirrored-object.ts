import type { Instant } from '../../schemas/model/time.js';

/** Which calendar of which account; see `SyncSource.identity`. */
export interface MirrorKey {
  readonly identity: string;
  readonly calendarId: string;
}

/** How far the mirror of one calendar has come. */
export interface MirroredCalendar {
  /** Ctag or token of the account's listing that the objects are at least as new as. */
  readonly marker?: string;
  readonly token?: string;
  /** When the last synchronisation began; 0 before the first. */
  readonly syncedAt: Instant;
  /** When all of it was last compared; without one the mirror is not complete and must not be read. */
  readonly fullAt?: Instant;
  /** Something happened that no comparison has covered yet. */
  readonly doubtful: boolean;
  /** Counts synchronisations. */
  readonly revision: number;
  /** Counts writes. */
  readonly writes: number;
  /** When the last one was; 0 before the first. */
  readonly writtenAt: Instant;
}

/** Everything an index says about an object. */
export interface ObjectIndex {
  /** Contains every occurrence for every viewer. */
  readonly from: Instant;
  readonly to: Instant;
  /** Something in it cannot be read, so it belongs to every answer. */
  readonly uncertain: boolean;
  /** All texts that filters compare, folded, a line each. */
  readonly text: string;
  /** UIDs and public ids. */
  readonly keys: readonly string[];
}

/** An address of a calendar: an event, a task, something that cannot be read, or something that is neither. */
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
      /** Empty where it is not known: then it is looked at again. */
      readonly etag: string;
      readonly reason: string;
    }
  | { readonly kind: 'other'; readonly href: string; readonly etag: string };
