import type { CalendarWritePlan } from '../../../compilers/plan/write-plan.js';
import type { CalendarWritten } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Series } from '../../calendar/series/series.js';
import { isOwnWork } from '../context/origins.js';
import type { Source } from '../context/source.js';
import { isShownWhole, showsLess } from '../policy/redact.js';
import { eventId } from '../sources/event-id.js';
import { ownAddressesOf } from '../sources/own-addresses.js';
import { seriesOrigin } from '../sources/series-origin.js';
import { writtenCalendar } from '../sources/written-calendar.js';
import { contentOf } from '../write/calendar-content.js';
import { calendarToChange, configuredNotes } from '../write/calendar-target.js';
import type { ChangeDraft, DraftQuestion } from '../write/change-draft.js';
import { invitedPeople, sendsInvitations } from '../write/notified-people.js';
import type { CalendarContent } from '../write/transaction/draft-step.js';
import type { WriteSession } from '../write/write-session.js';

type DeletePlan = Extract<CalendarWritePlan, { kind: 'delete-calendar' }>;

/** Largest calendar that the trash keeps; restoring more would take minutes. */
const MOST_OBJECTS = 2000;
const MOST_CHARACTERS = 8_000_000;

/** Deletes a calendar after a person agreed to exactly that; its events go to the trash first. */
export async function draftDeleteCalendar(plan: DeletePlan, run: WriteSession): Promise<ChangeDraft> {
  const { soft } = plan;
  const source = calendarToChange(plan.id, plan.kind, run);
  const content = await contentOf(source, run);
  if (soft) assertCanBeKept(content);
  const mails = (await sendsInvitations(source.backend, run.call.signal)) === true;
  const isLess = showsLess(run.engine.settings.policy.read);
  const shown = isLess ? [] : content.objects;
  const people = new Set(shown.flatMap(({ ics }) => invitedPeople(source.backend, ics)));
  const withGuests = shown.filter(({ ics }) => invitedPeople(source.backend, ics).length > 0).length;
  const cancelled = mails && isLess ? 'some' : mails ? withGuests : 0;
  return {
    steps: [{ kind: 'delete-calendar', source, content, soft }],
    question: questionOf(plan, source, content, cancelled),
    hidden: isLess ? await hiddenIn(source, content, run) : 0,
    preview: () => ({}),
    report: {
      notes: configuredNotes(source, run),
      extra: { deleted: source.calendar.id, ...contentReport(plan, source, content, withGuests) },
      notified: mails ? [...people] : [],
    },
  };
}

/** Number of events that are not shown in full. */
async function hiddenIn(
  { calendar, backend }: Source,
  { objects, unreadable }: CalendarContent,
  { engine }: WriteSession,
): Promise<number> {
  const origins = await engine.provenance.origins();
  const { read } = engine.settings.policy;
  const place = { foreign: calendar.foreign === true, ownAddresses: ownAddressesOf(backend), origins };
  const isWhole = (series: Series): boolean => {
    const id = eventId(calendar.id, series.uid);
    return isShownWhole(read, isOwnWork(seriesOrigin(series, { id, ...place })));
  };
  return (
    objects.filter((object) => !engine.recordOf(object).series.every(isWhole)).length + unreadable.length
  );
}

function questionOf(
  { soft }: DeletePlan,
  { calendar }: Source,
  content: CalendarContent,
  cancelled: number | 'some',
): DraftQuestion {
  const total = totalOf(content);
  const sentences = [
    total === 0
      ? 'An empty calendar would be deleted.'
      : `A calendar with ${counted(total, 'event')} would be deleted.`,
    cancelled === 'some' ? 'The server may send cancellations to guests.' : '',
    cancelled === 'some' || cancelled === 0
      ? ''
      : `The server may send cancellations for ${counted(cancelled, 'event')} with guests.`,
    othersIn(calendar).length === 0
      ? ''
      : 'Notes in it, which cannot be seen here, would be lost permanently.',
    soft ? 'The events can be restored.' : 'This cannot be undone.',
  ];
  return {
    description: sentences.filter((sentence) => sentence !== '').join(' '),
    shownFor: { calendar: calendar.id, name: calendar.name, versions: content.versions },
  };
}

function contentReport(
  { soft }: DeletePlan,
  source: Source,
  content: CalendarContent,
  withGuests: number,
): Partial<CalendarWritten> {
  const { unreadable } = content;
  const others = othersIn(source.calendar);
  return {
    calendar: writtenCalendar(source),
    events: totalOf(content),
    ...(unreadable.length === 0 ? {} : { unreadable: unreadable.length }),
    ...(withGuests === 0 ? {} : { eventsWithGuests: withGuests }),
    ...(others.length === 0 ? {} : { otherComponents: others }),
    recoverable: soft,
  };
}

function totalOf({ objects, unreadable }: CalendarContent): number {
  return objects.length + unreadable.length;
}

function othersIn({ components }: Source['calendar']): readonly string[] {
  return components.filter((component) => component !== 'VEVENT' && component !== 'VTODO');
}

/** Refuses content that could not be restored completely, before a person is asked. */
function assertCanBeKept({ objects, unreadable }: CalendarContent): void {
  const suggestion =
    'Ask the user; only if they agree that nothing can be restored, repeat the call with soft false.';
  if (unreadable.length > 0) {
    throw new CalendarError(
      'UNREADABLE_OBJECT',
      'Some events of the calendar cannot be read, so they cannot be kept in the trash.',
      {
        path: '/mutation/soft',
        details: { unreadable: unreadable.length },
        suggestion,
      },
    );
  }
  const characters = objects.reduce((sum, { ics }) => sum + ics.length, 0);
  if (objects.length <= MOST_OBJECTS && characters <= MOST_CHARACTERS) return;
  throw new CalendarError('UNSUPPORTED', 'The calendar is too large to be kept in the trash.', {
    path: '/mutation/soft',
    details: { events: objects.length, mostEvents: MOST_OBJECTS },
    suggestion,
  });
}
