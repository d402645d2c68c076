import { expect, it, vi } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const create = (title: string) => ({ operation: 'create', data: { title, start: '2026-11-25T12:00' } });

it.each([0, 1, 2])(
  'takes back nothing of several where somebody else has changed one (%i)',
  async (which) => {
    const memory = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
    const [desk, other] = [deskOver([memory]), deskOver([memory])];
    const operations = ['A', 'B', 'C'].map(create);
    const { data } = await desk.write({ mutation: { operation: 'batch', operations } });
    const ids = (data.results as unknown as { id: string }[]).map(({ id }) => id);
    const titles = async () => {
      const read = await other.read({ query: { type: 'events', filters: { when: 'next 30 days' } } });
      return (read.data.events as { title: string }[]).map(({ title }) => title).toSorted();
    };
    const rename = (title: string) =>
      other.write({ mutation: { operation: 'update', id: ids[which], changes: { title } } });
    await rename('theirs');
    const before = await titles();
    const error = await failureOf(desk.write({ mutation: { operation: 'undo' } }));
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    expect(await titles()).toEqual(before);
  },
);

it('takes back nothing of a long import of which another program has changed one event', async () => {
  const memory = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  const scan = vi.fn(memory.scan);
  const counted = { ...memory, scan };
  const [desk, other] = [deskOver([counted]), deskOver([memory])];
  const events = Array.from({ length: 300 }, (_, n) =>
    event(`UID:e${n}`, `SUMMARY:Event ${n}`, 'DTSTART:20261125T120000Z', 'DURATION:PT1H'),
  );
  await desk.write({ mutation: { operation: 'import', ics: ics(...events.flat()), calendar: 'Work' } });
  const filters = { title: 'Event 150' };
  await other.write({ mutation: { operation: 'update', filters, changes: { location: 'Theirs' } } });
  scan.mockClear();
  const error = await failureOf(desk.write({ mutation: { operation: 'undo' } }));
  expect([error.code, error.info.outcome, error.message]).toEqual([
    'CONFLICT',
    'not_applied',
    'An event of this write was changed by another program since.',
  ]);
  expect(scan.mock.calls.length).toBeLessThan(5);
  const count = { type: 'events', mode: 'count', filters: { when: 'next 30 days' } };
  expect((await other.read({ query: count })).data).toMatchObject({ count: 300 });
});

const at = (uid: string, title: string) =>
  ics(...event(`UID:${uid}`, `SUMMARY:${title}`, 'DTSTART:20261125T120000Z', 'DURATION:PT1H'));

it.each([
  ['one', 1],
  ['several', 2],
])(
  'brings back none of %s where another program has put one in its place, and a dry run sees it',
  async (_, count) => {
    const calendars = [{ name: 'Work', objects: [at('a', 'Grp'), at('b', 'Grp')].slice(0, count) }];
    const memory = createMemoryBackend({ name: 'test', calendars });
    const desk = deskOver([memory]);
    const remove = { operation: 'delete', filters: { title: 'Grp' }, each: true };
    const { data } = await desk.write({ mutation: remove });
    const deleted = data.results as unknown as { id?: string; event?: { id?: string } }[];
    expect(deleted).toHaveLength(count);
    await desk.write({ mutation: { operation: 'import', ics: at('a', 'Theirs'), calendar: 'Work' } });
    const { undoToken } = data;
    for (const dryRun of [true, false]) {
      const undo = { operation: 'undo', undoToken, dryRun };
      const { code, info } = await failureOf(desk.write({ mutation: undo }));
      expect([code, info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
      const { inTheWay } = info.details as { inTheWay: string[] };
      expect(inTheWay).toHaveLength(1);
      const { data: there } = await desk.read({ query: { type: 'events', filters: { id: inTheWay } } });
      expect(there.events).toMatchObject([{ title: 'Theirs' }]);
      expect(info.suggestion).not.toContain('idempotencyKey');
    }
    const { data: all } = await desk.read({ query: { type: 'events', filters: { when: 'next 30 days' } } });
    expect(all.events).toMatchObject([{ title: 'Theirs' }]);
  },
);
