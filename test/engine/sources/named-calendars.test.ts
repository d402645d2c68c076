import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { type Desk, desk, deskOver, event, ics } from '../service-on-memory.js';

async function errorOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  return call.then(
    () => {
      throw new Error('the call was answered');
    },
    ({ code, info }) => ({ code, ...info }),
  );
}

const one = (uid: string): string =>
  ics(...event(`UID:${uid}`, 'SUMMARY:One', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'));

/** Work can be written; Feed cannot. */
function withFeed(): Desk {
  return deskOver([
    createMemoryBackend({
      name: 'test',
      calendars: [
        { name: 'Work', objects: [one('work')] },
        { name: 'Feed', objects: [one('feed')], writable: false },
      ],
    }),
  ]);
}

it.each([
  [{ calendar: 'Wrok' }, '/query/filters/calendar', { calendar: 'Work' }],
  [{ calendar: 'Work, Home' }, '/query/filters/calendar', { calendar: { any: ['Work', 'Home'] } }],
  [
    { calendar: { any: ['Work; Home'] } },
    '/query/filters/calendar/any/0',
    { calendar: { any: ['Work', 'Home'] } },
  ],
  [
    { when: 'any', OR: [{ calendar: 'Home' }, { calendar: { any: ['Work', 'Hmoe'] } }] },
    '/query/filters/OR/1/calendar/any/1',
    { when: 'any', OR: [{ calendar: 'Home' }, { calendar: { any: ['Work', 'Home'] } }] },
  ],
  [{ calendar: 'all', when: 'today' }, '/query/filters/calendar', { when: 'today' }],
])('a calendar that is not there is told with its place: %j', async (filters, path, meant) => {
  const { read } = desk();
  const error = await errorOf(read({ query: { type: 'events', filters } }));
  expect(error).toMatchObject({ code: 'CALENDAR_NOT_FOUND', path });
  expect(error.suggestion).toBe('The example shows the most likely name.');
  expect(error.example).toEqual({ query: { type: 'events', filters: meant } });
  await expect(read(error.example)).resolves.toMatchObject({ success: true });
});

it('a calendar of an analysis too', async () => {
  const { analyze } = desk();
  const scope = { when: 'next week', calendars: ['Wrok'] };
  const error = await errorOf(analyze({ analysis: { type: 'conflicts', scope } }));
  expect(error).toMatchObject({ path: '/analysis/scope/calendars/0' });
  expect(error.example).toEqual({
    analysis: { type: 'conflicts', scope: { ...scope, calendars: ['Work'] } },
  });
});

it.each([
  [{ operation: 'create', data: { title: 'A', start: 'today 12:00', calendar: 'Wrok' } }, 'data/calendar'],
  [{ operation: 'update', id: 'work', changes: { calendar: 'Wrok' } }, 'changes/calendar'],
  [{ operation: 'move', id: 'work', calendar: 'Wrok' }, 'calendar'],
  [{ operation: 'sync', calendar: 'Wrok' }, 'calendar'],
])('a write into a calendar that is not there: %j', async (mutation, place) => {
  const error = await errorOf(withFeed().write({ mutation }));
  expect(error).toMatchObject({ code: 'CALENDAR_NOT_FOUND', path: `/mutation/${place}` });
  expect(JSON.stringify(error.example)).toBe(JSON.stringify({ mutation }).replace('Wrok', 'Work'));
});

it.each([
  { operation: 'delete', target: 'calendar', id: 'Wrok' },
  { operation: 'update', target: 'calendar', id: 'Wrok', changes: { title: 'Job' } },
])('a calendar that is to be changed itself is not guessed: %j', async (mutation) => {
  const error = await errorOf(desk().write({ mutation }));
  expect(error).toMatchObject({
    code: 'CALENDAR_NOT_FOUND',
    path: '/mutation/id',
    example: { query: { type: 'calendars' } },
  });
  expect(error.suggestion).not.toContain('most likely name');
});

it('what is written to is never more than one calendar', async () => {
  const data = { title: 'A', start: 'today 12:00', calendar: 'Work, Home' };
  const error = await errorOf(desk().write({ mutation: { operation: 'create', data } }));
  expect(error).toMatchObject({ path: '/mutation/data/calendar', example: { query: { type: 'calendars' } } });
});

it.each([
  [{ operation: 'create', data: { title: 'A', start: 'today 12:00', calendar: 'Feed' } }, 'data/calendar'],
  [{ operation: 'update', id: 'work', changes: { calendar: 'Feed' } }, 'changes/calendar'],
  [{ operation: 'move', id: 'work', calendar: 'Feed' }, 'calendar'],
  [{ operation: 'move', id: 'feed', calendar: 'Work' }, 'id'],
  [{ operation: 'delete', id: 'feed' }, 'id'],
])('a calendar that cannot be written is told with its place: %j', async (mutation, place) => {
  const { write } = withFeed();
  const error = await errorOf(write({ mutation }));
  expect(error).toMatchObject({ code: 'READ_ONLY', path: `/mutation/${place}` });
  const batch = await errorOf(write({ mutation: { operation: 'batch', operations: [mutation] } }));
  expect(batch).toMatchObject({ code: 'READ_ONLY', path: `/mutation/operations/0/${place}` });
});

it('an equal event that was just created is named', async () => {
  const { read, write } = desk();
  const mutation = { operation: 'create', data: { title: 'A', start: '2026-11-24T12:00', calendar: 'Work' } };
  const { data } = await write({ mutation });
  const error = await errorOf(write({ mutation }));
  expect(error).toMatchObject({
    code: 'POSSIBLE_DUPLICATE',
    path: '/mutation/data',
    details: {
      event: { id: data.id, title: 'A', start: '2026-11-24T12:00+01:00', calendar: 'Work' },
    },
  });
  await expect(read(error.example)).resolves.toMatchObject({ data: { events: [{ id: data.id }] } });
});

it('a title where an id belongs is looked for', async () => {
  const { read, write } = desk([one('work')]);
  const error = await errorOf(write({ mutation: { operation: 'delete', id: 'One' } }));
  expect(error).toMatchObject({ code: 'NOT_FOUND', path: '/mutation/id' });
  await expect(read(error.example)).resolves.toMatchObject({ data: { events: [{ title: 'One' }] } });
});

it('a first day as start and a last one as end is answered with a note', async () => {
  const query = { type: 'events', filters: { start: '2026-11-23', end: '2026-11-27' } };
  const { data, meta } = await desk([one('work')]).read({ query });
  expect(data).toMatchObject({ events: [] });
  expect(meta.notes).toEqual([expect.stringContaining('when {"between": [first, last]}')]);
});
