import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { delegate } from '../../../src/ports/delegate.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';

const INTERVIEW = ics(
  ...event(
    'UID:interview',
    'SUMMARY:Interview: backend candidate',
    'DTSTART:20261130T150000Z',
    'DURATION:PT1H',
  ),
);
const YOGA = ics(
  ...event(
    'UID:yoga',
    'SUMMARY:Yoga',
    'DTSTART:20261125T180000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=9',
  ),
);
const d = desk([INTERVIEW, YOGA]);
const read = async (query: object) => (await d.read({ query: { type: 'events', ...query } })).meta.nearest;

it.each([
  ['words in another order', { filters: { title: 'backend interview' } }, 'Interview: backend candidate'],
  ['a word that is misspelled', { filters: { text: 'intervew' } }, 'Interview: backend candidate'],
  ['a search', { mode: 'search', filters: { text: 'candidate interview' } }, 'Interview: backend candidate'],
  ['an agenda', { format: 'agenda', filters: { title: 'yogga' } }, 'Yoga'],
])('where nothing matches, a title like the text is named for %s', async (_, query, title) => {
  expect(await read(query)).toMatchObject([{ title, start: expect.stringMatching(/^2026-11/) }]);
});

it('an empty answer stands where its calendar fails when it is asked for all events', async () => {
  const inner = createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects: [INTERVIEW] }] });
  let scans = 0;
  const backend = delegate(inner, {
    scan: (call: Parameters<typeof inner.scan>[0], request: Parameters<typeof inner.scan>[1]) => {
      scans++;
      return scans === 1
        ? inner.scan(call, request)
        : Promise.reject(new CalendarError('UNAVAILABLE', 'The server is gone.'));
    },
  });
  const query = { type: 'events', filters: { title: 'backend interview' } };
  const { data, meta } = await deskOver([backend]).read({ query });
  expect([data.events, meta.nearest, scans]).toEqual([[], undefined, 2]);
});

it.each([
  ['something matches', { filters: { title: 'yoga' } }],
  ['nothing is alike', { filters: { title: 'dentist' } }],
  ['only part of the words is alike', { filters: { title: 'frontend interview' } }],
  ['the period has no such event', { filters: { title: 'intervew', when: '2027-03' } }],
  ['no text is asked for', { filters: { when: '2027-03' } }],
])('names none where %s', async (_, query) => {
  expect(await read(query)).toBeUndefined();
});
