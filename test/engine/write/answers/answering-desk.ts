import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { type Desk, deskOver, event, ics } from '../../service-on-memory.js';

/** Weekdays at nine, half an hour; the Thursday is later and has a title of its own. */
const STANDUP = ics(
  ...event(
    'UID:standup@x',
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20261102T090000',
    'DTEND;TZID=Europe/Berlin:20261102T093000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=40',
  ),
  ...event(
    'UID:standup@x',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261126T090000',
    'SUMMARY:Standup (late)',
    'DTSTART;TZID=Europe/Berlin:20261126T140000',
    'DTEND;TZID=Europe/Berlin:20261126T143000',
  ),
);
export const DENTIST = ics(
  ...event('UID:dentist@x', 'SUMMARY:Dentist', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);
export const MEETING = ics(
  ...event(
    'UID:meeting@x',
    'SUMMARY:Meeting',
    'DTSTART:20261125T100000Z',
    'DTEND:20261125T110000Z',
    'ORGANIZER:mailto:me@example.org',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.org',
  ),
);

export function desk(sends?: boolean): Desk {
  const backend = createMemoryBackend({
    name: 'test',
    calendars: [
      { name: 'Work', objects: [STANDUP, DENTIST, MEETING] },
      { name: 'Home', objects: [] },
    ],
    ownAddresses: ['me@example.org'],
  });
  return deskOver([sends === undefined ? backend : { ...backend, sendsInvitations: async () => sends }]);
}

export async function idOf(on: Desk, uid: string): Promise<string> {
  const { data } = await on.read({ query: { type: 'events', expand: false, filters: { id: uid } } });
  return (data.events as { id: string }[])[0]?.id.split('/')[0] ?? '';
}

export type Names = Readonly<Record<'standup' | 'dentist' | 'meeting', string>>;
export async function namesOn(on: Desk): Promise<Names> {
  return {
    standup: await idOf(on, 'standup@x'),
    dentist: await idOf(on, 'dentist@x'),
    meeting: await idOf(on, 'meeting@x'),
  };
}

export const thursday = '20261126T0900';
export const friday = '20261127T0900';
