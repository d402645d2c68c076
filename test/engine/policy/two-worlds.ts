import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import type { CalendarService, CallContext } from '../../../src/engine/context/service.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

/** Worlds that differ in nothing but what a policy hides. */
export type World = 'a' | 'b';

/** Texts that only the first world, or only the second one, has. */
export const CANARY = { a: 'Kanarienvogel', b: 'Zeisig' } as const;

/** What a policy is tried with: whether titles differ between the worlds too, and what is hidden otherwise. */
export interface Trial {
  readonly name: string;
  readonly policy: Policy;
  readonly titles: boolean;
  /** The events of others are in a calendar that is not visible. */
  readonly hiddenCalendar: boolean;
  /** The calls that it is tried with, where two trials share them. */
  readonly half: 0 | 1;
}

const { trusted } = POLICIES;
const reading = (read: Policy['read']): Policy => ({
  ...trusted,
  read,
  write: { ...trusted.write, hidden: 'allow' },
});

export const TRIALS: readonly Trial[] = [
  {
    name: 'freebusy',
    policy: reading({ assistant: 'full', others: 'freebusy' }),
    titles: true,
    hiddenCalendar: false,
    half: 0,
  },
  {
    name: 'summary',
    policy: reading({ assistant: 'full', others: 'summary' }),
    titles: false,
    hiddenCalendar: false,
    half: 1,
  },
  {
    name: 'ask',
    policy: reading({ assistant: 'full', others: 'ask' }),
    titles: true,
    hiddenCalendar: false,
    half: 1,
  },
  {
    name: 'hidden calendar',
    policy: { ...POLICIES.trusted, calendars: { visible: ['Shared', 'Archive'], writable: ['*'] } },
    titles: true,
    hiddenCalendar: true,
    half: 0,
  },
];

/** The first one where nothing that is hidden is changed unless a person agrees: the question tells nothing, either. */
export const ASKING: readonly Trial[] = TRIALS.slice(0, 1).map((trial) => ({
  ...trial,
  name: `${trial.name}, when asked`,
  half: 1,
  policy: {
    ...trial.policy,
    write: { ...trusted.write, invite: 'confirm', hidden: 'confirm' },
    recipients: { allow: ['*@example.com'], others: 'confirm' },
  },
}));

export const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  caller: { kind: 'assistant', name: 'test' },
};

/** Ids that the calls name; the same in both worlds. */
export const UIDS = {
  one: 'one@x',
  series: 'series@x',
  invited: 'invited@x',
  twin: 'twin@x',
  day: 'day@x',
  task: 'task@x',
  chores: 'chores@x',
};

const METADATA = 'X-CALENDAR-BUILDER-METADATA';

/** Properties of which every one has another value in each world. */
function hidden(world: World): readonly string[] {
  const text = CANARY[world];
  const [status, zone, minutes] = world === 'a' ? ['CONFIRMED', 'PRIVATE', 5] : ['TENTATIVE', 'PUBLIC', 10];
  return [
    `DESCRIPTION:About ${text}`,
    `LOCATION:Room ${text}`,
    `URL:https://example.org/${text}`,
    `CONFERENCE;VALUE=URI;LABEL=${text}:https://meet.example.org/${text}`,
    `CATEGORIES:${text}`,
    `ATTACH;FILENAME=${text}.pdf;SIZE=${minutes}:https://files.example.org/${text}`,
    `COLOR:${world === 'a' ? 'red' : 'blue'}`,
    `X-MICROSOFT-CDO-BUSYSTATUS:${world === 'a' ? 'OOF' : 'BUSY'}`,
    `${METADATA}:{"bird":"${text}"}`,
    `STATUS:${status}`,
    `CLASS:${zone}`,
    `CREATED:2026110${minutes === 5 ? 1 : 2}T000000Z`,
    `LAST-MODIFIED:2026110${minutes === 5 ? 3 : 4}T000000Z`,
    `SEQUENCE:${minutes}`,
    `X-OTHER:${text}`,
    `RELATED-TO:${text}@x`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${minutes}M`,
    `DESCRIPTION:${text}`,
    'END:VALARM',
  ];
}

function people(world: World, own: string): readonly string[] {
  const guest = `mailto:${CANARY[world].toLowerCase()}@example.org`;
  return own === 'organizer'
    ? ['ORGANIZER:mailto:me@example.org', `ATTENDEE;PARTSTAT=ACCEPTED:${guest}`]
    : [`ORGANIZER:${guest}`, `ATTENDEE;PARTSTAT=${own}:mailto:me@example.org`];
}

function eventsOf(world: World, { titles }: Trial): readonly string[] {
  const isA = world === 'a';
  const title = (name: string): string => (titles ? `${CANARY[world]} ${name}` : name);
  const utc = (from: string, to: string) => [`DTSTART:202611${from}00Z`, `DTEND:202611${to}00Z`];
  const own = (uid: string, name: string, ...lines: readonly string[]) =>
    event(`UID:${uid}`, `SUMMARY:${title(name)}`, ...lines, ...hidden(world));
  const zone = isA ? 'Europe/Berlin' : 'Europe/Rome';
  const override = (...lines: readonly string[]) =>
    event(
      `UID:${UIDS.series}`,
      `RECURRENCE-ID;TZID=${zone}:20261130T140000`,
      `DTSTART;TZID=${zone}:20261130T140000`,
      `DTEND;TZID=${zone}:20261130T150000`,
      ...lines,
    );
  return [
    ics(
      ...own(UIDS.one, 'Dentist', ...utc('24T0900', '24T1000'), ...(isA ? people(world, 'organizer') : [])),
    ),
    ics(
      ...own(
        UIDS.series,
        'Standup',
        `DTSTART;TZID=${zone}:20261123T140000`,
        `DTEND;TZID=${zone}:20261123T150000`,
        isA ? 'RRULE:FREQ=WEEKLY;COUNT=4' : 'RRULE:FREQ=DAILY;INTERVAL=7;COUNT=4',
      ),
      ...override(
        `SUMMARY:${title('Standup')}`,
        ...(isA ? ['DESCRIPTION:Its own', 'PRIORITY:1'] : hidden(world)),
      ),
    ),
    // Overlaps the first one; an answer that is given in one world only, and an organizer.
    ics(
      ...own(
        UIDS.invited,
        'Review',
        ...utc('24T0930', '24T1030'),
        ...(isA ? people(world, 'NEEDS-ACTION') : []),
      ),
    ),
    ics(
      ...event(
        `UID:${UIDS.twin}`,
        `SUMMARY:${title(isA ? 'Twin' : 'Twin')}`,
        ...utc('24T0900', '24T1000'),
        ...(isA ? ['LOCATION:Same'] : []),
      ),
    ),
    // Takes no time, for another reason in each world.
    ics(
      ...event(
        'UID:off@x',
        `SUMMARY:${title('Off')}`,
        ...utc('26T0900', '26T1000'),
        isA ? 'STATUS:CANCELLED' : 'TRANSP:TRANSPARENT',
      ),
    ),
    ics(...own(UIDS.day, 'Trip', 'DTSTART;VALUE=DATE:20261127', 'DTEND;VALUE=DATE:20261128')),
    // Past, so that statistics have something to count.
    ics(
      ...own(
        'past@x',
        'Past',
        ...utc('18T0900', '18T1100'),
        ...people(world, isA ? 'ACCEPTED' : 'TENTATIVE'),
      ),
    ),
    ics(...event(`UID:broken@x`, 'DTSTART:nonsense', `SUMMARY:${title('Broken')}`)),
    ...tasksOf(world, title),
  ];
}

/** Tasks that are due at the same times, and differ in whether they are done, how urgent they are and what they belong to. */
function tasksOf(world: World, title: (name: string) => string): readonly string[] {
  const isA = world === 'a';
  const todo = (...lines: readonly string[]) => [
    'BEGIN:VTODO',
    'DTSTAMP:20261101T000000Z',
    ...lines,
    'END:VTODO',
  ];
  const done = ['STATUS:COMPLETED', 'COMPLETED:20261120T090000Z', 'PERCENT-COMPLETE:100'];
  const of = (isDone: boolean) => (isDone ? done : ['STATUS:NEEDS-ACTION', 'PERCENT-COMPLETE:0']);
  return [
    ics(
      ...todo(
        `UID:${UIDS.task}`,
        `SUMMARY:${title('Errand')}`,
        'DUE:20261120T170000Z',
        isA ? 'PRIORITY:1' : 'PRIORITY:9',
        `RELATED-TO:${isA ? UIDS.chores : 'nothing@x'}`,
        `ESTIMATED-DURATION:PT${isA ? 1 : 3}H`,
        ...of(isA),
      ),
    ),
    ics(
      ...todo(
        `UID:${UIDS.chores}`,
        `SUMMARY:${title('Chores')}`,
        'DUE:20261119T170000Z',
        isA ? 'RRULE:FREQ=WEEKLY;COUNT=3' : 'RRULE:FREQ=DAILY;INTERVAL=7;COUNT=3',
      ),
      ...todo(
        `UID:${UIDS.chores}`,
        `SUMMARY:${title('Chores')}`,
        'RECURRENCE-ID:20261119T170000Z',
        'DUE:20261119T170000Z',
        ...of(isA),
      ),
    ),
  ];
}

/** A service before which the assistant has created two events of its own. */
export async function worldOf(world: World, trial: Trial): Promise<CalendarService> {
  const others = eventsOf(world, trial);
  const calendars = [
    { name: 'Shared', objects: trial.hiddenCalendar ? [] : others },
    { name: 'Archive', objects: [] },
    ...(trial.hiddenCalendar ? [{ name: `Private ${CANARY[world]}`, objects: others }] : []),
  ];
  const backend = createMemoryBackend({ name: 'test', calendars, ownAddresses: ['me@example.org'] });
  const service = serviceOver([{ ...backend, sendsInvitations: async () => true }], {
    policy: trial.policy,
    defaultCalendar: 'Shared',
  });
  for (const [key, start] of [
    ['report', '2026-11-25T09:00'],
    ['walk', '2026-11-24T10:15'],
  ] as const) {
    const data = { title: `Own ${key}`, start, durationMinutes: 30, tags: ['own'] };
    await service.write({ mutation: { operation: 'create', data, idempotencyKey: key } }, CONTEXT);
  }
  return service;
}
