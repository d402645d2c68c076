import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type ImportedObject, importing } from '../../calendar/edit/imported-objects.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { containsAll } from '../../calendar/read/same-content.js';
import { withoutInvitations, withoutScheduling } from '../../calendar/text/without-invitations.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { madeEvent, originOf } from '../context/origins.js';
import type { Source } from '../context/source.js';
import { eventId } from '../sources/event-id.js';
import { ambiguousNames } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { changedFields } from '../write/changed-fields.js';
import { type MailedChange, sendsInvitations } from '../write/notified-people.js';
import type { ObjectRows } from '../write/object-rows.js';
import { heldElsewhere } from '../write/repeated/held-elsewhere.js';
import { type PresentEvent, type PresentEvents, presentEvents } from '../write/repeated/present-events.js';
import { serverChanges } from '../write/server-changes.js';
import { noteOrigins } from '../write/transaction/note-origins.js';
import { viewOf, type WriteSession } from '../write/write-session.js';
import { writableAt } from '../write/write-target.js';
import { assertHolds, choiceNotes, chooseCalendar } from './choose-calendar.js';
import { type Created, createEach, type FailedEvent, type ImportedEvent } from './create-each.js';
import {
  type ChangedEvent,
  type DifferentEvent,
  elsewhereNote,
  importAnswer,
  nothingImported,
} from './import-answer.js';
import { idsMeant, refusedMethod } from './import-method.js';

type ImportPlan = Extract<WritePlan, { kind: 'import' }>;

const MOST_EVENTS = 500;
/** Example for errors: the smallest valid calendar. */
const FORM = {
  mutation: {
    operation: 'import',
    ics: 'BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//EN\nBEGIN:VEVENT\nUID:planning@example.org\nDTSTAMP:20260101T000000Z\nDTSTART:20270104T090000Z\nSUMMARY:Planning\nEND:VEVENT\nEND:VCALENDAR\n',
  },
};
const WHOLE = 'Give the whole text, from BEGIN:VCALENDAR to END:VCALENDAR; nothing was imported.';

/**
 * Imports the events of a text unchanged and without mail. Skips events that are stored already, and lists
 * those that cannot be stored by their positions.
 */
export async function draftImport(plan: ImportPlan, run: WriteSession): Promise<ChangeDraft> {
  const { objects, others, methods } = await eventsIn(plan, run);
  const kind = objects.every((object) => object.kind === 'VTODO') ? 'VTODO' : 'VEVENT';
  const source = writableAt('/mutation/calendar', () => chooseCalendar(plan.calendar, run, 'calendar', kind));
  const present = await presentEvents(source, run);
  const known = methods.size === 0 ? [] : await knownOf(objects, { source, present }, run);
  const refused = refusedMethod(methods, known);
  if (refused !== undefined) throw refused;
  const sorted = await sortedOut(objects, plan, { source, present }, run);
  if (plan.atomic && sorted.failed.length > 0) throw nothingImported(sorted.failed);
  const { events, mailed } = await silenced(sorted.events, source, run);
  const elsewhere = await heldElsewhere(new Set(events.map(({ step }) => step.uid)), source, run);
  let done: Created = { failed: sorted.failed, untried: [], receipts: new Map() };
  return {
    steps: events.map(({ step }) => step),
    mailed,
    once: async (_, own) => {
      await noteOrigins(
        events.map(({ step }) => step),
        own.engine,
      );
      const { failed, untried, receipts } = await createEach(events, own);
      const all = [...sorted.failed, ...failed].sort((a, b) => a.position - b.position);
      done = { failed: all, untried, receipts };
      const isNothing = done.failed.length + untried.length === objects.length;
      if (isNothing || (plan.atomic && failed.length > 0)) throw nothingImported(done.failed);
      return { receipts, copies: new Map() };
    },
    report: {
      notes: [
        ...choiceNotes(plan.calendar, run, 'calendar', kind),
        ...elsewhereNote(elsewhere),
        ...leftOut(others),
        ...leftOutOfEvents(objects.filter((one) => events.some(({ position }) => position === one.position))),
      ],
    },
    answer: async () => {
      const gone = new Set([...done.failed, ...done.untried].map(({ position }) => position));
      const stored = events.filter(({ position }) => !gone.has(position));
      return importAnswer(
        source,
        {
          ...sorted,
          stored,
          elsewhere,
          failed: done.failed,
          untried: done.untried.length,
          serverChanged: await changedBy(stored, done.receipts, source, run),
        },
        run,
      );
    },
  };
}

/** Stored ids that the events of a text refer to; the whole event if its details are hidden. */
async function knownOf(
  objects: readonly ImportedObject[],
  { source, present }: { readonly source: Source; readonly present: PresentEvents },
  run: WriteSession,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { uid, ics } of objects) {
    const known = present.ofUid(uid);
    if (known === undefined) continue;
    const text = await viewOf(run, source, { href: '', etag: '', ics }, uid);
    const stored = await viewOf(run, source, known.object, uid);
    ids.push(...(known.isSeen ? idsMeant(known.id, text.series, stored) : [known.id]));
  }
  return ids;
}

/** The server's own changes to the stored events. */
async function changedBy(
  stored: readonly ImportedEvent[],
  receipts: Created['receipts'],
  source: Source,
  run: WriteSession,
): Promise<readonly ChangedEvent[]> {
  const changed: ChangedEvent[] = [];
  const yieldToEventLoop = yielderFor(run.call.signal);
  for (const { position, row, step } of stored) {
    const receipt = receipts.get(step.uid);
    if (receipt?.serverChanged !== true) continue;
    await yieldToEventLoop();
    const now = (await viewOf(run, source, receipt, step.uid)).row();
    const fields = serverChanges({ row, step }, now, receipt);
    if (fields.length === 0) continue;
    changed.push({ position, id: eventId(source.calendar.id, step.uid), fields });
  }
  return changed;
}

/** The events as stored without mail; `mailed`: what the server still reads about their people. */
async function silenced(
  events: readonly ImportedEvent[],
  { backend }: Source,
  { call: { signal } }: WriteSession,
): Promise<{ readonly events: readonly ImportedEvent[]; readonly mailed: readonly MailedChange[] }> {
  const quiet = events.map((event) => ({ event, ics: withoutInvitations(event.step.ics) }));
  const hasPeople = quiet.some(({ event, ics }) => ics !== event.step.ics);
  if (!hasPeople || (await sendsInvitations(backend, signal)) === false) return { events, mailed: [] };
  return {
    events: events.map((event) => ({ ...event, step: { ...event.step, silent: true } })),
    mailed: quiet.map(({ ics }) => ({ from: backend, after: { row: undefined, ics } })),
  };
}

/** Singular and plural of components that are left out. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  VJOURNAL: ['journal entry', 'journal entries'],
  VFREEBUSY: ['free/busy entry', 'free/busy entries'],
};

function leftOut(others: ReadonlyMap<string, number>): readonly string[] {
  const counts = new Map<readonly [string, string], number>();
  for (const [name, count] of others) {
    const names = NAMES[name] ?? OTHER;
    counts.set(names, (counts.get(names) ?? 0) + count);
  }
  const leftOut = [...counts].map(([[one, more], count]) => counted(count, one, more));
  return leftOut.length === 0
    ? []
    : [`Left out, as only events and tasks are imported: ${leftOut.join(', ')}.`];
}

const MOST_NAMED = 10;

/** Notes on parts of the stored events that were left out. */
function leftOutOfEvents(objects: readonly ImportedObject[]): readonly string[] {
  const noteOf = (part: 'lines' | 'copies', what: readonly [string, string]): readonly string[] => {
    const affected = objects.filter(({ leftOut }) => leftOut[part] > 0);
    if (affected.length === 0) return [];
    const total = affected.reduce((sum, { leftOut }) => sum + leftOut[part], 0);
    const places = affected.slice(0, MOST_NAMED).map(({ position }) => position);
    const more = affected.length > places.length ? ` and ${affected.length - places.length} others` : '';
    return [`Left out: ${counted(total, ...what)} (events ${places.join(', ')}${more}).`];
  };
  return [
    ...noteOf('lines', ['line that is not valid iCalendar', 'lines that are not valid iCalendar']),
    ...noteOf('copies', ['older copy of an event', 'older copies of events']),
  ];
}

const OTHER = ['other entry', 'other entries'] as const;

/** The events of the text, each as a separate object. */
async function eventsIn({ ics }: ImportPlan, { engine, call: { signal } }: WriteSession) {
  const context = { now: engine.clock.now(), zones: engine.zones };
  try {
    const content = await inSlices(importing(ics, context), yielderFor(signal));
    if (content.objects.length > MOST_EVENTS)
      throw new CalendarError('INVALID_ARGUMENT', `The text has more than ${MOST_EVENTS} events.`, {
        suggestion: `Import it in parts of at most ${MOST_EVENTS} events.`,
      });
    if (content.objects.length === 0)
      throw new CalendarError('INVALID_ICS', 'The text has no event and no task (VEVENT, VTODO).');
    return content;
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
    const { suggestion = WHOLE, example = FORM } = error.info;
    throw error.with({ path: '/mutation/ics', outcome: 'not_applied', suggestion, example });
  }
}

/** Sorts events into new, present, similar, different and invalid ones. */
async function sortedOut(
  objects: readonly ImportedObject[],
  { allowDuplicates }: ImportPlan,
  { source, present }: { readonly source: Source; readonly present: PresentEvents },
  run: WriteSession,
) {
  const yieldToEventLoop = yielderFor(run.call.signal);
  const asker = originOf(run.call.caller);
  const origin = asker && { ...asker, imported: true as const };
  const events: ImportedEvent[] = [];
  const failed: FailedEvent[] = [];
  const skipped: string[] = [];
  const alike: { position: number; id: string }[] = [];
  const different: DifferentEvent[] = [];
  for (const { position, uid, kind, ics } of objects) {
    await yieldToEventLoop();
    const known = present.ofUid(uid);
    const isSame = () => containsAll(withoutScheduling(known?.object.ics ?? ''), withoutScheduling(ics));
    if (known !== undefined && (!known.isSeen || isSame())) {
      skipped.push(known.id);
      continue;
    }
    try {
      assertHolds(source, kind);
      validateObject(ics);
      const view = await viewOf(run, source, { href: '', etag: '', ics }, uid);
      if (known !== undefined) {
        const ids = idsMeant(known.id, view.series, await viewOf(run, source, known.object, uid));
        const [id = known.id] = ids;
        different.push({ position, id, differs: await differsIn(known, view, { source, id }, run) });
        continue;
      }
      const id = allowDuplicates ? undefined : present.idLike(view.series);
      const made = madeEvent({ uid, id: eventId(source.calendar.id, uid) }, origin);
      if (id !== undefined) alike.push({ position, id });
      else events.push({ position, row: view.row(), step: { kind: 'create', source, uid, ics, made } });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failed.push({ position, error });
    }
  }
  return { events, failed, skipped, alike, different };
}

/** Fields in which an event differs from the stored version; `other` if rows show no difference. */
async function differsIn(
  { object }: PresentEvent,
  view: ObjectRows,
  { source, id }: { readonly source: Source; readonly id: string },
  run: WriteSession,
): Promise<readonly string[]> {
  const [, named] = id.split('/');
  const [there, here] = [(await viewOf(run, source, object, view.series.uid)).row(named), view.row(named)];
  const context = { viewer: run.viewer, ambiguousNames: ambiguousNames(run.found) };
  const names = there && here ? Object.keys(changedFields(there, here, context)) : [];
  return names.length > 0 ? names : ['other'];
}
