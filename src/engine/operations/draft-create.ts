import { randomUUID } from 'node:crypto';
import type { CreateData, WritePlan } from '../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall, printDate } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { createEvent } from '../../calendar/edit/create-event.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { madeEvent, originOf } from '../context/origins.js';
import { locateError } from '../errors/locate-error.js';
import { eventId } from '../sources/event-id.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { rowsToCheck } from '../write/check-conflicts.js';
import type { ObjectRows } from '../write/object-rows.js';
import { createInPlace } from '../write/repeated/recent-creates.js';
import { createWithKey, keyEntryOf, replayCreate } from '../write/repeated/replay-create.js';
import { uidFrom } from '../write/repeated/uid-from.js';
import { wholeSeries } from '../write/series-report.js';
import type { WriteReport } from '../write/write-result.js';
import { editContext, viewOf, type WriteSession } from '../write/write-session.js';
import { writableAt } from '../write/write-target.js';
import { choiceNotes, chooseCalendar } from './choose-calendar.js';
import { assertCanBePart, linkTo, parentOf } from './tasks/parent-task.js';

type CreatePlan = Extract<WritePlan, { kind: 'create' }>;

/** Creates an event: once per idempotency key, and never twice by accident. */
export async function draftCreate(plan: CreatePlan, run: WriteSession): Promise<ChangeDraft> {
  const { notify, idempotencyKey: key } = plan;
  const kind = plan.data.isTask ? 'VTODO' : 'VEVENT';
  const { parent: named } = plan.data;
  const parent = named ? await parentOf(named, '/mutation/data/parent', plan, run) : undefined;
  const source = writableAt('/mutation/data/calendar', () =>
    plan.calendar === undefined && parent !== undefined && plan.data.isTask
      ? parent.source
      : chooseCalendar(plan.calendar, run, 'data.calendar', kind),
  );
  const uid = key === undefined ? randomUUID() : uidFrom(`${source.calendar.id}\n${key}`);
  if (parent !== undefined && plan.data.isTask) await assertCanBePart(uid, parent, source, run);
  const data = parent === undefined ? plan.data : { ...plan.data, ...linkTo(parent) };
  const before = key === undefined ? { times: 0 } : await replayCreate(key, data, { source, uid }, run);
  if (before.view !== undefined)
    return { steps: [], report: { ...shownAgain(before.view), extra: { replayed: true } } };
  const notes: string[] = [];
  const context = editContext(plan, run, source, uid);
  const ics = locateError('/mutation/data', () => createEvent(data, context, notes));
  validateObject(ics);
  const asker = originOf(run.call.caller);
  const made = madeEvent(
    { uid, id: eventId(source.calendar.id, uid) },
    asker && { ...asker, created: context.now },
  );
  const proposed = await viewOf(run, source, { href: '', etag: '', ics, made }, uid);
  const row = proposed.row();
  const expected = { source, uid, isPassing: key === undefined, row };
  return {
    steps: [{ kind: 'create', source, uid, ics, silent: !notify, made }],
    expected,
    times: data.isTask
      ? undefined
      : {
          rows: () => (row ? rowsToCheck(proposed, row.start) : []),
          replaced: [],
          own: [proposed],
          mayConflict: plan.allowConflicts,
        },
    mailed: [{ from: source.backend, after: { row, ics }, notify }],
    once: (apply, own) =>
      key === undefined
        ? createInPlace(data, { source, uid }, own, apply)
        : createWithKey({ key, ...before }, expected, own, apply),
    keyEntry: () => keyEntryOf(data, source, before),
    report: {
      ...wholeSeries(row),
      notes: [
        ...(parent === undefined || !data.isTask
          ? choiceNotes(plan.calendar, run, 'data.calendar', kind)
          : []),
        ...movedStart(data, proposed, run),
        ...notes,
        ...begunEarlier(proposed, row, run),
      ],
    },
  };
}

function shownAgain(view: ObjectRows): Pick<WriteReport, 'row' | 'series'> {
  const row = view.row();
  return { row, ...wholeSeries(row) };
}

/** Tells the caller that the series begins later, because the rule excludes the requested start. */
function movedStart(
  { start, end: due, recurrence }: CreateData,
  proposed: ObjectRows,
  { viewer }: WriteSession,
): readonly string[] {
  if (recurrence === undefined || recurrence === null) return [];
  const time = start ?? due;
  if (time === undefined) return [];
  const asked = time.kind === 'date' ? viewer.toInstant(time.day * DAY) : time.instant;
  const [row] = proposed
    .rows({ from: asked - DAY, to: asked + 2 * DAY }, 3)
    .filter((one) => one.start === asked);
  return row === undefined
    ? ['The start does not match the rule, so the series begins at the first time that does.']
    : [];
}

/** Explains why the answer to a series that begins in the past shows a later occurrence. */
function begunEarlier(
  proposed: ObjectRows,
  shown: Occurrence | undefined,
  { viewer }: WriteSession,
): readonly string[] {
  const [first] = shown === undefined ? [] : proposed.rows({ from: ALL_TIME.from, to: shown.start }, 1);
  if (first === undefined) return [];
  const day = printDate(dayOfWall(viewer.toWall(first.start)));
  return [
    `The series begins on ${day}, in the past; the answer shows its next occurrence, or else its last.`,
  ];
}
