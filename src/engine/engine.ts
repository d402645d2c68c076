import type { ServiceDependencies } from './dependencies.js';
import type { Ledger } from './ledger.js';
import type { Locator } from './locator.js';

/** The dependencies plus what the engine remembers between calls. */
export interface Engine extends ServiceDependencies {
  readonly ledger: Ledger;
  readonly locator: Locator;
}
