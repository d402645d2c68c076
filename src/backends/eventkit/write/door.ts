import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { CalendarError, Outcome } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { KitObject } from '../read/reader.js';
import type { KitUidNote, UidNotes } from '../uid-notes.js';
import type { WantedKitObject } from './wanted-event.js';

export interface Failed {
  /** Certainly nothing was changed. */
  readonly leftUnchanged: boolean;
  /** The request timed out and may still take effect. */
  readonly mayFollow: boolean;
  explain(outcome: Outcome): CalendarError;
}

/** Result of steps: the identifier of the new event, or the failure. */
export interface Sent {
  readonly key?: string | undefined;
  readonly failure?: Failed;
}

/**
 * A way to write events: EventKit or scripts. `S`: steps committed together. Each function throws before
 * sending if a change is not supported.
 */
export interface Door<H extends KitObject, S> {
  /** True if a stored event with different times is a failure. */
  readonly strict: boolean;
  /** A new event or series. Its exceptions follow under its new identifier. */
  create(wanted: WantedKitObject): { readonly first: S; exceptions(key: string): readonly S[] };
  replace(held: H, before: WantedKitObject, wanted: WantedKitObject): readonly S[];
  remove(held: H): S;
  move(held: H, to: CalendarAddress): S;
  send(calendar: CalendarAddress, steps: S): Promise<Sent>;
  /** Finds the event of a request whose answer was lost: created since its note, with the wanted values. */
  lost(calendar: CalendarAddress, wanted: WantedKitObject, note: KitUidNote): Promise<string | undefined>;
}

export interface WriterParts<H extends KitObject, S> {
  readonly door: Door<H, S>;
  /** Reads an object now. */
  readonly one: (calendar: CalendarAddress, href: string, signal: AbortSignal) => Promise<H | undefined>;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
  readonly now: () => Instant;
}
