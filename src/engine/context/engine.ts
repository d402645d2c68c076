import type { Instant } from '../../../schemas/model/time.js';
import type { KeyedQueue } from '../../concurrency/keyed-queue.js';
import type { AccountHealth } from './account-health.js';
import type { AuditTrail } from './audit-trail.js';
import type { ServiceDependencies } from './dependencies.js';
import type { Exposure } from './exposure.js';
import type { Locator } from './locator.js';
import type { Makings } from './makings.js';
import type { ProvenanceStore } from './provenance-store.js';
import type { RateLimits } from './rate-limits.js';

/** The dependencies plus what the engine remembers between calls. */
export interface Engine extends ServiceDependencies {
  readonly provenance: ProvenanceStore;
  /** Of the call that is running. */
  readonly trail: AuditTrail;
  readonly locator: Locator;
  readonly accountHealth: AccountHealth;
  readonly exposure: Exposure;
  readonly makings: Makings;
  readonly limits: RateLimits;
  /** The system's own time, by which copies are dated; the calendar's may be set to another. */
  readonly systemNow: () => Instant;
  /**
   * For calls that give calendars names, of which each has to see what the one before it made, and for calls with one
   * idempotency key, of which a repeated one has to see what became of the first.
   */
  readonly writing: KeyedQueue;
  /** Of the call that is running: aborted when nothing more may be asked or worked out, only answered. */
  readonly asking?: AbortSignal;
}
