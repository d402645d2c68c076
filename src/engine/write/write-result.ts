import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { ConflictRow, SeriesCells, WriteData, WriteExtra } from '../../../schemas/answers/write-data.js';
import type { EventField } from '../../../schemas/input/query.js';
import { counted } from '../../../schemas/model/counted.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { otherStoredFields, projectRow } from '../../rows/project/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { printSources } from '../read/read-meta.js';
import type { SourceReport } from '../read/source-report.js';
import { ambiguousNames } from '../sources/sources.js';
import { changedFields } from './changed-fields.js';

export interface WriteReport {
  /** The named event as it is now; for a deletion, as it was. */
  readonly row?: Occurrence | undefined;
  /** True if its id is left out. */
  readonly isNameless?: boolean;
  /** True if it represents the whole series, or all of it from there on. */
  readonly isSeries?: boolean;
  /** The named event before the write, if it exists before and after. */
  readonly before?: Occurrence;
  /** The effect on the rest of a series. */
  readonly series?: SeriesCells | undefined;
  readonly undoToken?: string | undefined;
  /** People who really get mail. */
  readonly notified?: readonly string[];
  readonly conflicts?: readonly Occurrence[];
  /** Events that reserve time for a task that is done. */
  readonly booked?: readonly Occurrence[];
  /** Ids of the conflicts that the event already had at its former time. */
  readonly hadBefore?: ReadonlySet<string>;
  /** Calendars that could not be read and may have more conflicts. */
  readonly unread?: readonly SourceReport[];
  /** Fields that the store changed by itself. */
  readonly serverChanged?: readonly string[];
  readonly extra?: WriteExtra;
  readonly notes?: readonly string[];
}

export interface ViewContext {
  readonly viewer: Zone;
  readonly found: Sources;
  readonly engine: Pick<Engine, 'exposure'>;
}

/** Fields needed to act on a conflicting event. */
const CONFLICT_FIELDS = ['id', 'title', 'start', 'end', 'calendar'];
const MOST_CONFLICTS = 5;

/** Fields that rows omit, because the answer has them elsewhere or the call did not touch them. */
const SAID_OF_NEW: readonly EventField[] = ['id', 'seriesStart'];
const SAID: readonly EventField[] = [...SAID_OF_NEW, 'attendees'];
const SAID_WITH_RULE: readonly EventField[] = [...SAID, 'recurrence'];

/** The requested state already exists. */
export const UNCHANGED = 'This changes nothing, so nothing was written.';

/** The answer of a write that took effect. */
export function answerOf(plan: WritePlan, report: WriteReport, view: ViewContext): Success<WriteData> {
  const { viewer } = view;
  const isNew = plan.kind === 'create';
  const areSeries = report.isSeries === true;
  const context = { viewer, ambiguousNames: ambiguousNames(view.found), areSeries };
  const { row, before, series, undoToken, notified, conflicts, hadBefore, serverChanged } = report;
  const booked = (report.booked ?? []).slice(0, MOST_CONFLICTS);
  const fields = 'fields' in plan ? plan.fields : undefined;
  const shown = (conflicts ?? []).slice(0, MOST_CONFLICTS);
  view.engine.exposure.saw([row ?? [], before ?? [], shown, booked].flat());
  const changed = row && before && changedFields(before, row, context);
  const unsaid = isNew ? SAID_OF_NEW : changed?.recurrence === undefined ? SAID : SAID_WITH_RULE;
  const event = row && projectRow(row, fields, { ...context, unsaid });
  const stored = isNew && row && event && fields === undefined ? otherStoredFields(row, event, context) : [];
  return {
    success: true,
    data: {
      outcome: 'applied',
      ...(row && !report.isNameless && { id: row.id }),
      ...(event && { event: truncateTexts(event) }),
      ...(stored.length > 0 && { stored }),
      ...(changed && { changed }),
      ...(series && Object.keys(series).length > 0 && { series }),
      ...(notified?.length && { notified }),
      ...(shown.length > 0 && { conflicts: otherEvents(shown, view, hadBefore) }),
      ...(booked.length > 0 && { booked: otherEvents(booked, view) }),
      ...(serverChanged?.length && { serverChanged }),
      ...report.extra,
      ...(undoToken !== undefined && { undoToken }),
      // Each operation sets the members of one variant.
    } as WriteData,
    meta: writeMeta(plan, report, view),
  };
}

/** Other events, as far as the policy shows them; `hadBefore`: ids of those that overlapped before. */
export function otherEvents(
  events: readonly Occurrence[],
  { viewer, found }: Pick<ViewContext, 'viewer' | 'found'>,
  hadBefore?: ReadonlySet<string>,
): readonly ConflictRow[] {
  const context = { viewer, ambiguousNames: ambiguousNames(found) };
  return events.map((one) => ({
    ...truncateTexts(projectRow(one, CONFLICT_FIELDS, context)),
    ...(hadBefore?.has(one.id) && { hadBefore: true }),
  }));
}

/** Names the zone only if times are shown and the call named none. */
function writeMeta(
  plan: WritePlan,
  { notes: said = [], unread = [], conflicts = [], row }: WriteReport,
  { viewer }: ViewContext,
): AnswerMeta {
  const more = conflicts.length - MOST_CONFLICTS;
  const notes = [
    ...new Set([...plan.notes, ...said, ...(more > 0 ? [`And ${counted(more, 'more conflict')}.`] : [])]),
  ];
  return {
    ...((row || plan.kind === 'undo') && reportedZone(plan)),
    ...(unread.length > 0 && { sources: printSources(unread, viewer) }),
    ...(notes.length > 0 && { notes }),
  };
}

/** The zone of the times in an answer, unless the call named it. */
export function reportedZone({ timezone, isZoneAsked }: WritePlan): { readonly timezone?: string } {
  return isZoneAsked ? {} : { timezone };
}
