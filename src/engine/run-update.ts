import type { WritePlan } from '../../compilers/plan/write-plan.js';
import { DAY } from '../../compilers/time/civil.js';
import type { Range } from '../../schemas/time.js';
import { editObject } from '../calendar/edit-object.js';
import { validateObject } from '../calendar/validate-object.js';
import type { EventView } from './event-view.js';
import { finishWrite } from './finish-write.js';
import { conflictsOf } from './run-create.js';
import type { Success } from './service.js';
import { oneSource } from './sources.js';
import { changedByServer } from './verify.js';
import { notifiedBy, previewed } from './write-result.js';
import { editContext, viewOf, type WriteRun } from './write-run.js';
import { assertWritable, resolveTarget } from './write-target.js';

type UpdatePlan = Extract<WritePlan, { kind: 'update' }>;

const SHOWN = 10;

/** Changes the named properties of an event, an occurrence, or a series from an occurrence on. */
export async function runUpdate(plan: UpdatePlan, run: WriteRun): Promise<Success> {
  const { engine, transaction } = run;
  const target = await resolveTarget(plan, engine, run.signal);
  const { source, object, row, scope, recurrenceId } = target;
  const destination = plan.calendar === undefined ? source : oneSource(run.found, plan.calendar);
  assertWritable(destination);
  const place = { scope, ...(recurrenceId === undefined ? {} : { recurrenceId }) };
  const edit = editObject(object.ics, plan.changes, place, editContext(plan, run, source, row.uid));
  const before = await viewOf(run, source, object, row.uid);
  const pieces = [
    ...(edit.ics === undefined ? [] : [{ uid: row.uid, ics: edit.ics }]),
    ...(edit.split === undefined ? [] : [edit.split]),
  ];
  for (const piece of pieces) validateObject(piece.ics);
  const after = await Promise.all(
    pieces.map(({ uid, ics }) => viewOf(run, source, { href: object.href, etag: '', ics }, uid)),
  );
  const shown = shownRange(row.start, after, scope === 'this' ? recurrenceId : undefined);
  const afterRows = after.flatMap((view) => view.rows(shown, SHOWN)).sort((a, b) => a.start - b.start);
  const timesChange = ['start', 'end', 'durationMinutes', 'recurrence', 'allDay', 'timezone'].some(
    (name) => name in plan.changes,
  );
  const { conflicts, notes } = timesChange
    ? await conflictsOf(plan, afterRows, run)
    : { conflicts: [], notes: [] };
  const notified = notifiedBy(source, row);
  const extra = { ...(row.recurring ? { scope } : {}), ...(notified.length === 0 ? {} : { notified }) };
  const report = { conflicts, extra, notes: [...edit.notes, ...notes] };
  if (plan.dryRun) return previewed(plan, before.rows(shown, SHOWN), afterRows, report, run);
  const split = edit.split && (await transaction.create(source, edit.split.uid, edit.split.ics));
  if (edit.split !== undefined && (await engine.ledger.uids()).has(row.uid))
    await engine.ledger.add(edit.split.uid);
  const replaced = edit.ics === undefined ? undefined : await transaction.replace(source, object, edit.ics);
  if (replaced === undefined) await transaction.delete(source, object, row.uid);
  const written = split ?? replaced;
  const uid = edit.split?.uid ?? row.uid;
  if (written === undefined) return finishWrite(plan, run, report);
  const receipt =
    destination === source ? written : await transaction.move(source, destination, written, uid);
  const named = scope === 'this' ? recurrenceId : undefined;
  const stored = (await viewOf(run, source, receipt, uid)).row(named);
  const serverChanged = changedByServer(after.at(-1)?.row(named), stored, receipt);
  const shownRow =
    destination === source ? stored : (await viewOf(run, destination, receipt, uid)).row(named);
  return finishWrite(plan, run, { ...report, row: shownRow, serverChanged });
}

/** The time around the change in which before and after are shown. */
function shownRange(start: number, after: readonly EventView[], recurrenceId: string | undefined): Range {
  const moved = after.map((view) => view.row(recurrenceId)?.start ?? start);
  const from = Math.min(start, ...moved);
  const to = Math.max(start, ...moved);
  return { from: from - 1, to: to + 35 * DAY };
}
