import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const AT = ['DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z', 'ORGANIZER:mailto:bob@example.org'];
const invitation = (uid: string, answer: string): string =>
  ics(
    ...event(`UID:${uid}`, `SUMMARY:${answer}`, ...AT, `ATTENDEE;PARTSTAT=${answer}:mailto:Ana@Example.org`),
  );
const PLAIN = ics(...event('UID:plain', 'SUMMARY:plain', 'DTSTART:20261124T090000Z'));

const deskOf = (objects: readonly string[], ownAddresses: readonly string[] = []) =>
  deskOver([
    createMemoryBackend({ name: 'test', calendars: [{ name: 'Own', objects: [...objects] }], ownAddresses }),
  ]);
const NAMES = [expect.stringMatching(/not known for "test".*CALENDAR_ADDRESSES/)];

const QUESTIONS: readonly (readonly [string, string, object, boolean])[] = [
  [
    'open invitations',
    'NEEDS-ACTION',
    { query: { type: 'events', filters: { myResponse: 'needs_action' } } },
    true,
  ],
  [
    'all but the declined',
    'ACCEPTED',
    { query: { type: 'events', filters: { NOT: { myResponse: 'declined' } } } },
    true,
  ],
  [
    'a number of accepted ones',
    'ACCEPTED',
    { query: { type: 'events', mode: 'count', filters: { myResponse: 'accepted' } } },
    true,
  ],
  [
    'free/busy with a declined one',
    'DECLINED',
    { query: { type: 'freebusy', filters: { when: 'tomorrow' } } },
    true,
  ],
  [
    'free/busy without one',
    'ACCEPTED',
    { query: { type: 'freebusy', filters: { when: 'tomorrow' } } },
    false,
  ],
  ['what is busy', 'DECLINED', { query: { type: 'events', filters: { busy: true } } }, true],
  ['what conflicts', 'DECLINED', { query: { type: 'events', filters: { hasConflict: true } } }, true],
  [
    'what others have organized',
    'ACCEPTED',
    { query: { type: 'events', filters: { external: false } } },
    true,
  ],
  ['a list', 'NEEDS-ACTION', { query: { type: 'events' } }, false],
];

describe('where nobody knows who the user is', () => {
  it.each(QUESTIONS)('%s (%s) say so only where it matters', async (_, answer, question, matters) => {
    const { meta } = await deskOf([PLAIN, invitation('a', answer)]).read(question);
    if (matters) expect(meta.notes).toEqual(NAMES);
    else expect(meta).not.toHaveProperty('notes');
    expect((await deskOf([PLAIN]).read(question)).meta).not.toHaveProperty('notes');
  });

  it.each([
    ['attention', 'NEEDS-ACTION'],
    ['time_stats', 'DECLINED'],
    ['schedule_health', 'DECLINED'],
    ['meeting_trends', 'DECLINED'],
    ['patterns', 'ACCEPTED'],
  ])('%s says so', async (type, answer) => {
    const analysis = { type, scope: { when: 'this week' } };
    const { meta } = await deskOf([invitation('a', answer)]).analyze({ analysis });
    expect(meta.notes).toEqual(expect.arrayContaining(NAMES));
    for (const known of [deskOf([invitation('a', answer)], ['ana@example.org']), deskOf([PLAIN])])
      expect(JSON.stringify((await known.analyze({ analysis })).meta)).not.toContain('CALENDAR_ADDRESSES');
  });

  it('what conflicts with a new event says so', async () => {
    const data = { title: 'Tea', start: '2026-11-24T10:15', durationMinutes: 15 };
    const create = { mutation: { operation: 'create', data } };
    const { meta } = await deskOf([invitation('a', 'DECLINED')]).write(create);
    expect(meta.notes).toEqual(NAMES);
    const strict = { mutation: { operation: 'create', data, allowConflicts: false } };
    expect((await failureOf(deskOf([invitation('a', 'DECLINED')]).write(strict))).info.details).toMatchObject(
      {
        notes: NAMES,
      },
    );
    for (const known of [deskOf([invitation('a', 'ACCEPTED')]), deskOf([PLAIN])])
      expect((await known.write(create)).meta).not.toHaveProperty('notes');
  });

  it.each(['availability', 'conflicts'])('%s says so', async (type) => {
    const params = type === 'availability' ? { params: { durationMinutes: 30 } } : {};
    const analysis = { type, scope: { when: 'this week' }, ...params };
    const { meta } = await deskOf([invitation('a', 'DECLINED')]).analyze({ analysis });
    expect(meta.notes).toEqual(expect.arrayContaining(NAMES));
    const known = await deskOf([invitation('a', 'DECLINED')], ['ana@example.org']).analyze({ analysis });
    expect(JSON.stringify(known.meta.notes ?? [])).not.toContain('CALENDAR_ADDRESSES');
  });
});

it('an address of the user finds answers, busy times and own events', async () => {
  const desk = deskOf([invitation('a', 'NEEDS-ACTION'), invitation('b', 'DECLINED')], ['ANA@example.org']);
  const { data, meta } = await desk.read({
    query: { type: 'events', filters: { myResponse: 'needs_action' } },
  });
  expect(data.events).toMatchObject([{ title: 'NEEDS-ACTION', myResponse: 'needs_action' }]);
  expect(meta).not.toHaveProperty('notes');
  const busy = await desk.read({ query: { type: 'events', filters: { busy: true } } });
  expect(busy.data.events).toMatchObject([{ title: 'NEEDS-ACTION' }]);
});

it('what others have organized is filtered by in analyses and changes, too', async () => {
  const own = invitation('own', 'ACCEPTED').replace('bob@', 'ana@');
  const desk = () => deskOf([PLAIN, invitation('a', 'ACCEPTED'), own], ['ana@example.org']);
  const scope = { when: 'tomorrow', filters: { external: true } };
  const stats = await desk().analyze({ analysis: { type: 'time_stats', scope } });
  expect(stats.data.total).toMatchObject({ events: 1, meetings: 1 });
  const filters = { attendee: { empty: false }, external: false };
  const mutation = { operation: 'update', filters, changes: { title: 'Ours' }, notify: false };
  expect((await desk().write({ mutation })).data.changed).toEqual({ title: ['ACCEPTED', 'Ours'] });
});
