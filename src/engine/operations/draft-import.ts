import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type ImportedObject, importing } from '../../calendar/edit/imported-objects.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { breatheFor, inSlices } from '../../concurrency/breathe.js';
import { madeEvent, originOf } from '../context/origins.js';
import type { Source } from '../context/source.js';
import { eventId } from '../sources/event-id.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { sendsInvitations } from '../write/notified-people.js';
import { type PresentEvents, presentEvents } from '../write/repeated/present-events.js';
import { noteOrigins } from '../write/transaction/note-origins.js';
import { viewOf, type WriteSession } from '../write/write-session.js';
import { writableAt } from '../write/write-target.js';
import { choiceNotes, chooseCalendar } from './choose-calendar.js';
import { createEach, type FailedEvent, type ImportedEvent } from './create-each.js';
import { importAnswer, nothingImported } from './import-answer.js';

type ImportPlan = Extract<WritePlan, { kind: 'import' }>;

const MOST_EVENTS = 500;
const WHOLE = 'Give the whole text, from BEGIN:VCALENDAR to END:VCALENDAR; nothing was imported.';
const HAS_PEOPLE = /^(?:ATTENDEE|ORGANIZER)[;:]/im;

/**
 * Stores the events of a text as they are: what is there already is skipped, what cannot be stored is named by its
 * place, and nobody is mailed.
 */
export async function draftImport(plan: ImportPlan, run: WriteSession): Promise<ChangeDraft> {
  const source = writableAt('/mutation/calendar', () => chooseCalendar(plan.calendar, run, 'calendar'));
  const { objects, others } = await eventsIn(plan, run);
  const { backend } = source;
  const silent = HAS_PEOPLE.test(plan.ics) && (await sendsInvitations(backend, run.signal)) !== false;
  const sorted = await sortedOut(objects, plan, source, run);
  const events = sorted.events.map((event) => ({ ...event, step: { ...event.step, silent } }));
  let done = { failed: sorted.failed, untried: [] as readonly ImportedEvent[] };
  return {
    steps: events.map(({ step }) => step),
    once: async () => {
      await noteOrigins(
        events.map(({ step }) => step),
        run.engine,
      );
      const { failed, untried } = await createEach(events, run);
      done = { failed: [...sorted.failed, ...failed].sort((a, b) => a.position - b.position), untried };
      if (done.failed.length + untried.length === objects.length) throw nothingImported(done.failed);
      return { receipts: new Map(), copies: new Map() };
    },
    report: {
      notes: [
        ...choiceNotes(plan.calendar, run, 'calendar'),
        ...(others === 0 ? [] : [`Left out: ${counted(others, 'entry', 'entries')} other than events.`]),
      ],
    },
    answer: () => {
      const gone = new Set([...done.failed, ...done.untried].map(({ position }) => position));
      const stored = events.filter(({ position }) => !gone.has(position));
      return importAnswer(
        source,
        { ...sorted, stored, failed: done.failed, untried: done.untried.length },
        run,
      );
    },
  };
}

/** The events of the text, each as an object of its own. */
async function eventsIn({ ics }: ImportPlan, { engine, signal }: WriteSession) {
  const context = { now: engine.clock.now(), zones: engine.zones };
  try {
    const content = await inSlices(importing(ics, context), breatheFor(signal));
    if (content.objects.length > MOST_EVENTS)
      throw new CalendarError('INVALID_ARGUMENT', `The text has more than ${MOST_EVENTS} events.`, {
        suggestion: `Import it in parts of at most ${MOST_EVENTS} events.`,
      });
    if (content.objects.length === 0)
      throw new CalendarError('INVALID_ICS', 'The text has no event (VEVENT).');
    return content;
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
    const { suggestion = WHOLE } = error.info;
    throw error.with({ path: '/mutation/ics', outcome: 'not_applied', suggestion });
  }
}

/** What is new, what is there, what looks like something that is there, and what cannot be stored. */
async function sortedOut(
  objects: readonly ImportedObject[],
  { allowDuplicates }: ImportPlan,
  source: Source,
  run: WriteSession,
) {
  const present: PresentEvents = await presentEvents(source, run);
  const breathe = breatheFor(run.signal);
  const asker = originOf(run.caller);
  const origin = asker && { ...asker, imported: true as const };
  const events: ImportedEvent[] = [];
  const failed: FailedEvent[] = [];
  const skipped: string[] = [];
  const alike: { position: number; id: string }[] = [];
  for (const { position, uid, ics } of objects) {
    await breathe();
    const known = present.idOf(uid);
    if (known !== undefined) {
      skipped.push(known);
      continue;
    }
    try {
      validateObject(ics);
      const view = await viewOf(run, source, { href: '', etag: '', ics }, uid);
      const id = allowDuplicates ? undefined : present.idLike(view.series);
      const made = madeEvent({ uid, id: eventId(source.calendar.id, uid) }, origin);
      if (id !== undefined) alike.push({ position, id });
      else events.push({ position, row: view.row(), step: { kind: 'create', source, uid, ics, made } });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failed.push({ position, error });
    }
  }
  return { events, failed, skipped, alike };
}
