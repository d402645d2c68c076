import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { CalendarError, Outcome } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { KitObject } from '../read/reader.js';
import type { KitUidNote, UidNotes } from '../uid-notes.js';
import type { WantedKitObject } from './wanted-event.js';

/** Why steps have no result. */
export interface Failed {
  /** It is certain that nothing was changed. */
  readonly leftUnchanged: boolean;
  /** The request was given up, and may still take effect. */
  readonly mayFollow: boolean;
  explain(outcome: Outcome): CalendarError;
}

/** What came of steps: the identifier of what was made, or why there is no answer. */
export interface Sent {
  readonly key?: string | undefined;
  readonly failure?: Failed;
}

/**
 * One way to write the events of a Mac: EventKit or scripts. `S`: steps that are committed together. Each function
 * refuses what cannot be done before anything is sent.
 */
export interface Door<H extends KitObject, S> {
  /** Whether an event with other times than it was given is no success. */
  readonly strict: boolean;
  /** A new event or series; its exceptions follow when it is there, under the identifier it was given. */
  create(wanted: WantedKitObject): { readonly first: S; exceptions(key: string): readonly S[] };
  replace(held: H, before: WantedKitObject, wanted: WantedKitObject): readonly S[];
  remove(held: H): S;
  move(held: H, to: CalendarAddress): S;
  send(calendar: CalendarAddress, steps: S): Promise<Sent>;
  /** The event of a request whose answer never came: made since its note, and all that it was to be. */
  lost(calendar: CalendarAddress, wanted: WantedKitObject, note: KitUidNote): Promise<string | undefined>;
}

/** What all that writes events works with. */
export interface WriterParts<H extends KitObject, S> {
  readonly door: Door<H, S>;
  /** An object by its address, as it is now. */
  readonly one: (calendar: CalendarAddress, href: string, signal: AbortSignal) => Promise<H | undefined>;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
  readonly now: () => Instant;
}
