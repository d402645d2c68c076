import type { Instant } from '../../../schemas/time.js';
import type { MirrorStore } from '../../ports/mirror-store.js';
import type { SyncSource } from '../../ports/sync-source.js';
import type { Indexer } from './index-object.js';

/** What every synchronisation works with. */
export interface SyncContext {
  readonly source: SyncSource;
  readonly store: MirrorStore;
  readonly indexer: Indexer;
  readonly now: () => Instant;
  readonly signal: AbortSignal;
}
