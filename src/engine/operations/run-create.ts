import { randomUUID } from 'node:crypto';
import type { EventData, WritePlan } from '../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall, printDate } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { createEvent } from '../../calendar/edit/create-event.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import type { Receipt } from '../../ports/backend.js';
import type { Success } from '../context/service.js';
import type { Source, Sources } from '../context/source.js';
import { hurried } from '../context/timed-backend.js';
import { atPlace, located } from '../errors/locate-error.js';
import { createForKey } from '../journal/idempotency-keys.js';
import { nameOfReport } from '../read/read-meta.js';
import { defaultCalendar } from '../sources/default-calendar.js';
import { oneSource } from '../sources/sources.js';
import { findConflicts } from '../write/find-conflicts.js';
import { finishWrite } from '../write/finish-write.js';
import { toldOf } from '../write/notified-people.js';
import type { EventView } from '../write/object-rows.js';
import { createInPlace } from '../write/recent-creates.js';
import { recallIdempotent, rememberIdempotent, storedObject } from '../write/replay-create.js';
import { changedByServer } from '../write/server-changes.js';
import { uidFrom } from '../write/uid-from.js';
import type { WriteReport } from '../write/write-result.js';
import { editContext, viewOf, type WriteRun } from '../write/write-session.js';
import { assertWritable } from '../write/write-target.js';

type CreatePlan = Extract<WritePlan, { kind: 'create' }>;

/** Rows of a new series that are looked at for conflicts. */
const CHECKED_ROWS = 50;
/** How long other calendars are waited for where conflicts are only told. */
const CHECK_MS = 2000;

/** Creates an event: once for an idempotency key, and never twice by accident. */
export async function runCreate(plan: CreatePlan, run: WriteRun): Promise<Success> {
  const { engine } = run;
  const source = atPlace('/mutation/data/calendar', () => targetCalendar(plan.calendar, run));
  atPlace('/mutation/data/calendar', () => assertWritable(source));
  const uid =
    plan.idempotencyKey === undefined
      ? randomUUID()
      : uidFrom(`${source.calendar.id}\n${plan.idempotencyKey}`);
  if (plan.idempotencyKey !== undefined) {
    const replay = await recallIdempotent(plan.idempotencyKey, plan.data, source, uid, run);
    if (replay !== undefined) return finishWrite(plan, run, { row: replay.row(), extra: { replayed: true } });
  }
  const ics = located('/mutation/data', () => createEvent(plan.data, editContext(plan, run, source, uid)));
  validateObject(ics);
  const proposed = await viewOf(run, source, { href: '', etag: '', ics }, uid);
  const first = proposed.row();
  const rows =
    first === undefined ? [] : proposed.rows({ from: first.start, to: first.start + 61 * DAY }, CHECKED_ROWS);
  const { conflicts, notes: checked, unread } = await conflictsOf(plan, rows, run);
  const { notify } = plan;
  const told = await toldOf(source.backend, [{ after: { row: first, ics }, notify }], run.signal);
  const notes = [
    ...choiceOf(plan.calendar, run),
    ...checked,
    ...movedStart(plan.data, proposed, run),
    ...begunEarlier(proposed, first, run),
    ...told.notes,
  ];
  const create = () => createOnce(plan, run, source, uid, ics);
  const { receipt, replayed } =
    plan.idempotencyKey === undefined
      ? await createInPlace(plan.data, source, uid, run, create)
      : await createForKey(plan.idempotencyKey, engine, create);
  await engine.ledger.add(uid);
  if (plan.idempotencyKey !== undefined)
    await rememberIdempotent(plan.idempotencyKey, plan.data, source, engine);
  const stored = await viewOf(run, source, receipt, uid);
  const success = await finishWrite(plan, run, {
    row: stored.row(),
    conflicts,
    unread,
    serverChanged: changedByServer(first, stored.row(), receipt),
    notes,
    ...(replayed ? { extra: { replayed } } : { notified: told.notified }),
  });
  return plan.dryRun && plan.idempotencyKey === undefined ? withoutId(success) : success;
}

/** Without a key every call makes an event of its own: the id of a dry run is never seen again. */
function withoutId(success: Success): Success {
  const { id: _, event, ...data } = success.data;
  const { id: __, ...row } = { ...(typeof event === 'object' ? event : {}), id: undefined };
  const { outcome, ...rest } = data;
  return { ...success, data: { outcome, event: row, ...rest } };
}

/** Creates; where an earlier call with the key got as far as the calendar, its event is the one that is meant. */
async function createOnce(
  plan: CreatePlan,
  run: WriteRun,
  source: Source,
  uid: string,
  ics: string,
): Promise<{ readonly receipt: Receipt; readonly replayed: boolean }> {
  try {
    return { receipt: await run.transaction.create(source, uid, ics, !plan.notify), replayed: false };
  } catch (error) {
    if (
      plan.idempotencyKey === undefined ||
      !(error instanceof CalendarError) ||
      error.code !== 'ALREADY_EXISTS'
    )
      throw error;
    const stored = await storedObject(source, uid, run);
    const [was, meant] = await Promise.all(
      [stored, { href: '', etag: '', ics }].map((object) => object && viewOf(run, source, object, uid)),
    );
    const same = (['title', 'start', 'end', 'rrule'] as const).every(
      (name) => was?.row()?.[name] === meant?.row()?.[name],
    );
    if (stored === undefined || !same) throw error;
    return { receipt: { ...stored, serverChanged: false }, replayed: true };
  }
}

/** A rule that leaves the asked start out begins at its own first time; whoever asked should know. */
function movedStart(
  { start, recurrence }: EventData,
  proposed: EventView,
  { viewer }: WriteRun,
): readonly string[] {
  if (recurrence === undefined || recurrence === null) return [];
  const asked = start.kind === 'date' ? viewer.toInstant(start.day * DAY) : start.instant;
  const [row] = proposed
    .rows({ from: asked - DAY, to: asked + 2 * DAY }, 3)
    .filter((one) => one.start === asked);
  return row === undefined
    ? ['The start is not on the rule, so the series begins at the first time that is.']
    : [];
}

/** Explains why the answer to a series that begins in the past shows a later occurrence. */
function begunEarlier(
  proposed: EventView,
  shown: Occurrence | undefined,
  { viewer }: WriteRun,
): readonly string[] {
  const [first] = shown === undefined ? [] : proposed.rows({ from: ALL_TIME.from, to: shown.start }, 1);
  if (first === undefined) return [];
  const day = printDate(dayOfWall(viewer.toWall(first.start)));
  return [
    `The series begins on ${day}, in the past; the answer shows its next occurrence, or else its last.`,
  ];
}

/** Where a new event goes: the named calendar, else the default one. */
function targetCalendar(name: string | undefined, { engine, found }: WriteRun): Source {
  if (name !== undefined) return oneSource(found, name);
  if (engine.settings.defaultCalendar !== undefined)
    return configured(engine.settings.defaultCalendar, found);
  const defaultOne = defaultCalendar(found, engine.settings);
  if (defaultOne !== undefined) return defaultOne;
  const writable = found.sources.filter(({ calendar }) => calendar.writable);
  const failure = found.failed[0];
  if (writable.length === 0 && failure !== undefined) throw failure.error;
  if (writable.length === 0) {
    throw new CalendarError('READ_ONLY', 'No visible calendar can be written.', {
      suggestion: 'List calendars to see why.',
    });
  }
  throw new CalendarError(
    'AMBIGUOUS_TARGET',
    'There are several calendars, so the event needs to name one.',
    {
      path: '/mutation/data/calendar',
      didYouMean: writable
        .flatMap(({ calendar: { name, unlisted } }) => (unlisted ? [] : [name]))
        .slice(0, 10),
      suggestion:
        'Name one of the calendars in data.calendar; ask the person if it is not clear. The operator can set defaultCalendar.',
      example: { query: { type: 'calendars' } },
    },
  );
}

/** The calendar of the setting; the caller has not named the one that is missing. */
function configured(name: string, found: Sources): Source {
  try {
    return oneSource(found, name);
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'CALENDAR_NOT_FOUND') throw error;
    throw error.with({
      suggestion:
        'The setting defaultCalendar names no calendar that is there, which the operator corrects; name one in data.calendar meanwhile.',
    });
  }
}

/** Whoever named no calendar learns that there was a choice. */
function choiceOf(name: string | undefined, { engine, found }: WriteRun): readonly string[] {
  const others = found.sources.filter(({ calendar }) => calendar.writable).length;
  if (name !== undefined || engine.settings.defaultCalendar !== undefined || others < 2) return [];
  return [CHOSEN];
}

const CHOSEN =
  'No calendar was named, so the default calendar of the account was used; data.calendar selects another.';

/** What the rows would overlap, and where that is not known; an error where the caller does not allow that. */
export async function conflictsOf(
  plan: CreatePlan | Extract<WritePlan, { kind: 'update' }>,
  rows: readonly Occurrence[],
  run: WriteRun,
  replaced: readonly string[] = [],
): Promise<Required<Pick<WriteReport, 'conflicts' | 'notes' | 'unread'>>> {
  if (run.inBatch && plan.allowConflicts) return { conflicts: [], notes: [], unread: [] };
  try {
    const { conflicts, unread } = await findConflicts(
      rows,
      replaced,
      plan.timezone,
      plan.allowConflicts ? { ...run, found: hurried(run.found, CHECK_MS) } : run,
    );
    const [first] = unread;
    if (plan.allowConflicts || (conflicts.length === 0 && first === undefined)) {
      return { conflicts, notes: first === undefined ? [] : [UNCHECKED], unread };
    }
    if (conflicts.length === 0 && first?.error !== undefined) {
      throw first.error.with({
        path: '/mutation/allowConflicts',
        details: { unread: unread.map(nameOfReport) },
        suggestion: MAY_CONFLICT,
      });
    }
    throw new CalendarError('HAS_CONFLICTS', 'The time is taken, and the call does not allow conflicts.', {
      path: '/mutation/allowConflicts',
      details: { conflicts: conflicts.map(({ id }) => id) },
      suggestion: 'Choose a free time with calendar_analyze availability, or allow conflicts.',
      example: { analysis: { type: 'availability', params: { durationMinutes: 30 } } },
    });
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'HAS_CONFLICTS' || !plan.allowConflicts)
      throw error;
    return { conflicts: [], notes: [UNCHECKED], unread: [] };
  }
}

const UNCHECKED = 'Conflicts could not be checked because a calendar could not be read.';
const MAY_CONFLICT =
  'Whether the time is free is not known while a calendar cannot be read: allow conflicts, or try again later.';
