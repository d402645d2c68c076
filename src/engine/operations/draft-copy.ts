import { eventById } from '../../../compilers/plan/read-plan.js';
import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { noteText } from '../../../schemas/model/notes.js';
import { thingOf } from '../../../schemas/model/thing.js';
import { copyEvent } from '../../calendar/edit/copy-event.js';
import { onItsDay } from '../../calendar/edit/event/on-its-day.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { madeEvent, originOf } from '../context/origins.js';
import type { Source } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { locateError } from '../errors/locate-error.js';
import { canonical } from '../policy/canonical.js';
import { collect } from '../read/collect.js';
import { eventId } from '../sources/event-id.js';
import { oneSource } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { rowsToCheck } from '../write/check-conflicts.js';
import { uidFrom } from '../write/repeated/uid-from.js';
import { wholeSeries } from '../write/series-report.js';
import { editContext, viewOf, type WriteSession } from '../write/write-session.js';
import { notShownInFull, type WriteTarget, writableAt } from '../write/write-target.js';
import { withParent } from './tasks/parent-task.js';
import { refuseMisplaced } from './tasks/refuse-misplaced.js';

type CopyPlan = Extract<WritePlan, { kind: 'copy' }>;

const WITHOUT_PEOPLE = noteText('copy_alone');

/** Stores a copy of an event, with the changes applied. */
export async function draftCopy(
  plan: CopyPlan,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  const { source, object, row, place } = target;
  // A copy would reveal hidden fields.
  if (row.hidden !== undefined) throw notShownInFull(thingOf(row), 'copied', 'copy');
  const to = writableAt('/mutation/changes/calendar', () =>
    plan.calendar === undefined ? source : oneSource(run.found, plan.calendar),
  );
  const zone =
    plan.changes.timezone === undefined ? run.viewer : zoneOrThrow(run.engine, plan.changes.timezone);
  refuseMisplaced(plan, row);
  const meant = onItsDay(plan.changes, row, zone);
  const { notes } = meant;
  // The copy has no sub-tasks yet, so it can have any parent.
  const changes = await withParent(meant.changes, '', plan, { to, run });
  // The same UID for the same copy of the same version, so that a repeated call makes no second one.
  const asked = canonical([changes, plan.idempotencyKey]);
  const uid = uidFrom(
    `copy\n${to.calendar.id}\n${object.href}\n${object.etag}\n${row.recurrenceId ?? ''}\n${asked}`,
  );
  const there = await thereAlready(plan, to, uid, run);
  if (there !== undefined)
    return { steps: [], report: { row: there, ...wholeSeries(there), extra: { replayed: true } } };
  const scope = row.recurring && (plan.scope !== 'all' || plan.isScopeFound === true) ? 'this' : 'all';
  const context = editContext(plan, run, to, uid);
  const copy = locateError(
    '/mutation/changes',
    () => copyEvent(object.ics, changes, { ...place, scope }, context),
    row.id,
  );
  validateObject(copy.ics);
  const asker = row.createdBy === 'assistant' ? originOf(run.call.caller) : undefined;
  const made = madeEvent(
    { uid, id: eventId(to.calendar.id, uid) },
    asker && { ...asker, created: context.now },
  );
  const proposed = await viewOf(run, to, { href: '', etag: '', ics: copy.ics, made }, uid);
  const shown = proposed.row();
  const { notify, allowConflicts } = plan;
  const isUninvited = copy.hadPeople && plan.changes.attendees === undefined;
  return {
    steps: [{ kind: 'create', source: to, uid, ics: copy.ics, silent: !notify, made }],
    expected: { source: to, uid, row: shown },
    times:
      row.task === undefined
        ? {
            rows: () => (shown ? rowsToCheck(proposed, shown.start) : []),
            replaced: [],
            own: [proposed],
            mayConflict: allowConflicts,
          }
        : undefined,
    mailed: [{ from: to.backend, after: { row: shown, ics: copy.ics }, notify }],
    report: {
      ...wholeSeries(shown),
      notes: [...notes, ...copy.notes, ...(isUninvited ? [WITHOUT_PEOPLE] : [])],
    },
  };
}

/** The copy, if an earlier call made it. */
async function thereAlready(plan: CopyPlan, { calendar }: Source, uid: string, run: WriteSession) {
  const select = { ...eventById(eventId(calendar.id, uid), plan.timezone), others: 'times' as const };
  const { rows } = await collect(select, run.engine, { call: run.call, listed: run.found });
  return rows.find((row) => row.calendar.id === calendar.id);
}
