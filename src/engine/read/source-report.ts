import type { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Sources } from '../context/source.js';
import type { Unread } from './expand/expand-series.js';

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

/** The accounts whose calendars could not be listed. */
export function failedReports({ failed }: Sources): SourceReport[] {
  return failed.map(({ account, error }) => ({ calendar: '*', account, error, unreadable: [] }));
}

/** If nothing could be read at all, that is the answer. */
export function throwIfNothingWorked(reports: readonly SourceReport[]): void {
  const first = reports.find(({ error }) => error !== undefined)?.error;
  if (first !== undefined && reports.every(({ error }) => error !== undefined)) throw first;
}

/** What is to be said where tasks were asked for: which accounts have none although they might, or that there are none. */
export function missingTasks({ sources, failed }: Sources): readonly string[] {
  const reasons = new Set(sources.flatMap(({ backend }) => backend.withoutTasks ?? []));
  const isSomewhere = sources.some(({ calendar }) => calendar.components.includes('VTODO'));
  return isSomewhere || failed.length > 0 ? [...reasons] : ['No visible calendar holds tasks.', ...reasons];
}

/** What is to be said of the accounts that were asked. */
export function warningsOf({ sources }: Sources): readonly string[] {
  return [...new Set(sources.map(({ backend }) => backend))].flatMap((one) => one.warnings?.() ?? []);
}
