import type { Instant } from '../../schemas/model/time.js';

/** The only source of "now" and of the default zone. */
export interface Clock {
  now(): Instant;
  /** IANA name. */
  timeZone(): string;
}
