import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { MirrorStore } from '../../../ports/mirror-store.js';
import type { MirrorKey } from '../../../ports/mirrored-object.js';
import type { Progress } from '../../../ports/progress.js';
import type { SyncSource } from '../../../ports/sync-source.js';
import type { CopyThrottle } from './copy-throttle.js';
import type { Indexer } from './index-object.js';

export interface SyncContext {
  readonly source: SyncSource;
  readonly store: MirrorStore;
  readonly indexer: Indexer;
  readonly now: () => Instant;
  readonly signal: AbortSignal;
  readonly copyThrottle: CopyThrottle;
  /** Progress of one sync, for all its callers. */
  readonly progress?: Progress;
}

export interface CopiedCalendar {
  readonly calendar: CalendarAddress;
  readonly key: MirrorKey;
}
