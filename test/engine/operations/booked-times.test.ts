import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, ics } from '../service-on-memory.js';

const todo = (uid: string, ...lines: string[]) =>
  ics('BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:${uid}`, ...lines, 'END:VTODO');

function desk(objects: string[] = []) {
  const lists = {
    name: 'Tasks',
    components: ['VTODO'],
    objects: [todo('taxes'), todo('plants', 'DUE:20261124T100000Z', 'RRULE:FREQ=DAILY')],
  };
  const calendars = { name: 'Work', components: ['VEVENT'], objects };
  return deskOver([createMemoryBackend({ name: 'test', calendars: [lists, calendars] })]);
}

const complete = (title: string) => ({ mutation: { operation: 'complete', filters: { title } } });

async function book(d: ReturnType<typeof desk>, task: string, start: string): Promise<void> {
  const found = await d.read({ query: { type: 'tasks', filters: { title: task }, fields: ['id'] } });
  const [row] = found.data.tasks as { id: string }[];
  const data = { title: `Time for ${task}`, start, durationMinutes: 60, parent: row?.id };
  await d.write({ mutation: { operation: 'create', type: 'event', data } });
}

describe('completing a task for which time is booked', () => {
  it('names what is booked from now on, so that it can be given back', async () => {
    const d = desk();
    for (const start of ['2026-11-20T09:00', '2026-11-26T09:00', '2026-11-25T09:00'])
      await book(d, 'taxes', start);
    const { data, meta } = await d.write(complete('taxes'));
    expect(data.booked).toMatchObject([
      { id: expect.any(String), title: 'Time for taxes', start: '2026-11-25T09:00+01:00', calendar: 'Work' },
      { start: '2026-11-26T09:00+01:00' },
    ]);
    expect(meta.notes).toEqual([expect.stringContaining('still booked')]);
    const ids = (data.booked as { id: string }[]).map(({ id }) => id);
    const operations = ids.map((id) => ({ operation: 'delete', id }));
    expect((await d.write({ mutation: { operation: 'batch', operations } })).data.outcome).toBe('applied');
  });

  it('says nothing where there is none', async () => {
    const { data, meta } = await desk().write(complete('taxes'));
    expect([data.outcome, 'booked' in data, meta.notes]).toEqual(['applied', false, undefined]);
  });

  it('of a series names what is booked for this occurrence, however late, and nothing of others', async () => {
    const d = desk();
    await book(d, 'plants', '2026-11-26T09:00');
    const booked = async () => (await d.write(complete('plants'))).data.booked;
    expect(await booked()).toMatchObject([{ start: '2026-11-26T09:00+01:00' }]);
    expect(await booked()).toBeUndefined();
    await book(d, 'plants', '2026-11-27T09:00');
    expect(await booked()).toMatchObject([{ start: '2026-11-27T09:00+01:00' }]);
  });

  it('takes what others have booked for a series before its next occurrence as for this one', async () => {
    const event = (uid: string, start: string) =>
      ics(
        ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:${uid}`],
        ...[`DTSTART:${start}`, 'DURATION:PT1H', 'RELATED-TO:plants', 'END:VEVENT'],
      );
    const d = desk([event('now', '20261124T090000Z'), event('then', '20261125T160000Z')]);
    expect((await d.write(complete('plants'))).data.booked).toMatchObject([{ title: 'now' }]);
  });

  it('says where a calendar could not be read', async () => {
    const working = createMemoryBackend({
      name: 'tasks',
      calendars: [{ name: 'Tasks', objects: [todo('taxes')] }],
    });
    const inner = createMemoryBackend({
      name: 'events',
      calendars: [{ name: 'Work', components: ['VEVENT'], objects: [] }],
    });
    const failing = {
      ...inner,
      scan: () => Promise.reject(new CalendarError('UNAVAILABLE', 'The server is away.')),
    };
    const { data, meta } = await deskOver([working, failing]).write(complete('taxes'));
    expect(data.outcome).toBe('applied');
    expect(meta.sources).toMatchObject([{ calendar: 'Work', error: 'UNAVAILABLE' }]);
  });
});
