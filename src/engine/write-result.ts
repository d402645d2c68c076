import { isDeepStrictEqual } from 'node:util';
import type { WritePlan } from '../../compilers/plan/write-plan.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Occurrence } from '../../schemas/event.js';
import type { SourceReport } from './collect.js';
import { project, projectFull, type Row } from './project.js';
import { printSources } from './read-meta.js';
import type { Success } from './service.js';
import { shorten } from './shorten.js';
import { ambiguousNames, type Sources } from './sources.js';

/** What every write answers with, whatever it did. */
export interface WriteReport {
  readonly row?: Occurrence | undefined;
  readonly undoToken?: string | undefined;
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
  /** One of many answers: an event is shown as in a list. */
  readonly inBatch: boolean;
}

const projection = ({ viewer, found }: ViewContext) => ({ viewer, ambiguousNames: ambiguousNames(found) });

/** The answer of a write that took effect. */
export function applied(plan: WritePlan, report: WriteReport, view: ViewContext): Success {
  const context = projection(view);
  const { row } = report;
  const event = row && (view.inBatch ? project(row, undefined, context) : projectFull(row, context));
  return {
    success: true,
    data: {
      outcome: 'applied',
      ...(row === undefined || event === undefined
        ? {}
        : { id: row.id, etag: row.etag, event: shorten(event) }),
      ...(report.undoToken === undefined ? {} : { undoToken: report.undoToken }),
      ...(report.conflicts?.length
        ? { conflicts: report.conflicts.map((one) => shorten(project(one, undefined, context))) }
        : {}),
      ...(report.serverChanged?.length ? { serverChanged: report.serverChanged } : {}),
      ...report.extra,
    },
    meta: writeMeta(plan, report, view),
  };
}

/** What a write would do to the rows around it, and to the event or occurrence itself. */
export interface Preview {
  readonly before: readonly Occurrence[];
  readonly after: readonly Occurrence[];
  readonly subject?: { readonly before: Occurrence; readonly after: Occurrence | undefined };
}

/** The answer of a dry run: what would change, field by field and occurrence by occurrence. Nothing was written. */
export function previewed(
  plan: WritePlan,
  { before, after, subject }: Preview,
  report: WriteReport,
  view: ViewContext,
): Success {
  const context = projection(view);
  const print = (rows: readonly Occurrence[]): Row[] =>
    rows.map((row) => shorten(project(row, undefined, context)));
  return {
    success: true,
    data: {
      outcome: 'not_applied',
      dryRun: true,
      ...(subject?.after === undefined
        ? {}
        : {
            changes: changedFields(projectFull(subject.before, context), projectFull(subject.after, context)),
          }),
      before: print(before),
      after: print(after),
      ...(report.conflicts?.length ? { conflicts: print(report.conflicts) } : {}),
      ...report.extra,
    },
    meta: writeMeta(plan, report, view),
  };
}

function changedFields(before: Row, after: Row): Record<string, Row> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('etag');
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(
    changed.map((name) => [name, shorten({ before: before[name] ?? null, after: after[name] ?? null })]),
  );
}

function writeMeta(
  plan: WritePlan,
  { notes: said = [], unread = [] }: WriteReport,
  { viewer }: ViewContext,
): Record<string, unknown> {
  const notes = [...plan.notes, ...said];
  const sources = unread.length === 0 ? {} : { sources: printSources(unread, viewer) };
  return { timezone: plan.timezone, ...sources, ...(notes.length === 0 ? {} : { notes }) };
}
