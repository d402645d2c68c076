import type { Instant, Wall } from '../../schemas/model/time.js';

/** A time as a person gave it: a day (number of days since 1970-01-01), or a moment and its wall time in `zone`. */
export type EventTime =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'time'; readonly instant: Instant; readonly wall: Wall; readonly zone: string };
