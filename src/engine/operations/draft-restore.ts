import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Source } from '../context/source.js';
import { accountOfLost, type TrashEntry, trashEntry } from '../journal/trash.js';
import { parseId } from '../sources/event-id.js';
import { oneSource } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { wholeSeries } from '../write/series-report.js';
import { viewOf, type WriteSession } from '../write/write-session.js';
import { writableAt } from '../write/write-target.js';
import { draftReadmit, readmissible, seriesToRestoreIn } from './draft-readmit.js';

const OCCURRENCE =
  'What was deleted with scope "following" comes back with undo and the undoToken of that delete (without one, undo ' +
  'means the last write). Whole events are listed with filters {"deleted":true}.';

type RestorePlan = Extract<WritePlan, { kind: 'restore' }>;

/** Restores a deleted event unchanged to its former or a named calendar, or an occurrence to its series. */
export async function draftRestore(plan: RestorePlan, run: WriteSession): Promise<ChangeDraft> {
  const entry = await trashEntry(run.engine.state, parseId(plan.id).base);
  if (entry === undefined || !isVisible(entry, run)) {
    const series = await seriesToRestoreIn(plan, run);
    const draft = series && (await draftReadmit(plan, run, series));
    if (draft !== undefined) return draft;
    throw notInTrash(plan, series === undefined ? [] : readmissible(plan, run, series));
  }
  const place = plan.calendar === undefined ? '/mutation/id' : '/mutation/calendar';
  const source = writableAt(place, () => destinationOf(entry, plan, run));
  const { uid, ics, calendar: restored } = entry;
  const { notify } = plan;
  const row = (await viewOf(run, source, entry, uid)).row();
  return {
    steps: [{ kind: 'create', source, uid, ics, restored, silent: !notify }],
    expected: { source, uid, row },
    // A server that sends mail invites everyone again, unless `notify` is false.
    mailed: [{ from: source.backend, after: { row, ics }, notify }],
    report: wholeSeries(row),
  };
}

/** False for calendars that the configuration hides; true for those that were deleted. */
function isVisible(entry: TrashEntry, { found, engine }: WriteSession): boolean {
  return (
    found.sources.some(({ calendar }) => calendar.id === entry.calendar.id) ||
    accountOfLost(entry, found, engine) !== undefined
  );
}

function destinationOf(
  entry: TrashEntry,
  { id, calendar: name }: RestorePlan,
  { found }: WriteSession,
): Source {
  if (name !== undefined) return oneSource(found, name);
  const source = found.sources.find(({ calendar }) => calendar.id === entry.calendar.id);
  if (source !== undefined) return source;
  const other = found.sources.find(({ calendar }) => calendar.writable)?.calendar.name;
  throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar of this event no longer exists.', {
    path: '/mutation/id',
    suggestion:
      'If the calendar was deleted here, undo with the undoToken of that deletion brings it back with all its events. ' +
      'Or name another calendar to restore this event into.',
    ...(other === undefined ? {} : { example: { mutation: { operation: 'restore', id, calendar: other } } }),
  });
}

function notInTrash({ id }: RestorePlan, occurrences: readonly string[]): CalendarError {
  const [first] = occurrences;
  const isOccurrence = parseId(id).recurrenceId !== undefined;
  const message = isOccurrence
    ? 'No deleted event or occurrence has this id.'
    : first === undefined
      ? 'No deleted event has this id.'
      : 'This series is not deleted; some of its occurrences are.';
  if (first !== undefined)
    return new CalendarError('NOT_FOUND', message, {
      path: '/mutation/id',
      didYouMean: [...occurrences],
      suggestion: 'Restore the occurrence that is meant by its id.',
      example: { mutation: { operation: 'restore', id: first } },
    });
  return new CalendarError('NOT_FOUND', message, {
    path: '/mutation/id',
    suggestion: isOccurrence ? OCCURRENCE : 'List what can be restored with filters {"deleted":true}.',
    example: isOccurrence
      ? { mutation: { operation: 'undo', dryRun: true } }
      : { query: { type: 'events', filters: { deleted: true } } },
  });
}
