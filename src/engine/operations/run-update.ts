import type { EditScope, WritePlan } from '../../../compilers/plan/write-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { editObject } from '../../calendar/edit/edit-object.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { breatheFor } from '../../concurrency/breathe.js';
import type { Success } from '../context/service.js';
import { atPlace, located } from '../errors/locate-error.js';
import { eventId } from '../sources/event-id.js';
import { oneSource } from '../sources/sources.js';
import { finishWrite } from '../write/finish-write.js';
import { toldOnTheWay } from '../write/notified-people.js';
import type { EventView } from '../write/object-rows.js';
import { onFreshObject } from '../write/on-fresh-object.js';
import { keptIn, lastDayOf, type SeriesReport } from '../write/series-report.js';
import { changedByServer } from '../write/server-changes.js';
import { uidFrom } from '../write/uid-from.js';
import { editContext, viewOf, type WriteRun } from '../write/write-session.js';
import { assertWritable, type WriteTarget } from '../write/write-target.js';
import { conflictsOf } from './run-create.js';
import { movesAsWhole } from './run-move.js';

type UpdatePlan = Extract<WritePlan, { kind: 'update' }>;

/** Occurrences of a changed series that are looked at for conflicts. */
const CHECKED_ROWS = 50;
const TIMES = ['start', 'end', 'durationMinutes', 'recurrence', 'allDay', 'timezone'];

/** Changes the named properties of an event, an occurrence, or a series from an occurrence on. */
export function runUpdate(plan: UpdatePlan, run: WriteRun): Promise<Success> {
  return onFreshObject(plan, run, (asked, target) => update(asked, target, run));
}

async function update(plan: UpdatePlan, target: WriteTarget, run: WriteRun): Promise<Success> {
  const { engine, transaction } = run;
  const { source, object, row, scope, place } = target;
  const destination = atPlace('/mutation/changes/calendar', () => {
    const named = plan.calendar === undefined ? source : oneSource(run.found, plan.calendar);
    assertWritable(named);
    return named;
  });
  if (destination !== source && scope === 'this') throw movesAsWhole('/mutation/changes/calendar');
  const context = { ...editContext(plan, run, source, row.uid), newUid: () => uidOfSplit(target) };
  const where = { ...place, apart: destination !== source };
  // Each step takes long where a series has thousands of changed occurrences.
  const breathe = breatheFor(run.signal);
  const edit = located(
    '/mutation/changes',
    () => editObject(object.ics, plan.changes, where, context),
    row.id,
  );
  const pieces = [
    ...(edit.ics === undefined ? [] : [{ uid: row.uid, ics: edit.ics }]),
    ...(edit.split === undefined ? [] : [edit.split]),
  ];
  const after: EventView[] = [];
  for (const { uid, ics } of pieces) {
    await breathe();
    validateObject(ics, object.ics);
    await breathe();
    after.push(await viewOf(run, destination, { href: object.href, etag: '', ics }, uid));
  }
  await breathe();
  // Of a split, the new part is the one that was changed.
  const changed = after.at(-1);
  const rowIn = (view: EventView | undefined) => view?.row(view.series.recurring ? edit.named : undefined);
  const meant = rowIn(changed);
  const isGone = edit.named !== undefined && changed?.series.recurring && !changed.named(edit.named);
  const timesChange = TIMES.some((name) => name in plan.changes);
  const { conflicts, notes, unread } = timesChange
    ? await conflictsOf(plan, changedRows(changed, row, meant, scope), run, [row.seriesId ?? row.id])
    : { conflicts: [], notes: [], unread: [] };
  const { notify } = plan;
  const change = {
    before: { row, ics: object.ics },
    after: { row: meant, ics: pieces.at(-1)?.ics ?? '' },
    notify,
  };
  const told = await toldOnTheWay(source.backend, destination.backend, change, run.signal);
  if (!notify && edit.split !== undefined && told.notified.length > 0) throw cannotSplitSilently();
  const seriesId = edit.split && eventId(destination.calendar.id, edit.split.uid);
  const series: SeriesReport | undefined = row.recurring
    ? {
        scope,
        ...(seriesId !== undefined && { endsOn: lastDayOf(after[0]), newId: seriesId }),
        ...(changed && scope !== 'this' && keptIn(changed.series, plan.changes, meant?.recurrenceId)),
      }
    : undefined;
  const silent = !notify;
  const split = edit.split && (await transaction.create(source, edit.split.uid, edit.split.ics, silent));
  if (edit.split !== undefined && (await engine.ledger.uids()).has(row.uid))
    await engine.ledger.add(edit.split.uid);
  const replaced =
    edit.ics === undefined ? undefined : await transaction.replace(source, object, edit.ics, row.uid, silent);
  if (replaced === undefined) await transaction.delete(source, object, row.uid);
  const report = {
    conflicts,
    unread,
    series,
    // Where another occurrence is shown instead, nothing was moved.
    before: isGone && meant ? { ...row, start: meant.start, end: meant.end } : row,
    notified: told.notified,
    notes: [...edit.notes, ...(isGone ? [GONE] : []), ...notes, ...told.notes],
  };
  const written = split ?? replaced;
  const uid = edit.split?.uid ?? row.uid;
  if (written === undefined) return finishWrite(plan, run, report);
  const receipt =
    destination === source ? written : await transaction.move(source, destination, written, uid, silent);
  const stored = rowIn(await viewOf(run, destination, receipt, uid));
  return finishWrite(plan, run, {
    ...report,
    row: stored,
    serverChanged: changedByServer(meant, stored, receipt),
  });
}

const GONE =
  'The occurrence that the id stood for no longer takes place: shown is the next one of the series, or else its last.';

/** What is looked at for conflicts: the one occurrence, or those of the next weeks. */
function changedRows(
  view: EventView | undefined,
  row: Occurrence,
  meant: Occurrence | undefined,
  scope: EditScope,
): readonly Occurrence[] {
  if (scope === 'this' && row.recurring) return meant === undefined ? [] : [meant];
  const first = Math.min(row.start, meant?.start ?? row.start);
  const last = Math.max(row.end, meant?.end ?? row.end) + 35 * DAY;
  return view?.rows({ from: first, to: last }, CHECKED_ROWS) ?? [];
}

/** The same for the same split of the same version, so that a dry run names what the write makes. */
function uidOfSplit({ object, recurrenceId = '' }: WriteTarget): string {
  return uidFrom(`${object.calendarId}\n${object.href}\n${object.etag}\n${recurrenceId}`);
}

/** The later part is a new event to the server: those on it would hear only that the series ends. */
function cannotSplitSilently(): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    'A series with guests cannot be split without inviting them anew.',
    {
      outcome: 'not_applied',
      path: '/mutation/notify',
      suggestion:
        'Ask the user whether the guests may be told; then leave notify out. Or use scope "this" or "all".',
    },
  );
}
