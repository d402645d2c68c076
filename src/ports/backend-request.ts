import type { Instant } from '../../schemas/model/time.js';
import type { Progress } from './progress.js';

/** The call's context for a backend. */
export interface BackendRequest {
  readonly signal: AbortSignal;
  /** `own`: only `signal` ends it, for example a clean-up after the call. Default: also the call's deadline. */
  readonly deadline?: 'own';
  /** Receives the progress of slow work. */
  readonly progress?: Progress | undefined;
  /** By the system's clock: data compared since then is fresh for this call. Default: none is. */
  readonly startedAt?: Instant | undefined;
  /** Accepts data seen with the listing at `startedAt`, just before. */
  readonly listed?: true;
  /**
   * Set if the answer decides a write: compares the known state with its source since `startedAt`. `must`: fails if
   * that is not possible; `should`: falls back to the known state, dated (`stale`).
   */
  readonly compare?: 'must' | 'should' | undefined;
  /** The user wants the newest state: retries an account that is paused after a refusal. */
  readonly refresh?: boolean | undefined;
}

/** The parts of a request for slow work: when to stop, and the progress. */
export type SlowRequest = Pick<BackendRequest, 'signal' | 'progress'>;
