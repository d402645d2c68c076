import type { Instant } from '../schemas/model/time.js';
import type { ZoneLookup } from './time/zone.js';

/** Everything a compiler may know besides its input: the clock is read once, by the caller. */
export interface CompileContext {
  readonly now: Instant;
  /** Zone of calls that name none (IANA name). */
  readonly timezone: string;
  readonly zones: ZoneLookup;
  /** First day of the week, Monday 1 … Sunday 7. */
  readonly weekStart: number;
}
