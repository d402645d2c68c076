import type { Instant } from '../../../schemas/model/time.js';
import type { KeyedQueue } from '../../concurrency/keyed-queue.js';
import type { Backend } from '../../ports/backend.js';
import type { RateLimits } from '../../ports/replicas/rate-limits.js';
import type { AccountHealth } from './account-health.js';
import type { ServiceDependencies } from './dependencies.js';
import type { Exposure } from './exposure.js';
import type { Locator } from './locator.js';
import type { Makings } from './makings.js';
import type { ProvenanceStore } from './provenance-store.js';

/** The dependencies plus the state kept between calls. */
export interface Engine extends ServiceDependencies {
  readonly provenance: ProvenanceStore;
  readonly locator: Locator;
  readonly accountHealth: AccountHealth;
  readonly exposure: Exposure;
  readonly makings: Makings;
  readonly limits: RateLimits;
  /** The system clock, which dates copies; `clock` may be set to another time. */
  readonly systemNow: () => Instant;
  /** Serializes calls that name calendars or share an idempotency key, so each sees the previous result. */
  readonly writing: KeyedQueue;
}

/** The same engine with other backends: under a call's deadline, its audit log or a health check. */
export function withBackends(engine: Engine, backends: readonly Backend[]): Engine {
  return { ...engine, backends };
}
