import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { searchResultSchema } from '../../schemas/result-schemas.js';
import { call, connect } from '../../server/connect.js';
import { breakable } from '../failing-backend.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const LUNCH = ics(...event('UID:a', 'SUMMARY:Lunch', 'DTSTART:20261124T120000Z'));
const BROKEN = ics(...event('UID:b', 'SUMMARY:Dinner', 'DTSTART:nonsense'));
const memory = (name: string, ...objects: string[]) =>
  createMemoryBackend({ name, calendars: [{ name: 'Own', objects }] });

async function search(service: CalendarService, query: string) {
  const { client } = await connect(service);
  // The client checks structured content against the published schema.
  await client.listTools();
  return call(client, 'search', { query });
}

it('a calendar that failed is told beside the hits, and not as one of them', async () => {
  const broken = breakable(memory('b'));
  broken.failCalendars = new CalendarError('UNAVAILABLE', 'It is away.');
  const { json, structured } = await search(serviceOver([memory('a', LUNCH), broken.backend]), 'lunch');
  expect(json).toEqual(structured);
  expect(searchResultSchema.safeParse(json).success).toBe(true);
  expect(json).toMatchObject({
    results: [{ title: 'Lunch (Tue 24 Nov 2026 13:00, Own)' }],
    sources: [{ calendar: 'b/*', error: 'UNAVAILABLE' }],
  });
});

it('an event that cannot be read is told where nothing else was found', async () => {
  const { json } = await search(serviceOver([memory('a', LUNCH, BROKEN)]), 'dinner');
  expect(json).toMatchObject({ results: [], sources: [{ calendar: 'Own', unreadable: 1, problems: [{}] }] });
});

it('nothing is told where all went well', async () => {
  const { json } = await search(serviceOver([memory('a', LUNCH)]), 'lunch');
  expect(Object.keys(json)).toEqual(['results']);
});

it('a read notes what it could not read', async () => {
  const service = serviceOver([memory('a', LUNCH, BROKEN)]);
  const query = { type: 'events', filters: { title: 'dinner' } };
  const { data, meta } = await service.read({ query }, { signal: new AbortController().signal });
  expect(data).toMatchObject({ events: [] });
  expect(meta.notes).toEqual([expect.stringContaining('cannot be read')]);
  expect(meta.sources).toMatchObject([{ unreadable: 1 }]);
});
