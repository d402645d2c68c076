import type { Instant } from '../../schemas/model/time.js';
import type { Progress } from './progress.js';

/** What a backend knows of the call it works for. */
export interface BackendRequest {
  readonly signal: AbortSignal;
  /** `own`: only `signal` ends it, as for a clean-up after the call. Default: the deadline of the call does, too. */
  readonly deadline?: 'own';
  /** Receives the progress of slow work. */
  readonly progress?: Progress | undefined;
  /** By the system's clock: what was compared since then was compared for this call. Default: nothing was yet. */
  readonly startedAt?: Instant | undefined;
  /** What was seen as the calendars were listed at `startedAt`, a moment ago, is new enough. */
  readonly listed?: true;
  /**
   * A write is decided by the answer, so what is known is compared with its source since `startedAt`. `must`: an error
   * where that cannot be done; `should`: what is known then, dated (`stale`).
   */
  readonly compare?: 'must' | 'should' | undefined;
  /** Somebody wants the newest: an account that is left alone after a refusal is tried again. */
  readonly refresh?: boolean | undefined;
}

/** What slow work is told: when to stop, and whom to tell how far it has come. */
export type SlowRequest = Pick<BackendRequest, 'signal' | 'progress'>;
