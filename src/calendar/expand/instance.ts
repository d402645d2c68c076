import type { Zone } from '../../../compilers/time/zone.js';
import type { EventFields } from '../../../schemas/model/event.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';

/** One occurrence of a single event or of a series (RFC 5545 §3.8.5). */
export interface Instance {
  /** From the override if there is one, else from the master. */
  readonly fields: EventFields;
  readonly start: Instant;
  /** Exclusive. */
  readonly end: Instant;
  /** In the viewer's zone; the same in every zone for all-day instances, and for floating ones outside clock gaps. */
  readonly startWall: Wall;
  readonly endWall: Wall;
  readonly allDay: boolean;
  readonly recurring: boolean;
  /**
   * Original start in the series' own time: `20261126T0900`, with seconds only if they are not zero, all-day
   * `20261126`. Undefined for single events.
   */
  readonly recurrenceId?: string;
  readonly overridden: boolean;
  /** The event's own zone: IANA name, `UTC` or a custom TZID; undefined when floating or all-day. */
  readonly timezone?: string;
  /** Zone of the start, and of the end if it differs. */
  readonly zones?: { readonly start: Zone; readonly end?: Zone };
  /** Warnings: zone unknown and read as floating, start in a gap. Trusted text. */
  readonly notes: readonly string[];
}
