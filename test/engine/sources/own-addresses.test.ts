import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
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
  ['a list', 'NEEDS-ACTION', { query: { type: 'events' } }, false],
];

describe('where nobody knows who the user is', () => {
  it.each(QUESTIONS)('%s (%s) say so only where it matters', async (_, answer, question, matters) => {
    const { meta } = await deskOf([PLAIN, invitation('a', answer)]).read(question);
    if (matters) expect(meta.notes).toEqual(NAMES);
    else expect(meta).not.toHaveProperty('notes');
    expect((await deskOf([PLAIN]).read(question)).meta).not.toHaveProperty('notes');
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
