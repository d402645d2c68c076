import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { connect } from '../../../server/connect.js';
import { failureOf } from '../../../thrown.js';
import { desk, event, ics, serviceOver } from '../../service-on-memory.js';

const at = (time: string, uid: string) =>
  ics(
    ...event(
      `UID:${uid}@x`,
      `SUMMARY:${uid}`,
      `DTSTART:20261124T${time}00Z`,
      'DURATION:PT1H',
      'LOCATION:Room 1',
    ),
  );
const TEA = { title: 'Tea', start: '2026-11-24T09:00', durationMinutes: 240, calendar: 'Work' };

const clientOver = async (...objects: readonly string[]) => {
  const calendars = [{ name: 'Work', objects }];
  const { client } = await connect(serviceOver([createMemoryBackend({ name: 'test', calendars })]));
  return async (mutation: object): Promise<Record<string, unknown>> => {
    const result = await client.callTool({ name: 'calendar_write', arguments: { mutation } });
    return result.structuredContent as Record<string, unknown>;
  };
};

it('says of conflicts what it takes to act on them, of five, and counts the others', async () => {
  const on = desk(
    ['0800', '0830', '0900', '0930', '1000', '1030', '1100'].map((time) => at(time, `e${time}`)),
  );
  const { data, meta } = await on.write({ mutation: { operation: 'create', data: TEA } });
  const conflicts = data.conflicts as object[];
  expect(conflicts).toHaveLength(5);
  expect(conflicts[0]).toEqual({
    id: expect.any(String),
    title: 'e0800',
    start: '2026-11-24T09:00+01:00',
    end: '10:00',
    calendar: 'Work',
  });
  expect(meta.notes).toContain('And 2 more conflicts.');
});

it('names the zone of its times where the call does not, and else has no empty meta', async () => {
  const write = await clientOver(at('0800', 'one'));
  const changes = { title: 'Other' };
  const plain = await write({ operation: 'update', id: 'one@x', changes });
  expect(plain.meta).toEqual({ timezone: 'Europe/Berlin' });
  const asked = await write({
    operation: 'update',
    id: 'one@x',
    changes: { title: 'One' },
    timezone: 'Asia/Tokyo',
  });
  expect(asked.data).toMatchObject({ event: { start: '2026-11-24T17:00+09:00' } });
  expect(asked).not.toHaveProperty('meta');
  const made = await write({ operation: 'create', target: 'calendar', data: { title: 'Choir' } });
  expect(made).not.toHaveProperty('meta');
});

it('shortens results of a batch to their outcome where they are too long together, failures last', async () => {
  const write = await clientOver(at('0800', 'one'));
  const long = 'a long text. '.repeat(60);
  const create = (title: string) => ({
    operation: 'create',
    data: { ...TEA, title, location: long },
  });
  const operations = [
    ...Array.from({ length: 90 }, (_, index) => create(`Tea ${index}`)),
    { operation: 'delete', id: 'nothing@x' },
  ];
  const { data, meta } = await write({ operation: 'batch', operations });
  const { results, succeeded, failed } = data as {
    results: Record<string, unknown>[];
    succeeded: number;
    failed: number;
  };
  expect({ succeeded, failed }).toEqual({ succeeded: 90, failed: 1 });
  expect(JSON.stringify(data).length).toBeLessThan(45_000);
  expect(results).toHaveLength(91);
  expect(results[0]).toMatchObject({
    index: 90,
    error: { code: 'NOT_FOUND', suggestion: expect.any(String) },
  });
  expect(results[1]).toHaveProperty('event');
  expect(Object.keys(results[90] ?? {})).toEqual(['index', 'outcome', 'id']);
  const shortened = results.filter((one) => !('event' in one) && !('error' in one)).length;
  expect(meta).toMatchObject({
    notes: [
      'And 85 more conflicts. (90 results)',
      `${shortened} results shortened to the outcome; read the events by their ids.`,
    ],
  });
});

it('does not count times that an event has had before', async () => {
  const weekly = ics(
    ...event(
      'UID:weekly@x',
      'SUMMARY:Weekly',
      'DTSTART:20261124T080000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY',
    ),
  );
  const on = desk([weekly, at('0830', 'other')]);
  const update = { operation: 'update', id: 'weekly@x', allowConflicts: false };
  const ended = await on.write({ mutation: { ...update, changes: { recurrence: { until: '2027-01-31' } } } });
  expect(ended.data).not.toHaveProperty('conflicts');
  const longer = on.write({ mutation: { ...update, changes: { durationMinutes: 90 } } });
  expect((await failureOf(longer)).code).toBe('HAS_CONFLICTS');
});
