import type { WritePlan } from '../../compilers/plan/write-plan.js';
import { DAY } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/error.js';
import { editObject } from '../calendar/edit-object.js';
import { validateObject } from '../calendar/validate-object.js';
import { finishWrite } from './finish-write.js';
import { notifiedBy } from './invited-people.js';
import { atPlace, located } from './located.js';
import { conflictsOf } from './run-create.js';
import { movesAsWhole } from './run-move.js';
import type { Success } from './service.js';
import { oneSource } from './sources.js';
import { changedByServer } from './verify.js';
import { previewed } from './write-result.js';
import { editContext, viewOf, type WriteRun } from './write-run.js';
import { assertWritable, resolveTarget } from './write-target.js';

type UpdatePlan = Extract<WritePlan, { kind: 'update' }>;

/** Occurrences of a changed series that are looked at for conflicts. */
const CHECKED_ROWS = 50;
const TIMES = ['start', 'end', 'durationMinutes', 'recurrence', 'allDay', 'timezone'];

/** Changes the named properties of an event, an occurrence, or a series from an occurrence on. */
export async function runUpdate(plan: UpdatePlan, run: WriteRun): Promise<Success> {
  const { engine, transaction } = run;
  const target = await resolveTarget(plan, run);
  const { source, object, row, scope, recurrenceId, place } = target;
  const destination = atPlace('/mutation/changes/calendar', () => {
    const named = plan.calendar === undefined ? source : oneSource(run.found, plan.calendar);
    assertWritable(named);
    return named;
  });
  if (destination !== source && scope === 'this') throw movesAsWhole('/mutation/changes/calendar');
  const edit = located(
    '/mutation/changes',
    () =>
      editObject(
        object.ics,
        plan.changes,
        { ...place, apart: destination !== source },
        editContext(plan, run, source, row.uid),
      ),
    row.id,
  );
  const before = await viewOf(run, source, object, row.uid);
  const pieces = [
    ...(edit.ics === undefined ? [] : [{ uid: row.uid, ics: edit.ics }]),
    ...(edit.split === undefined ? [] : [edit.split]),
  ];
  for (const piece of pieces) validateObject(piece.ics, object.ics);
  const after = await Promise.all(
    pieces.map(({ uid, ics }) => viewOf(run, source, { href: object.href, etag: '', ics }, uid)),
  );
  const named = scope === 'this' ? recurrenceId : undefined;
  // Of a split, the new part is the one that was changed.
  const changed = after.at(-1);
  const meant = changed?.row(named);
  const shown = {
    from: Math.min(row.start, meant?.start ?? row.start),
    to: Math.max(row.end, meant?.end ?? row.end) + 35 * DAY,
  };
  const changedRows =
    named === undefined ? (changed?.rows(shown, CHECKED_ROWS) ?? []) : meant === undefined ? [] : [meant];
  const timesChange = TIMES.some((name) => name in plan.changes);
  const { conflicts, notes, unread } = timesChange
    ? await conflictsOf(plan, changedRows, run, [row.seriesId ?? row.id])
    : { conflicts: [], notes: [], unread: [] };
  // A server tells those it has invited of every change.
  const invited = notifiedBy(source, row, object);
  const added = notifiedBy(source, meant, pieces.at(-1) ?? object);
  const notified = plan.notify ? [...new Set([...invited, ...added])] : invited;
  if (!plan.notify && edit.split !== undefined && invited.length > 0) throw cannotSplitSilently();
  const extra = { ...(row.recurring ? { scope } : {}), ...(notified.length === 0 ? {} : { notified }) };
  const report = { conflicts, unread, extra, notes: [...edit.notes, ...notes] };
  if (plan.dryRun) {
    const rows = after.flatMap((view) => view.rows(shown)).sort((a, b) => a.start - b.start);
    return previewed(
      plan,
      { before: before.rows(shown), after: rows, subject: { before: row, after: meant } },
      report,
      run,
    );
  }
  const silent = !plan.notify;
  const split = edit.split && (await transaction.create(source, edit.split.uid, edit.split.ics, silent));
  if (edit.split !== undefined && (await engine.ledger.uids()).has(row.uid))
    await engine.ledger.add(edit.split.uid);
  const replaced =
    edit.ics === undefined ? undefined : await transaction.replace(source, object, edit.ics, row.uid, silent);
  if (replaced === undefined) await transaction.delete(source, object, row.uid);
  const written = split ?? replaced;
  const uid = edit.split?.uid ?? row.uid;
  if (written === undefined) return finishWrite(plan, run, report);
  const receipt =
    destination === source ? written : await transaction.move(source, destination, written, uid, silent);
  const stored = (await viewOf(run, source, receipt, uid)).row(named);
  const serverChanged = changedByServer(meant, stored, receipt);
  const shownRow =
    destination === source ? stored : (await viewOf(run, destination, receipt, uid)).row(named);
  return finishWrite(plan, run, { ...report, row: shownRow, serverChanged });
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
