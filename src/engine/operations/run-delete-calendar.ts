import { isDeepStrictEqual } from 'node:util';
import type { CalendarWritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { inTurns } from '../../concurrency/settle-in-batches.js';
import type { Success } from '../context/service.js';
import type { Source } from '../context/source.js';
import { askFor, type Question, requireConfirmation } from '../journal/confirmation.js';
import { putInTrash } from '../journal/trash.js';
import { forgetSteps, recordUndo } from '../journal/undo-log.js';
import { calendarRow } from '../sources/calendar-row.js';
import { calendarToChange, configuredNotes } from '../write/calendar-target.js';
import { changeCalendar } from '../write/change-calendar.js';
import { finishWrite } from '../write/finish-write.js';
import { invitedPeople, sendsInvitations } from '../write/notified-people.js';
import { applied, previewed } from '../write/write-result.js';
import type { WriteRun } from '../write/write-session.js';
import { type CalendarContent, contentOf } from './calendar-content.js';

type DeletePlan = Extract<CalendarWritePlan, { kind: 'delete-calendar' }>;

/** What is kept of one calendar; more would take minutes to put back. */
const MOST_OBJECTS = 2000;
const MOST_CHARACTERS = 8_000_000;
/** Files written to the state folder at a time. */
const AT_ONCE = 16;
const REPEAT = 'Repeat the call without confirmToken to see what is there now.';

/** Deletes a calendar after a person agreed to just that; its events go to the trash first. */
export async function runDeleteCalendar(plan: DeletePlan, run: WriteRun): Promise<Success> {
  const { engine, viewer } = run;
  const source = calendarToChange(plan.id, plan.kind, run);
  const content = await contentOf(source, run);
  if (plan.soft) assertCanBeKept(content);
  const mails = (await sendsInvitations(source.backend, run.signal)) === true;
  const question = questionOf(plan, source, content, mails);
  const { calendar } = source;
  const people = new Set(content.objects.flatMap(({ ics }) => invitedPeople(source.backend, ics)));
  const report = {
    notes: configuredNotes(source, run),
    extra: {
      deleted: calendar.id,
      calendar: calendarRow(source),
      events: content.objects.length,
      recoverable: plan.soft,
    },
    notified: mails ? [...people] : [],
  };
  if (plan.dryRun) {
    const pendingAction = await askFor(question, engine, viewer);
    const extra = { ...report.extra, confirmToken: pendingAction.token, pendingAction };
    return previewed(plan, { ...report, extra }, run);
  }
  await requireConfirmation(question, plan.confirmToken, engine, viewer);
  if (plan.soft && content.objects.length > 0) {
    await keep(source, content, run);
    await assertAsAgreed(source, content, run);
  }
  await remove(source, content, run);
  if (!plan.soft) {
    // So that an undo without a token does not take back the write before this one.
    await forgetSteps(engine.state, { calendarId: calendar.id }, engine.clock.now());
    await recordUndo(engine.state, { steps: [], trashed: [] }, engine.clock.now());
    return applied(plan, report, run);
  }
  const { id: calendarId, account, href, name, color, description } = calendar;
  run.transaction.record(
    ...content.objects.map(({ uid, ics, href, etag }) => ({
      kind: 'deleted' as const,
      calendarId,
      uid,
      before: ics,
      former: { href, etag },
    })),
    {
      kind: 'calendar-deleted',
      calendarId,
      account,
      href,
      labels: {
        name,
        ...(color === undefined ? {} : { color }),
        ...(description === undefined ? {} : { description }),
      },
    },
  );
  return finishWrite(plan, run, report);
}

function questionOf(
  { soft }: DeletePlan,
  source: Source,
  content: CalendarContent,
  mails: boolean,
): Question {
  const { calendar } = source;
  const { objects, unreadable, versions } = content;
  const withGuests = objects.filter(({ ics }) => invitedPeople(source.backend, ics).length > 0).length;
  const others = calendar.components.filter((component) => component !== 'VEVENT');
  const total = objects.length + unreadable.length;
  const sentences = [
    total === 0
      ? 'An empty calendar would be deleted.'
      : `A calendar with ${counted(total, 'event', 'events')} would be deleted.`,
    withGuests === 0 || !mails
      ? ''
      : `The server may send cancellations for ${counted(withGuests, 'event', 'events')} with guests.`,
    others.length === 0 ? '' : 'Tasks and notes in it, which cannot be seen here, would be lost for good.',
    soft ? 'The events can be brought back.' : 'This cannot be undone.',
  ];
  return {
    action: { kind: 'delete-calendar', calendar: calendar.id, soft },
    shownFor: { calendar: calendar.id, name: calendar.name, versions },
    description: sentences.filter((sentence) => sentence !== '').join(' '),
    preview: {
      calendar: calendarRow(source),
      events: total,
      ...(unreadable.length === 0 ? {} : { unreadable: unreadable.length }),
      eventsWithGuests: withGuests,
      ...(others.length === 0 ? {} : { otherComponents: others }),
      recoverable: soft,
    },
    destructive: true,
  };
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Refused before anything is asked or sent: what could not be brought back whole. */
function assertCanBeKept({ objects, unreadable }: CalendarContent): void {
  const suggestion =
    'Ask the user; only if they agree that nothing can be brought back, repeat the call with soft false.';
  if (unreadable.length > 0) {
    throw new CalendarError(
      'UNREADABLE_OBJECT',
      'Some events of the calendar cannot be read, so they could not be kept.',
      {
        path: '/mutation/soft',
        details: { unreadable: unreadable.length },
        suggestion,
      },
    );
  }
  const characters = objects.reduce((sum, { ics }) => sum + ics.length, 0);
  if (objects.length <= MOST_OBJECTS && characters <= MOST_CHARACTERS) return;
  throw new CalendarError('UNSUPPORTED', 'The calendar holds too much to keep it in the trash.', {
    path: '/mutation/soft',
    details: { events: objects.length, mostEvents: MOST_OBJECTS },
    suggestion,
  });
}

async function keep(
  { calendar }: Source,
  { objects }: CalendarContent,
  { engine, trashed }: WriteRun,
): Promise<void> {
  const now = engine.clock.now();
  const kept = await inTurns(objects, AT_ONCE, async (object) => {
    trashed.push(await putInTrash(engine.state, calendar, object, now));
  });
  const failed = kept.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Keeping much takes a while, and what somebody has added meanwhile was not agreed to and is not kept. */
async function assertAsAgreed(source: Source, { versions }: CalendarContent, run: WriteRun): Promise<void> {
  const now = await contentOf(source, run);
  if (isDeepStrictEqual(now.versions, versions)) return;
  throw new CalendarError('CONFLICT', 'The calendar was changed while it was about to be deleted.', {
    outcome: 'not_applied',
    suggestion: REPEAT,
  });
}

/** One that was empty is deleted only if it still is. */
async function remove(
  { backend, calendar }: Source,
  { versions }: CalendarContent,
  run: WriteRun,
): Promise<void> {
  const withEvents = versions.length > 0;
  try {
    await changeCalendar(backend, { kind: 'delete-calendar', calendar, withEvents }, '', run.signal);
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'CONFLICT') throw error;
    throw error.with({ suggestion: REPEAT });
  }
}
