import type { Instant } from '../schemas/model/time.js';
import type { ZoneLookup } from './time/zone.js';

/** A compiler's context besides its input; the caller reads the clock once. */
export interface CompileContext {
  readonly now: Instant;
  /** Default zone (IANA name). */
  readonly timezone: string;
  readonly zones: ZoneLookup;
  /** First day of the week, Monday 1 … Sunday 7. */
  readonly weekStart: number;
}
