import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const TALK = ics(
  ...event('UID:talk@x', 'SUMMARY:Talk', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'),
);
const NEW = TALK.replace('talk@x', 'new@x');

/** The calendar Work of two accounts, and Home and Café only in the first. */
function names(): Desk {
  const first = [{ name: 'Work' }, { name: 'Home', objects: [TALK] }, { name: 'Café' }];
  return deskOver([
    createMemoryBackend({
      name: 'first',
      calendars: first.map(({ objects = [], ...one }) => ({ ...one, objects })),
    }),
    createMemoryBackend({ name: 'second', calendars: [{ name: 'Work', objects: [] }] }),
  ]);
}

async function idOf(d: Desk, account: string, name: string): Promise<string> {
  const { data } = await d.read({ query: { type: 'calendars' } });
  const rows = data.calendars as readonly { id: string; name: string; account: string }[];
  return rows.find((row) => row.name === name && row.account === account)?.id ?? 'none';
}

/** Every place of a call that names a calendar, as a call that works where it is the right one. */
const PLACES: Readonly<Record<string, (d: Desk, calendar: string) => Promise<unknown>>> = {
  'data.calendar': (d, calendar) =>
    d.write({ mutation: { operation: 'create', data: { title: 'A', start: 'today', calendar } } }),
  'changes.calendar': (d, calendar) =>
    d.write({ mutation: { operation: 'update', id: 'talk@x', changes: { calendar } } }),
  move: (d, calendar) => d.write({ mutation: { operation: 'move', id: 'talk@x', calendar } }),
  restore: async (d, calendar) => {
    const { data } = await d.write({ mutation: { operation: 'delete', id: 'talk@x' } });
    return d.write({ mutation: { operation: 'restore', id: data.id, calendar } });
  },
  import: (d, calendar) => d.write({ mutation: { operation: 'import', ics: NEW, calendar } }),
  'target calendar': (d, id) =>
    d.write({
      mutation: { operation: 'update', target: 'calendar', id, changes: { color: '#336699' }, dryRun: true },
    }),
  'filters of a question': (d, calendar) =>
    d.read({ query: { type: 'events', filters: { calendar: { any: [calendar] } } } }),
  'filters of a change': (d, calendar) =>
    d.write({
      mutation: {
        operation: 'update',
        filters: { title: 'talk', NOT: { calendar } },
        changes: { location: 'Here' },
      },
    }),
  'scope of an analysis': (d, calendar) =>
    d.analyze({ analysis: { type: 'time_stats', scope: { calendars: [calendar] } } }),
};

describe.each(Object.keys(PLACES))('a calendar is named in %s', (place) => {
  const call = (d: Desk, name: string) => PLACES[place]?.(d, name);

  it.each(['first/Work', 'FIRST/work', ' first/Work ', 'Café', 'cafe\u0301', 'CAFÉ'])(
    'as %j',
    async (name) => {
      await expect(call(names(), name)).resolves.toMatchObject({ success: true });
    },
  );

  it('by its id', async () => {
    const d = names();
    await expect(call(d, await idOf(d, 'second', 'Work'))).resolves.toMatchObject({ success: true });
  });

  it('not by a name that none has', async () => {
    await expect(call(names(), 'Nowhere')).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  });
});

it.each(['data.calendar', 'changes.calendar', 'move', 'restore', 'import', 'target calendar'])(
  'a name that two accounts have is told apart in %s',
  async (place) => {
    await expect(PLACES[place]?.(names(), 'work')).rejects.toMatchObject({
      code: 'AMBIGUOUS_TARGET',
      info: { didYouMean: ['first/Work', 'second/Work'] },
    });
  },
);

it('sync takes the names of copies', async () => {
  await expect(names().write({ mutation: { operation: 'sync', calendar: 'Nowhere' } })).rejects.toMatchObject(
    {
      code: 'CALENDAR_NOT_FOUND',
    },
  );
});

it('people are added as objects or as plain addresses', async () => {
  const d = names();
  const addAttendees = ['ana@example.org', { email: 'ben@example.org', name: 'Ben', role: 'optional' }];
  await d.write({ mutation: { operation: 'update', filters: { title: 'talk' }, changes: { addAttendees } } });
  const query = { type: 'events', filters: { attendee: { all: ['ana@example.org', 'ben'] } } };
  const { data } = await d.read({ query: { ...query, fields: ['attendees'] } });
  expect(data.events).toMatchObject([
    {
      attendees: [{ email: 'ana@example.org' }, { email: 'ben@example.org', name: 'Ben', role: 'optional' }],
    },
  ]);
});
