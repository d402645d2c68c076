import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import type { Success } from '../../../src/engine/context/service.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

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
const DENTIST = ics(
  ...event('UID:dentist@x', 'SUMMARY:Dentist', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);
const MEETING = ics(
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

function desk(sends?: boolean): Desk {
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

async function idOf(on: Desk, uid: string): Promise<string> {
  const { data } = await on.read({ query: { type: 'events', expand: false, filters: { id: uid } } });
  return (data.events as { id: string }[])[0]?.id.split('/')[0] ?? '';
}

type Names = Readonly<Record<'standup' | 'dentist' | 'meeting', string>>;
async function namesOn(on: Desk): Promise<Names> {
  return {
    standup: await idOf(on, 'standup@x'),
    dentist: await idOf(on, 'dentist@x'),
    meeting: await idOf(on, 'meeting@x'),
  };
}

const thursday = '20261126T0900';
const friday = '20261127T0900';
const WRITES: readonly (readonly [
  string,
  (names: Names) => object,
  readonly ((names: Names) => object)[],
])[] = [
  [
    'create',
    () => ({
      operation: 'create',
      idempotencyKey: 'k',
      data: { title: 'Tea', start: '2026-11-24T10:30', calendar: 'Work' },
    }),
    [],
  ],
  [
    'update of one event',
    ({ dentist: id }) => ({
      operation: 'update',
      id,
      changes: { start: '2026-11-25T11:00', location: 'Room 2' },
    }),
    [],
  ],
  ['update by uid', () => ({ operation: 'update', id: 'dentist@x', changes: { title: 'Tooth' } }), []],
  [
    'update with a move',
    ({ dentist: id }) => ({ operation: 'update', id, changes: { title: 'Tooth', calendar: 'Home' } }),
    [],
  ],
  [
    'update of one occurrence',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'this',
      changes: { start: '2026-11-28T10:00' },
    }),
    [],
  ],
  [
    'update of an override',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${thursday}`,
      scope: 'this',
      changes: { title: 'Later' },
    }),
    [],
  ],
  [
    'update from one on',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'following',
      changes: { start: '2026-11-27T10:00' },
    }),
    [],
  ],
  [
    'update from an override on',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${thursday}`,
      scope: 'following',
      changes: { title: 'Daily' },
    }),
    [],
  ],
  [
    'update of a split that moves',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'following',
      changes: { title: 'Daily', calendar: 'Home' },
    }),
    [],
  ],
  [
    'update of all',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'all',
      changes: { start: '2026-11-27T10:00', title: 'Daily' },
    }),
    [],
  ],
  [
    'update of a bare series',
    ({ standup: id }) => ({ operation: 'update', id, changes: { title: 'Daily' } }),
    [],
  ],
  ['delete', ({ dentist: id }) => ({ operation: 'delete', id }), []],
  ['delete for good', ({ dentist: id }) => ({ operation: 'delete', id, soft: false }), []],
  [
    'delete of one occurrence',
    ({ standup }) => ({ operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' }),
    [],
  ],
  [
    'delete from one on',
    ({ standup }) => ({ operation: 'delete', id: `${standup}/${friday}`, scope: 'following' }),
    [],
  ],
  ['delete of all', ({ standup: id }) => ({ operation: 'delete', id }), []],
  ['move', ({ standup: id }) => ({ operation: 'move', id, calendar: 'Home' }), []],
  [
    'restore',
    ({ meeting: id }) => ({ operation: 'restore', id }),
    [({ meeting: id }) => ({ operation: 'delete', id })],
  ],
  [
    'undo',
    () => ({ operation: 'undo' }),
    [({ meeting: id }) => ({ operation: 'update', id, changes: { title: 'Party' } })],
  ],
  [
    'undo of a split',
    () => ({ operation: 'undo' }),
    [
      ({ standup }) => ({
        operation: 'update',
        id: `${standup}/${friday}`,
        scope: 'following',
        changes: { title: 'Daily' },
      }),
    ],
  ],
  [
    'batch whose later operations build on the earlier ones',
    ({ dentist: id, standup }) => ({
      operation: 'batch',
      operations: [
        { operation: 'update', id, changes: { title: 'Tooth', location: 'Main St' } },
        { operation: 'update', id, changes: { title: 'Teeth' } },
        { operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' },
        { operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' },
        { operation: 'delete', id },
        { operation: 'restore', id },
      ],
    }),
    [],
  ],
];

/** What a dry run must show: the answer but for what only a write can have. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !['outcome', 'dryRun', 'undoToken'].includes(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, shown(item)]));
}

describe.each(WRITES)('a dry run of %s', (_, mutationOf, before) => {
  it('answers what the write does, and does nothing', async () => {
    const on = desk(true);
    const names = await namesOn(on);
    for (const earlier of before) await on.write({ mutation: earlier(names) });
    const all = () => on.read({ query: { type: 'events', format: 'ics', filters: { when: 'any' } } });
    const trash = () => on.read({ query: { type: 'events', filters: { deleted: true } } });
    const there = [await all(), await trash()].map(({ data }) => data);
    const mutation = mutationOf(names);
    const dry = await on.write({ mutation: { ...mutation, dryRun: true } });
    expect(dry.data).toMatchObject({ outcome: 'not_applied', dryRun: true });
    expect(dry.data).not.toHaveProperty('undoToken');
    expect([await all(), await trash()].map(({ data }) => data)).toEqual(there);
    const done = await on.write({ mutation });
    expect(shown(dry.data)).toEqual(shown(done.data));
    expect(dry.meta).toEqual(done.meta);
  });
});

it('a dry run of a restore fails as the restore does where the event is there again', async () => {
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [DENTIST] }] });
  const on = deskOver([backend]);
  const id = await idOf(on, 'dentist@x');
  await on.write({ mutation: { operation: 'delete', id } });
  const { signal } = new AbortController();
  const [calendar] = await backend.calendars({ signal });
  if (calendar === undefined) throw new Error('no calendar');
  const patch = { kind: 'create', calendar, uid: 'dentist@x', ics: DENTIST } as const;
  await backend.apply(backend.target.compileWrite(patch, 'again.ics'), { signal });
  for (const dryRun of [true, false]) {
    const error = await failureOf(on.write({ mutation: { operation: 'restore', id, dryRun } }));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
  }
});

describe('an answer', () => {
  const write = (on: Desk, mutation: object): Promise<Success> => on.write({ mutation });

  it('of a deletion shows what went, and what is left of the series', async () => {
    const on = desk();
    const { standup } = await namesOn(on);
    const one = await write(on, { operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' });
    expect(one.data).toMatchObject({
      id: `${standup}/${thursday}`,
      event: { title: 'Standup (late)', start: '2026-11-26T14:00+01:00', day: 'Thu' },
      series: { scope: 'this' },
    });
    expect(one.data).not.toHaveProperty('changed');
    const rest = await write(on, { operation: 'delete', id: `${standup}/${friday}`, scope: 'following' });
    expect(rest.data).toMatchObject({
      event: { start: '2026-11-27T09:00+01:00', day: 'Fri' },
      series: { scope: 'following', endsOn: '2026-11-25', removed: 21 },
    });
  });

  it('of a change of all shows the occurrence that was named, at its new time', async () => {
    const on = desk();
    const { standup } = await namesOn(on);
    const changes = { start: '2026-11-27T10:00', title: 'Daily' };
    const { data } = await write(on, {
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'all',
      changes,
    });
    expect(data).toMatchObject({
      id: `${standup}/20261127T1000`,
      event: { title: 'Daily', start: '2026-11-27T10:00+01:00', day: 'Fri' },
      changed: {
        title: ['Standup', 'Daily'],
        start: ['2026-11-27T09:00+01:00', '2026-11-27T10:00+01:00'],
      },
      series: { scope: 'all', kept: { title: 1, time: 1 } },
    });
  });

  it('of a split shows the first of the new part, and where the old one ends', async () => {
    const on = desk();
    const { standup } = await namesOn(on);
    const mutation = {
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'following',
      changes: { title: 'Daily' },
    };
    const { data } = await write(on, mutation);
    const { newId } = data.series as { newId: string };
    expect(newId).not.toBe(standup);
    expect(data).toMatchObject({
      id: `${newId}/${friday}`,
      event: { title: 'Daily', start: '2026-11-27T09:00+01:00' },
      series: { scope: 'following', endsOn: '2026-11-26' },
    });
  });

  it('shows the fields that were asked for', async () => {
    const on = desk();
    const { dentist: id } = await namesOn(on);
    const { data } = await write(on, {
      operation: 'update',
      id,
      changes: { title: 'Tooth' },
      fields: ['title', 'etag'],
    });
    expect(Object.keys(data.event as object).sort()).toEqual(['etag', 'id', 'title']);
    const unknown = write(on, { operation: 'update', id, changes: { title: 'x' }, fields: ['titel'] });
    expect((await failureOf(unknown)).info).toMatchObject({
      path: '/mutation/fields/0',
      didYouMean: ['title'],
    });
  });
});

describe('who is told', () => {
  const attendees = ['bob@example.org'];
  const others: readonly (readonly [
    string,
    (names: Names) => object,
    readonly ((names: Names) => object)[],
  ])[] = [
    [
      'create',
      () => ({
        operation: 'create',
        data: { title: 'Tea', start: '2026-11-24T16:00', calendar: 'Work', attendees },
      }),
      [],
    ],
    ['update', ({ meeting: id }) => ({ operation: 'update', id, changes: { title: 'Party' } }), []],
    ['invitation', ({ dentist: id }) => ({ operation: 'update', id, changes: { attendees } }), []],
    ['delete', ({ meeting: id }) => ({ operation: 'delete', id }), []],
    [
      'restore',
      ({ meeting: id }) => ({ operation: 'restore', id }),
      [({ meeting: id }) => ({ operation: 'delete', id })],
    ],
    ['undo', () => ({ operation: 'undo' }), [({ meeting: id }) => ({ operation: 'delete', id })]],
    [
      'undo of an invitation',
      () => ({ operation: 'undo' }),
      [({ dentist: id }) => ({ operation: 'update', id, changes: { attendees } })],
    ],
  ];

  it.each(others)(
    'of a %s: those whom the server mails, or nobody, said so',
    async (_, mutationOf, before) => {
      for (const sends of [true, false]) {
        const on = desk(sends);
        const names = await namesOn(on);
        for (const earlier of before) await on.write({ mutation: earlier(names) });
        for (const dryRun of [true, false]) {
          const { data, meta } = await on.write({ mutation: { ...mutationOf(names), dryRun } });
          expect(data.notified).toEqual(sends ? attendees : undefined);
          expect(JSON.stringify(meta.notes ?? []).includes('sends no mail')).toBe(!sends);
        }
      }
    },
  );

  it("of one's own event: nobody of what is one's own, nor of its calendar", async () => {
    const on = desk(true);
    const { meeting: id } = await namesOn(on);
    for (const changes of [{ addReminders: [5] }, { tags: ['mine'] }, { metadata: { a: 'b' } }]) {
      const { data, meta } = await on.write({ mutation: { operation: 'update', id, changes } });
      expect([data.notified, meta.notes]).toEqual([undefined, undefined]);
    }
    const moved = await on.write({ mutation: { operation: 'move', id, calendar: 'Home' } });
    expect(moved.data).not.toHaveProperty('notified');
  });

  const invitation = ics(
    ...event(
      'UID:invited@x',
      'SUMMARY:Invited',
      'DTSTART:20261125T100000Z',
      'DTEND:20261125T110000Z',
      'ORGANIZER:mailto:boss@example.org',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org',
    ),
  );

  it("of somebody else's event: nobody of a change, its organizer of a deletion", async () => {
    const backend = createMemoryBackend({
      name: 'test',
      calendars: [{ name: 'Work', objects: [invitation] }],
      ownAddresses: ['me@example.org'],
    });
    const on = deskOver([{ ...backend, sendsInvitations: async () => true }]);
    const id = await idOf(on, 'invited@x');
    for (const changes of [{ addReminders: [5] }, { tags: ['mine'] }, { title: 'Mine' }]) {
      const { data, meta } = await on.write({ mutation: { operation: 'update', id, changes } });
      expect([data.notified, meta.notes]).toEqual([undefined, undefined]);
    }
    const { data } = await on.write({ mutation: { operation: 'delete', id } });
    expect(data.notified).toEqual(['boss@example.org']);
  });
});
