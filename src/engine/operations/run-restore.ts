import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Success } from '../context/service.js';
import type { Source } from '../context/source.js';
import { atPlace } from '../errors/locate-error.js';
import { accountOfLost, dropFromTrash, type TrashEntry, trashEntry } from '../journal/trash.js';
import { parseId } from '../sources/event-id.js';
import { oneSource } from '../sources/sources.js';
import { finishWrite } from '../write/finish-write.js';
import { toldOf } from '../write/notified-people.js';
import { storedObject } from '../write/replay-create.js';
import { changedByServer } from '../write/server-changes.js';
import { viewOf, type WriteRun } from '../write/write-session.js';
import { assertWritable } from '../write/write-target.js';

const OCCURRENCE =
  'An occurrence taken out of a series comes back with undo and the undoToken of that delete (without one, undo takes ' +
  'back the last write). Whole events are listed with filters {"deleted":true}.';

type RestorePlan = Extract<WritePlan, { kind: 'restore' }>;

/** Brings a deleted event back: the exact object, in the calendar it was in or in the named one. */
export async function runRestore(plan: RestorePlan, run: WriteRun): Promise<Success> {
  const { state } = run.engine;
  const entry = await trashEntry(state, parseId(plan.id).base);
  if (entry === undefined || !isVisible(entry, run)) throw notInTrash(plan);
  const place = plan.calendar === undefined ? '/mutation/id' : '/mutation/calendar';
  const source = atPlace(place, () => destinationOf(entry, plan, run));
  atPlace(place, () => assertWritable(source));
  const meant = (await viewOf(run, source, entry, entry.uid)).row();
  // A server that sends mail invites everybody again.
  const told = await toldOf(source.backend, [{ after: { row: meant, ics: entry.ics } }], run.signal);
  // A stage does not know what is there until it looks.
  if (run.rehearsal && (await storedObject(source, entry.uid, run)) !== undefined) throw thereAlready();
  const receipt = await run.transaction.restore(source, entry.uid, entry.ics, entry.calendar);
  await dropFromTrash(state, entry.id);
  const stored = (await viewOf(run, source, receipt, entry.uid)).row();
  return finishWrite(plan, run, {
    row: stored,
    serverChanged: changedByServer(meant, stored, receipt),
    ...told,
  });
}

function thereAlready(): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    suggestion: 'Read the event that is there and update it instead.',
  });
}

/** Nothing of a calendar that the operator hides; of one that is gone, yes. */
function isVisible(entry: TrashEntry, { found, engine }: WriteRun): boolean {
  return (
    found.sources.some(({ calendar }) => calendar.id === entry.calendar.id) ||
    accountOfLost(entry, found, engine) !== undefined
  );
}

function destinationOf(entry: TrashEntry, { id, calendar: name }: RestorePlan, { found }: WriteRun): Source {
  if (name !== undefined) return oneSource(found, name);
  const source = found.sources.find(({ calendar }) => calendar.id === entry.calendar.id);
  if (source !== undefined) return source;
  const other = found.sources.find(({ calendar }) => calendar.writable)?.calendar.name;
  throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar this event was in is no longer there.', {
    path: '/mutation/id',
    suggestion:
      'If the calendar was deleted here, undo with the undoToken of that brings it back with all its events. ' +
      'Or name another calendar to restore this event into.',
    ...(other === undefined ? {} : { example: { mutation: { operation: 'restore', id, calendar: other } } }),
  });
}

function notInTrash({ id }: RestorePlan): CalendarError {
  const occurrence = parseId(id).recurrenceId !== undefined;
  return new CalendarError('NOT_FOUND', 'No deleted event has this id.', {
    path: '/mutation/id',
    suggestion: occurrence ? OCCURRENCE : 'List what can be restored with filters {"deleted":true}.',
    example: occurrence
      ? { mutation: { operation: 'undo', dryRun: true } }
      : { query: { type: 'events', filters: { deleted: true } } },
  });
}
