import type { Instant } from '../../schemas/model/time.js';

export interface BusyTime {
  readonly from: Instant;
  readonly to: Instant;
  readonly kind: 'busy' | 'tentative' | 'away';
}

/** One person's busy times. Unknown never counts as free. */
export type FreeBusyAnswer =
  | { readonly kind: 'known'; readonly address: string; readonly busy: readonly BusyTime[] }
  /** `reason` is trusted text. */
  | { readonly kind: 'unknown'; readonly address: string; readonly reason: string };
