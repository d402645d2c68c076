import { createHash } from 'node:crypto';
import type { CalendarWritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../ports/backend.js';
import type { Success } from '../context/service.js';
import type { Source } from '../context/source.js';
import { keepKey, keyMismatch, recallKey } from '../journal/idempotency-keys.js';
import { calendarRow } from '../sources/calendar-row.js';
import { accountForCalendar, assertNameFree } from '../write/calendar-target.js';
import { changeCalendar, otherLabels } from '../write/change-calendar.js';
import { finishWrite } from '../write/finish-write.js';
import { newFolderName } from '../write/new-folder-name.js';
import { wouldRepeat } from '../write/replay-write.js';
import { applied, previewed } from '../write/write-result.js';
import type { WriteRun } from '../write/write-session.js';

type CreatePlan = Extract<CalendarWritePlan, { kind: 'create-calendar' }>;

/** Makes a calendar: once for an idempotency key, and never a second one of the same name. */
export async function runCreateCalendar(plan: CreatePlan, run: WriteRun): Promise<Success> {
  const { engine, transaction } = run;
  const { labels, idempotencyKey: key } = plan;
  const backend = accountForCalendar(plan.account, run);
  const folder = key === undefined ? newFolderName(labels.name) : folderOfKey(backend, key);
  if (key !== undefined) {
    const made = await recall(key, folder, backend, plan, run);
    if (made !== undefined && plan.dryRun) return wouldRepeat(plan, run);
    if (made !== undefined) {
      return applied(plan, { extra: { calendar: calendarRow(made), replayed: true } }, run);
    }
  }
  assertNameFree(labels.name, backend.name, run);
  if (plan.dryRun) {
    const { name, ...looks } = labels;
    const calendar = { name, account: backend.name, backend: backend.kind, ...looks };
    return previewed(plan, { extra: { calendar } }, run);
  }
  const made = await changeCalendar(backend, { kind: 'create-calendar', labels }, folder, run.signal);
  if (made === undefined) {
    throw new CalendarError('INTERNAL', 'A write gave no calendar.', { outcome: 'unknown' });
  }
  transaction.record({ kind: 'calendar-created', calendarId: made.id });
  if (key !== undefined) {
    await keepKey(key, { digest: digestOf(plan), calendarId: made.id }, engine);
  }
  const serverChanged = otherLabels(made, labels);
  const extra = { calendar: calendarRow({ backend, calendar: made }) };
  return finishWrite(plan, run, { serverChanged, extra });
}

/** The calendar an earlier call with this key made; another call under the same key is an error. */
async function recall(
  key: string,
  folder: string,
  backend: Backend,
  plan: CreatePlan,
  run: WriteRun,
): Promise<Source | undefined> {
  const known = await recallKey(key, run.engine);
  const made = run.found.sources.find(
    ({ backend: where, calendar }) =>
      where === backend &&
      (calendar.id === known?.calendarId || calendar.href.replace(/\/$/, '').endsWith(folder)),
  );
  const other =
    known === undefined
      ? made !== undefined && made.calendar.name !== plan.labels.name
      : known.digest !== digestOf(plan);
  if (!other) return made;
  throw keyMismatch('something else', 'calendar');
}

/** One key, one address. */
function folderOfKey({ name }: Backend, key: string): string {
  return createHash('sha256').update(`${name}\n${key}`).digest('hex').slice(0, 32);
}

function digestOf({ labels, account }: CreatePlan): string {
  const said = [labels.name, labels.color, labels.description, account];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
