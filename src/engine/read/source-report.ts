import type { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Unread } from './expand-series.js';

/** What one calendar contributed, and what of it could not be read. */
export interface SourceReport {
  readonly calendar: string;
  readonly account: string;
  readonly error?: CalendarError;
  /** It could not be reached: this is what it held then. */
  readonly stale?: NonNullable<CalendarInfo['stale']>;
  /** When the copy it was read from was last compared; undefined where it was asked itself. */
  readonly asOf?: Instant;
  /** It is being copied, and until then these may be missing: trusted text. */
  readonly lacking?: string;
  readonly unreadable: readonly Unread[];
}
