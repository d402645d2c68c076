import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';

const create = (title: string) => ({ operation: 'create', data: { title, start: '2026-11-25T12:00' } });

it.each([0, 1, 2])(
  'takes back nothing of several where somebody else has changed one (%i)',
  async (which) => {
    const memory = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
    const [desk, other] = [deskOver([memory]), deskOver([memory])];
    const operations = ['A', 'B', 'C'].map(create);
    const { data } = await desk.write({ mutation: { operation: 'batch', operations } });
    const ids = (data.results as { id: string }[]).map(({ id }) => id);
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
