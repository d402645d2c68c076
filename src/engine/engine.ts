import type { ServiceDependencies } from './dependencies.js';
import type { Ledger } from './ledger.js';
import type { Locator } from './locator.js';
import type { OneAtATime } from './one-at-a-time.js';
import type { OneAtATimeForKey } from './one-at-a-time-for-key.js';

/** The dependencies plus what the engine remembers between calls. */
export interface Engine extends ServiceDependencies {
  readonly ledger: Ledger;
  readonly locator: Locator;
  /** For calls that give calendars names: each has to see what the one before it made. */
  readonly naming: OneAtATime;
  /** For calls with an idempotency key: a repeated one has to see what became of the first. */
  readonly keyed: OneAtATimeForKey;
}
