import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { EngineSettings } from '../../../src/engine/context/dependencies.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { KnownPerson } from '../../../src/ports/people.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const card = (name: string, addresses: readonly string[], more: Partial<KnownPerson> = {}): KnownPerson => ({
  name,
  nicknames: [],
  addresses,
  kind: 'person',
  from: 'contacts',
  ...more,
});

const CONTACTS = [
  card('Ana Lima', ['ana@lima.example']),
  card('Ben Ode', ['ben@work.example', 'ben@home.example'], {
    uses: new Map([['ben@work.example', 'work']]),
  }),
  card('Joana Prado', ['joana@prado.example'], { nicknames: ['Nana'] }),
  card('Zoë', []),
  card('Choir', [], { kind: 'group', members: ['ana@lima.example', 'cy@choir.example'] }),
];
const DIRECTORY = [
  card('Carla Ruiz', ['carla@work.example'], { from: 'directory' }),
  card('Blue Room', ['blue@work.example'], { from: 'directory', kind: 'room' }),
];
const MEETING = ics(
  ...event(
    'UID:m@x',
    'SUMMARY:Meeting',
    'DTSTART:20261124T100000Z',
    'DTEND:20261124T110000Z',
    'ATTENDEE;CN=Dora Past:mailto:dora@past.example',
  ),
);

function office(settings: Partial<EngineSettings> = {}, failing?: CalendarError) {
  const inner = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [MEETING] }] });
  const people: Backend['people'] = async ({ from }) => {
    if (failing !== undefined) throw failing;
    return from === 'contacts' ? CONTACTS : DIRECTORY;
  };
  return deskOver([{ ...inner, people }], settings);
}

const create = (attendees: readonly unknown[]) => ({
  mutation: { operation: 'create', data: { title: 'Lunch', start: '2026-11-25T12:00', attendees } },
});

async function invited(d: ReturnType<typeof office>) {
  const { data } = await d.read({
    query: { type: 'events', filters: { title: 'Lunch', when: '2026-11-25' }, fields: ['attendees'] },
  });
  return (data.events as { attendees: { email: string; name?: string; kind?: string; role: string }[] }[])[0]
    ?.attendees;
}

describe('people', () => {
  it('are read by name and kind, a page at a time, with nothing else of their cards', async () => {
    const d = office();
    const read = async (more: object) => (await d.read({ query: { type: 'people', ...more } })).data.people;
    expect(await read({ filters: { text: 'lima' } })).toEqual([
      { name: 'Ana Lima', addresses: ['ana@lima.example'], kind: 'person' },
    ]);
    const either = { OR: [{ text: 'ode' }, { text: 'carla' }] };
    expect(await read({ filters: either })).toMatchObject([{ name: 'Ben Ode' }, { name: 'Carla Ruiz' }]);
    await expect(read({ filters: { OR: [{ text: 'ode' }, { kind: 'room' }] } })).rejects.toThrow();
    expect(await read({ filters: { kind: ['group', 'room'] } })).toEqual([
      { name: 'Blue Room', addresses: ['blue@work.example'], kind: 'room' },
      {
        name: 'Choir',
        addresses: [],
        kind: 'group',
        members: ['Ana Lima <ana@lima.example>', 'cy@choir.example'],
      },
    ]);
    expect(await read({ filters: { text: 'choir' } })).toMatchObject([
      { name: 'Choir', members: ['Ana Lima <ana@lima.example>', 'cy@choir.example'] },
    ]);
    const { data, meta } = await d.read({ query: { type: 'people', limit: 2, offset: 2 } });
    expect(data.people).toMatchObject([{ name: 'Blue Room' }, { name: 'Carla Ruiz' }]);
    expect(meta).toMatchObject({ total: 7, returned: 2, nextOffset: 4 });
    expect((await d.read({ query: { type: 'people', mode: 'count' } })).data).toEqual({ count: 7 });
  });

  it.each([
    [{ filters: { attendee: 'Ana' } }, '/query/filters/attendee'],
    [{ filters: { text: { contains: 'Ana' } } }, '/query/filters/text'],
    [{ fields: ['name'] }, '/query/fields'],
    [{ sort: [{ field: 'title' }] }, '/query/sort'],
  ])('are not asked for by %j', async (more, path) => {
    await expect(office().read({ query: { type: 'people', ...more } })).rejects.toMatchObject({
      info: { path },
    });
  });

  it('are of other kinds than events', async () => {
    const wrong = office().read({ query: { type: 'events', filters: { kind: 'room' } } });
    await expect(wrong).rejects.toMatchObject({ info: { path: '/query/filters/kind' } });
  });
});

describe('a name in a filter', () => {
  it('also finds those who are on events by address only', async () => {
    const d = office();
    await d.write(create(['ana@lima.example']));
    const filters = { attendee: 'Ana', when: '2026-11-25' };
    const { data, meta } = await d.read({ query: { type: 'events', filters, fields: ['title'] } });
    expect(data.events).toMatchObject([{ title: 'Lunch' }]);
    expect(meta.notes).toBeUndefined();
    const joana = create(['joana@prado.example']);
    await d.write({ mutation: { ...joana.mutation, data: { ...joana.mutation.data, title: 'Tea' } } });
    const nick = await d.read({
      query: { type: 'events', filters: { ...filters, attendee: 'Nana' }, fields: ['title'] },
    });
    expect(nick.data.events).toMatchObject([{ title: 'Tea' }]);
    expect(nick.meta.notes?.join(' ')).toContain('looked up in the address book: joana@prado.example');
  });
});

describe('a name among the attendees', () => {
  it.each([
    ['Ana', 'ana@lima.example', 'Ana Lima'],
    ['ana lima', 'ana@lima.example', 'Ana Lima'],
    ['jo', 'joana@prado.example', 'Joana Prado'],
    ['carla', 'carla@work.example', 'Carla Ruiz'],
    ['Dora', 'dora@past.example', 'Dora Past'],
  ])('%s is %s', async (name, address, called) => {
    const d = office();
    const { data } = await d.write(create([name, 'x@y.example']));
    expect(data.resolved).toEqual({ [name]: address });
    expect(await invited(d)).toMatchObject([{ email: address, name: called }, { email: 'x@y.example' }]);
  });

  it('is one person, whether it is a text or an object', async () => {
    const d = office();
    await d.write(create([{ name: 'Ana', optional: true }, 'ana@lima.example']));
    expect(await invited(d)).toMatchObject([{ email: 'ana@lima.example' }]);
  });

  it('of a room invites a room', async () => {
    const d = office();
    const { data } = await d.write(create(['Blue Room']));
    expect(data.rooms).toEqual({ 'Blue Room': 'needs_action' });
    expect(await invited(d)).toMatchObject([
      { email: 'blue@work.example', kind: 'room', role: 'non_participant' },
    ]);
  });

  it('of any room is one of the address books as well', async () => {
    const green = card('Green Room', ['green@work.example'], { kind: 'room' });
    const inner = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [MEETING] }] });
    const people: Backend['people'] = async ({ from }) => (from === 'contacts' ? [green] : DIRECTORY);
    const params = { durationMinutes: 60, rooms: 1 };
    const { data } = await deskOver([{ ...inner, people }]).analyze({
      analysis: { type: 'availability', scope: { when: 'tomorrow' }, params },
    });
    expect(data.rooms).toMatchObject([{ name: 'Blue Room' }, { name: 'Green Room' }]);
  });

  it.each([
    ['Ben', 'AMBIGUOUS_TARGET', ['Ben Ode <ben@work.example> (work)', 'Ben Ode <ben@home.example>']],
    ['Choir', 'AMBIGUOUS_TARGET', ['ana@lima.example', 'cy@choir.example']],
    ['Zoe', 'NOT_FOUND', undefined],
    ['Xaver', 'NOT_FOUND', undefined],
  ])('%s is refused: %s', async (name, code, matches) => {
    const d = office();
    const failed = d.write(create(['Ana', name]));
    await expect(failed).rejects.toMatchObject({
      code,
      info: {
        path: '/mutation/data/attendees/1',
        outcome: 'not_applied',
        ...(matches && { details: { matches } }),
      },
    });
    expect(await invited(d)).toBeUndefined();
  });

  it('of one person with several addresses is told apart by these', async () => {
    await expect(office().write(create(['Ben']))).rejects.toMatchObject({
      message: 'One person goes by this name, with 2 addresses.',
      info: { suggestion: 'Repeat the call with the mail address that is meant.' },
    });
  });

  it('of a group is its members where the call says so', async () => {
    const d = office();
    const { data } = await d.write(create([{ name: 'Choir', expand: true }]));
    expect(data.resolved).toEqual({ Choir: ['ana@lima.example', 'cy@choir.example'] });
    expect(await invited(d)).toMatchObject([{ email: 'ana@lima.example' }, { email: 'cy@choir.example' }]);
  });

  it('is looked up in updates, batches and matches, too', async () => {
    const d = office();
    const changes = { addAttendees: ['Ana'] };
    const { data } = await d.write({
      mutation: {
        operation: 'batch',
        operations: [
          { operation: 'update', filters: { title: 'Meeting' }, changes },
          ...[create(['carla']).mutation],
        ],
      },
    });
    expect(data.resolved).toEqual({ Ana: 'ana@lima.example', carla: 'carla@work.example' });
  });

  it('is one of those on the event where somebody is removed', async () => {
    const d = office();
    await d.write(create(['Ana', 'ben@work.example', { email: 'ben@old.example', name: 'Ben Oldman' }]));
    const remove = (removeAttendees: readonly string[]) => ({
      mutation: { operation: 'update', filters: { title: 'Lunch' }, changes: { removeAttendees } },
    });
    // Both are called Ben: one by address, the other by name.
    await expect(d.write(remove(['Ben']))).rejects.toMatchObject({
      code: 'AMBIGUOUS_TARGET',
      info: { details: { matches: ['ben@work.example', 'Ben Oldman <ben@old.example>'] } },
    });
    await expect(d.write(remove(['Carla']))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      info: {
        path: '/mutation/changes/removeAttendees/0',
        details: { matches: expect.arrayContaining(['Ana Lima <ana@lima.example>']) },
      },
    });
    await d.write(remove(['ana', 'Ben Oldman']));
    expect((await invited(d))?.map(({ email }) => email)).toEqual(['ben@work.example']);
  });

  it('on an event that is not shown is not looked for', async () => {
    const policy = { ...POLICIES.trusted, read: { ...POLICIES.trusted.read, others: 'freebusy' as const } };
    const remove = {
      mutation: {
        operation: 'update',
        id: 'm@x',
        changes: { removeAttendees: ['Dora'] },
      },
    };
    const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
    await expect(office({ policy }).write(remove)).rejects.toEqual(refused);
  });

  it('is looked up in events alone where the policy says so', async () => {
    const d = office({ policy: { ...POLICIES.trusted, people: 'none' } });
    await expect(d.write(create(['Ana']))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await d.write(create(['Dora']))).data.resolved).toEqual({ Dora: 'dora@past.example' });
    await expect(d.read({ query: { type: 'people' } })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('says where an account could not be asked', async () => {
    const d = office({}, new CalendarError('UNAVAILABLE', 'The server cannot be reached.'));
    await expect(d.write(create(['Ana']))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      info: { retryable: true },
      message: expect.stringContaining('could not be asked'),
    });
    await expect(d.read({ query: { type: 'people' } })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
