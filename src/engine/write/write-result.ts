import { isDeepStrictEqual } from 'node:util';
import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { projectFull, projectRow, type Row } from '../../rows/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Success } from '../context/service.js';
import type { Sources } from '../context/source.js';
import { printSources } from '../read/read-meta.js';
import type { SourceReport } from '../read/source-report.js';
import { ambiguousNames } from '../sources/sources.js';
import type { SeriesReport } from './series-report.js';

/** What every write answers with. */
export interface WriteReport {
  /** What was named, as it is now; of a deletion, what went. */
  readonly row?: Occurrence | undefined;
  /** Its id is not told. */
  readonly isNameless?: boolean;
  /** What was named, as it was, where the write changes something that is there before and after. */
  readonly before?: Occurrence;
  /** What became of the rest of a series. */
  readonly series?: SeriesReport | undefined;
  readonly undoToken?: string | undefined;
  /** People who are really mailed. */
  readonly notified?: readonly string[];
  readonly conflicts?: readonly Occurrence[];
  /** Calendars that could not be read, where there may be more conflicts. */
  readonly unread?: readonly SourceReport[];
  /** Fields that the store changed on its own. */
  readonly serverChanged?: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly notes?: readonly string[];
}

export interface ViewContext {
  readonly viewer: Zone;
  readonly found: Sources;
}

/** Set by the store, or shown by other fields. */
const NOT_COMPARED = new Set([
  'id',
  'seriesId',
  'originalStart',
  'day',
  'etag',
  'created',
  'createdBy',
  'updated',
  'external',
  'recurring',
]);

/** The answer of a write that took effect. */
export function answerOf(plan: WritePlan, report: WriteReport, view: ViewContext): Success {
  const { viewer } = view;
  const context = { viewer, ambiguousNames: ambiguousNames(view.found) };
  const { row, before, series, undoToken, notified, conflicts, serverChanged } = report;
  const fields = 'fields' in plan ? plan.fields : undefined;
  return {
    success: true,
    data: {
      outcome: 'applied',
      ...(row && named(row.id, truncateTexts(projectRow(row, fields, context)), report.isNameless)),
      ...(row &&
        before && { changed: changedFields(projectFull(before, context), projectFull(row, context)) }),
      ...(series && { series }),
      ...(notified?.length && { notified }),
      ...(conflicts?.length && {
        conflicts: conflicts.map((one) => truncateTexts(projectRow(one, undefined, context))),
      }),
      ...(serverChanged?.length && { serverChanged }),
      ...report.extra,
      ...(undoToken !== undefined && { undoToken }),
    },
    meta: writeMeta(plan, report, view),
  };
}

function named(id: string, event: Row, isNameless = false): Record<string, unknown> {
  if (!isNameless) return { id, event };
  const { id: _, ...nameless } = event;
  return { event: nameless };
}

/** Each changed field as it was and as it is now; null if it is unset. */
function changedFields(before: Row, after: Row): Record<string, readonly unknown[]> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isOther = (name: string) => !isDeepStrictEqual(before[name], after[name]);
  // What is excluded goes with the start.
  const goesAlong = isOther('start') && ruleIn(before) === ruleIn(after) ? 'recurrence' : undefined;
  const changed = names.filter((name) => !NOT_COMPARED.has(name) && name !== goesAlong && isOther(name));
  const [was, is] = [truncateTexts(before), truncateTexts(after)];
  return Object.fromEntries(changed.map((name) => [name, [was[name] ?? null, is[name] ?? null]]));
}

function ruleIn({ recurrence }: Row): unknown {
  return isRecord(recurrence) ? recurrence.rrule : undefined;
}

function writeMeta(
  plan: WritePlan,
  { notes: said = [], unread = [] }: WriteReport,
  { viewer }: ViewContext,
): Record<string, unknown> {
  const notes = [...new Set([...plan.notes, ...said])];
  const sources = unread.length === 0 ? {} : { sources: printSources(unread, viewer) };
  return { timezone: plan.timezone, ...sources, ...(notes.length === 0 ? {} : { notes }) };
}
