import { eventById } from '../../../compilers/plan/read-plan.js';
import type { SelectingPlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { readmitOccurrence, takenOut } from '../../calendar/edit/readmit-occurrence.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { parseId } from '../sources/event-id.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { editContext, viewOf, type WriteSession } from '../write/write-session.js';
import { resolveTarget, type WriteTarget } from '../write/write-target.js';

type RestorePlan = Extract<WritePlan, { kind: 'restore' }>;

/** How far before and after now to look for deleted occurrences to suggest. */
const NEAR = 90 * DAY;
const NAMED = 5;

/**
 * Puts a deleted occurrence back into its series, which still exists. Undefined if the id names no deleted
 * occurrence of it.
 */
export async function draftReadmit(
  plan: RestorePlan,
  run: WriteSession,
  series: WriteTarget,
): Promise<ChangeDraft | undefined> {
  const { recurrenceId } = parseId(plan.id);
  if (recurrenceId === undefined) return undefined;
  const { source, object, row } = series;
  const { uid } = row;
  const ics = readmitOccurrence(object.ics, recurrenceId, editContext(plan, run, source, uid));
  if (ics === undefined) return undefined;
  if (plan.calendar !== undefined) throw staysInSeries();
  validateObject(ics, object.ics);
  const view = await viewOf(run, source, { ...object, ics, etag: '' }, uid);
  const back = view.named(recurrenceId);
  if (back === undefined) return undefined;
  const { notify } = plan;
  return {
    steps: [{ kind: 'replace', source, object, uid, ics, silent: !notify }],
    expected: { source, uid, row: back, named: recurrenceId },
    target: { ...series, scope: 'this', recurrenceId },
    times: {
      rows: () => [back],
      replaced: [row.seriesId ?? row.id],
      own: [view],
      mayConflict: plan.allowConflicts,
    },
    mailed: [{ from: source.backend, before: { row, ics: object.ics }, after: { row: back, ics }, notify }],
    report: {},
  };
}

/** Ids of deleted occurrences that could be put back into a series. */
export function readmissible(
  plan: RestorePlan,
  run: WriteSession,
  { source, object, row }: WriteTarget,
): readonly string[] {
  if (row.hidden !== undefined) return [];
  const now = run.engine.clock.now();
  const range = { from: now - NEAR, to: now + NEAR };
  const ids = takenOut(object.ics, range, editContext(plan, run, source, row.uid));
  return ids.slice(-NAMED).map((id) => `${row.seriesId ?? row.id}/${id}`);
}

/** The series that the id names, directly or by an occurrence; undefined if there is none. */
export async function seriesToRestoreIn(
  plan: RestorePlan,
  run: WriteSession,
): Promise<WriteTarget | undefined> {
  const { base: id } = parseId(plan.id);
  const select = eventById(id, plan.timezone);
  const { calendar: _, ...options } = plan;
  const asked: SelectingPlan = { ...options, kind: 'update', changes: {}, id, select };
  try {
    const target = await resolveTarget(asked, run);
    return target.row.recurring ? target : undefined;
  } catch (error) {
    if (error instanceof CalendarError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function staysInSeries(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'An occurrence comes back in the calendar of its series.', {
    path: '/mutation/calendar',
    suggestion: 'Leave out calendar.',
  });
}
