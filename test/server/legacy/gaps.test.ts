import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../../src/ports/backend.js';
import { createToolRunner } from '../../../src/server/run-tool.js';
import { event, ics, serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { PROFILES } from './legacy-fixture.js';
import type { Json } from './legacy-server.js';

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const ALIASES = PROFILES.flatMap(({ aliases }) => aliases);
const UNREACHED = new CalendarError('UNAVAILABLE', 'The server cannot be reached.');
const DAMAGED = ics(...event('UID:x@x', 'DTSTART:nonsense', 'SUMMARY:X'));

function memory(...objects: readonly string[]): Backend {
  return createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects }] });
}

function callerOf(...backends: readonly Backend[]) {
  const run = createToolRunner({ service: serviceOver(backends), aliases: ALIASES, log: SILENT });
  return async (tool: string, args: Json): Promise<Json> =>
    (await run(tool, args, { signal: new AbortController().signal })).structuredContent as Json;
}

/** A second account that cannot be listed at first. */
function lateAccount(): Backend {
  const backend = createMemoryBackend({ name: 'late', calendars: [{ name: 'Late', objects: [] }] });
  let asked = 0;
  return {
    ...backend,
    calendars: async (...args) => {
      asked += 1;
      if (asked === 1) throw new CalendarError('UNAVAILABLE', 'The server cannot be reached.');
      return backend.calendars(...args);
    },
  };
}

it('of deleted events are said by calendarSystem, when only those could not be read', async () => {
  const call = callerOf(memory(), lateAccount());
  const list = { action: 'list', options: { includeDeleted: true } };
  const answer = await call('calendarSystem', list);
  expect(answer).toMatchObject({ success: true, result: [] });
  expect(answer.value).toMatchObject({
    deleted: { sources: [{ calendar: 'late/*', error: 'UNAVAILABLE' }] },
  });
  expect(answer.value).not.toHaveProperty('sources');
  expect(await call('calendarSystem', list)).not.toHaveProperty('value');
});

const WEEK = { from: '2026-11-23', to: '2026-11-30' };
const LISTS: readonly [string, Json][] = [
  ['list-week-events', { weekStart: WEEK.from, calendar: 'Work' }],
  ['search-events', { query: 'x', calendar: 'Work' }],
  ['get_events_details', { startDate: WEEK.from, endDate: WEEK.to }],
  ['get_events_availability', { startDate: WEEK.from, endDate: WEEK.to }],
  ['calendarSystem', { action: 'list', params: WEEK }],
  ['calendar.search', WEEK],
];

it.each(LISTS)('of single events are said by %s', async (tool, args) => {
  const answer = await callerOf(memory(DAMAGED))(tool, args);
  const value = (answer.value ?? answer) as Json;
  expect(value.sources).toMatchObject([{ calendar: 'Work', unreadable: 1 }]);
});

it('of more tasks than are listed are said by analyses of the task server', async () => {
  const todo = (at: number) =>
    ics('BEGIN:VTODO', `UID:${at}@x`, 'DUE:20261101T100000Z', `SUMMARY:${at}`, 'END:VTODO');
  const call = callerOf(memory(...Array.from({ length: 501 }, (_, at) => todo(at))));
  const { data } = await call('omnifocus_analyze', { analysis: { type: 'overdue_analysis' } });
  expect(data).toMatchObject({ total: 501, counts: { Work: 500 }, truncated: true });
});

it('of a copy that is not up to date are said by tools of the macOS calendar that find nothing', async () => {
  const backend = memory();
  const stale: Backend = {
    ...backend,
    scan: async (...args) => ({ ...(await backend.scan(...args)), stale: { asOf: 0, because: UNREACHED } }),
  };
  const call = callerOf(stale);
  const told = { sources: [{ calendar: 'Work', error: 'UNAVAILABLE' }] };
  const remove = { keyword: 'nothing', calendar: 'Work' };
  expect(await call('delete-events-by-keyword', remove)).toMatchObject({ matches: 0, ...told });
  const confirmed = await call('delete-events-by-keyword', { ...remove, confirm: true });
  expect(confirmed).toMatchObject({ deletedCount: 0, ...told });
  const corrections = [{ keyword: 'nothing', newStartTime: '09:00', newEndTime: '10:00' }];
  const fix = { calendar: 'Work', datePattern: WEEK.from, corrections };
  expect(await call('fix-event-times', fix)).toMatchObject({ successCount: 0, ...told });
});
