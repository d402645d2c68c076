import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const NONE = createMemoryBackend({ name: 'empty', calendars: [] });
const SOME = createMemoryBackend({
  name: 'work',
  calendars: [
    {
      name: 'Work',
      objects: [ics(...event('UID:a', 'SUMMARY:A', 'DTSTART:20261123T100000Z', 'DTEND:20261123T110000Z'))],
    },
  ],
});
const NOTE = 'The account empty has no calendar, so nothing of it is in this answer.';
const when = 'today';

const QUESTIONS: Readonly<Record<string, (on: Desk) => Promise<{ readonly meta: Record<string, unknown> }>>> =
  {
    events: (on) => on.read({ query: { type: 'events', filters: { when } } }),
    'a count': (on) => on.read({ query: { type: 'events', mode: 'count', filters: { when } } }),
    'what needs attention': (on) => on.read({ query: { type: 'events', mode: 'smart_suggest' } }),
    'busy times': (on) => on.read({ query: { type: 'freebusy', filters: { when } } }),
    calendars: (on) => on.read({ query: { type: 'calendars' } }),
    availability: (on) => on.analyze({ analysis: { type: 'availability', scope: { when } } }),
    attention: (on) => on.analyze({ analysis: { type: 'attention', scope: { when } } }),
    time_stats: (on) => on.analyze({ analysis: { type: 'time_stats', scope: { when } } }),
  };

describe.each(Object.entries(QUESTIONS))('an account without a calendar, asked for %s,', (_, ask) => {
  it('is named, alone and beside others', async () => {
    expect((await ask(deskOver([NONE]))).meta.notes).toContain(NOTE);
    expect((await ask(deskOver([NONE, SOME]))).meta.notes).toContain(NOTE);
  });

  it('is not where there is no such account', async () => {
    expect((await ask(deskOver([SOME]))).meta.notes ?? []).not.toContain(NOTE);
  });
});

it('an account without a calendar is not named where the call names calendars', async () => {
  const { meta } = await deskOver([NONE, SOME]).read({
    query: { type: 'events', filters: { when, calendar: 'Work' } },
  });
  expect(meta.notes).toBeUndefined();
});

it('an account without a calendar is named in a search', async () => {
  expect(await deskOver([NONE]).search('dentist')).toMatchObject({
    results: [],
    notes: [NOTE],
  });
});
