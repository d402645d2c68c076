import type { Instant, Range } from '../../schemas/model/time.js';
import type { MirroredCalendar, MirroredObject, MirrorKey } from './mirrored-object.js';

/** An object as a list of versions names it. */
export interface ListedObject {
  /** Empty where it cannot be compared: then its text is fetched again after every list. */
  readonly version: string;
  /** Contains every occurrence for every viewer. */
  readonly bounds: Range;
}

/** A list of all objects of a calendar. */
export interface ListedVersions {
  readonly objects: ReadonlyMap<string, ListedObject>;
  /** Tells this state of the calendar from others. */
  readonly marker?: string;
  /** When it was asked for. */
  readonly syncedAt: Instant;
}

/** A text that a question needs, and the version the list named. */
export interface LackingText {
  readonly href: string;
  readonly version: string;
}

export interface ReadText {
  readonly href: string;
  /** The version it was asked for. */
  readonly version: string;
  readonly object: Extract<MirroredObject, { kind: 'event' | 'unreadable' }>;
  /** What else is to be said of it in every answer that holds it: trusted text. */
  readonly remark?: string;
}

export type ListOutcome =
  | { readonly kind: 'done'; readonly added: number; readonly changed: number; readonly removed: number }
  /** Something else was compared or written first; this list is of no use. */
  | { readonly kind: 'overtaken' };

/**
 * What is known of the objects of calendars whose texts are fetched only when a question needs them. The texts
 * themselves are in the mirror store; a changed object has none until it is read again.
 */
export interface MirrorListing {
  versions(key: MirrorKey): ReadonlyMap<string, string>;
  /** Stores a list that was asked for at `base`. */
  commit(
    key: MirrorKey,
    base: Pick<MirroredCalendar, 'revision' | 'writes'>,
    listed: ListedVersions,
  ): ListOutcome;
  /** The calendar has the same marker still. */
  confirm(key: MirrorKey, base: Pick<MirroredCalendar, 'revision'>, marker: string, at: Instant): void;
  /** What there is in a window without a text, or with one read before that; the oldest first. */
  lacking(key: MirrorKey, window: Range, before: Instant, now: Instant): readonly LackingText[];
  /** The same of some objects. */
  lackingOf(key: MirrorKey, hrefs: readonly string[], before: Instant, now: Instant): readonly LackingText[];
  /** Stores texts asked for at `at`, except of what was listed or written since in another version. */
  fill(key: MirrorKey, base: Pick<MirroredCalendar, 'writes'>, at: Instant, texts: readonly ReadText[]): void;
  /** What is to be said of objects. */
  remarks(key: MirrorKey): ReadonlyMap<string, string>;
  /** Makes the next question that needs this object read it. */
  forget(key: MirrorKey, hrefs: readonly string[]): void;
}
