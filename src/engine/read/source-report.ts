import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { holding } from '../sources/sources.js';
import type { Unread } from './expand/expand-series.js';

/** The result of reading one calendar, and what could not be read. */
export interface SourceReport {
  readonly calendar: string;
  readonly account: string;
  readonly error?: CalendarError;
  /** Set if it could not be reached and its data is from an earlier time. */
  readonly stale?: NonNullable<CalendarInfo['stale']>;
  /** When its copy was last compared; undefined if the calendar itself was read. */
  readonly asOf?: Instant;
  /** Set while it is being copied: what may be missing; trusted text. */
  readonly lacking?: string;
  readonly unreadable: readonly Unread[];
}

export function failedReports({ failed }: Sources): SourceReport[] {
  return failed.map(({ account, error }) => ({ calendar: '*', account, error, unreadable: [] }));
}

/** Merges the reports of two reads; keeps the more serious one for each calendar. */
export function mergedReports(
  reports: readonly SourceReport[],
  others: readonly SourceReport[],
): readonly SourceReport[] {
  const merged = new Map<string, SourceReport>();
  for (const report of [...reports, ...others]) {
    const key = JSON.stringify([report.account, report.calendar]);
    const before = merged.get(key);
    if (before === undefined || weightOf(report) > weightOf(before)) merged.set(key, report);
  }
  return [...merged.values()];
}

/** How serious a report is; 0 if all is well. */
export function weightOf({ error, stale, lacking, unreadable }: SourceReport): number {
  if (error !== undefined) return 3;
  return stale !== undefined || lacking !== undefined ? 2 : unreadable.length > 0 ? 1 : 0;
}

export function throwIfNothingWorked(reports: readonly SourceReport[]): void {
  const first = reports.find(({ error }) => error !== undefined)?.error;
  if (first !== undefined && reports.every(({ error }) => error !== undefined)) throw first;
}

/** Notes on the accounts: remarks on their setup, once per process, and why there are no tasks. */
export function sourceNotes(
  found: Sources,
  { type }: Pick<ReadPlan, 'type'>,
  { settings: { tasks = true }, accountHealth }: Pick<Engine, 'settings' | 'accountHealth'>,
): readonly string[] {
  const { sources, failed } = found;
  const backends = [...new Set(sources.map(({ backend }) => backend))];
  const warnings = accountHealth.newWarnings(backends.flatMap((one) => one.warnings?.() ?? []));
  if (type !== 'tasks') return warnings;
  if (!tasks) return [...warnings, TURNED_OFF];
  const reasons = new Set(backends.flatMap(({ withoutTasks }) => withoutTasks ?? []));
  const isSomewhere = holding(found, 'VTODO').sources.length > 0;
  return [...warnings, ...(isSomewhere || failed.length > 0 ? [] : [NOWHERE]), ...reasons];
}

const TURNED_OFF = 'Tasks are turned off by the setting tasks.';
const NOWHERE = 'No visible calendar holds tasks.';
