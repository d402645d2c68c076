import { createHash } from 'node:crypto';
import type { CalendarWritePlan } from '../../../compilers/plan/write-plan.js';
import type { Backend } from '../../ports/backend.js';
import type { Source } from '../context/source.js';
import { keyMismatch, recallKey } from '../journal/idempotency-keys.js';
import { writtenCalendar } from '../sources/written-calendar.js';
import { accountForCalendar, assertNameAllowed, assertNameFree } from '../write/calendar-target.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { otherLabels } from '../write/transaction/change-calendar.js';
import { newFolderName } from '../write/transaction/new-folder-name.js';
import type { WriteSession } from '../write/write-session.js';

type CreatePlan = Extract<CalendarWritePlan, { kind: 'create-calendar' }>;

/** Creates a calendar: once per idempotency key, and never a second one of the same name. */
export async function draftCreateCalendar(plan: CreatePlan, run: WriteSession): Promise<ChangeDraft> {
  const { labels, idempotencyKey: key } = plan;
  const { name, holds: _, ...looks } = labels;
  const backend = accountForCalendar(plan.account, run);
  const folder = key === undefined ? newFolderName(name) : folderOfKey(backend, key);
  const replay = key === undefined ? undefined : await recall({ key, folder }, backend, plan, run);
  if (replay !== undefined)
    return { steps: [], report: { extra: { calendar: writtenCalendar(replay), replayed: true } } };
  assertNameAllowed({ id: '', name, account: backend.name }, '/mutation/data/title', run);
  assertNameFree(name, backend.name, run);
  return {
    steps: [{ kind: 'create-calendar', backend, labels, folder }],
    report: {},
    preview: () => ({ calendar: { name, account: backend.name, ...looks } }),
    keyEntry: ({ calendar: made }) => ({ digest: digestOf(plan), ...(made && { calendarId: made.id }) }),
    answer: ({ calendar: made }) =>
      made === undefined
        ? {}
        : {
            serverChanged: otherLabels(made, labels),
            extra: { calendar: writtenCalendar({ calendar: made }) },
          },
  };
}

/** The calendar that an earlier call with this key made; throws if that call was different. */
async function recall(
  { key, folder }: { readonly key: string; readonly folder: string },
  backend: Backend,
  plan: CreatePlan,
  run: WriteSession,
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

/** The same folder for every call with the key. */
function folderOfKey({ name }: Backend, key: string): string {
  return createHash('sha256').update(`${name}\n${key}`).digest('hex').slice(0, 32);
}

function digestOf({ labels, account }: CreatePlan): string {
  const said = [labels.name, labels.color, labels.description, account, labels.holds];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
