// @module-tag database
import { expect, it } from 'vitest';
import { asAdmin } from '../state/database/fresh-database.js';
import { isPossible, startCluster } from './cluster.js';

const query = { type: 'events', filters: { when: '2027-01-15' }, fields: ['id', 'title'] };
const create = {
  operation: 'create',
  data: { title: 'Lunch', start: '2027-01-15T10:00', durationMinutes: 30 },
  idempotencyKey: 'lunch',
};

it.skipIf(!isPossible)(
  'what a replica wrote that was killed before it could tell, and another one answers for, is seen at all',
  async () => {
    const cluster = await startCluster(3);
    const events = async (at: number) => (await cluster.call('calendar_read', { query }, at)).data?.events;
    /** At the first, which tells nobody, and again at the second, which has been started since. */
    const twice = async (mutation: object) => {
      for (const at of [0, 1, 2]) await events(at);
      const [first] = [await cluster.call('calendar_write', { mutation }, 0)];
      const told = "UPDATE calendar_mcp.counters SET count = count - 1 WHERE name LIKE 'account %'";
      await asAdmin(cluster.database, told);
      await cluster.kill(1);
      return [first, await cluster.call('calendar_write', { mutation }, 1)];
    };
    expect(await twice(create)).toMatchObject([
      { data: { outcome: 'applied' } },
      { data: { replayed: true } },
    ]);
    const [event] = (await events(2)) as { id: string; title: string }[];
    expect(event).toMatchObject({ title: 'Lunch' });
    const update = { operation: 'update', id: event?.id, changes: { title: 'Dinner' } };
    expect(await twice(update)).toMatchObject([{ data: { outcome: 'applied' } }, { data: {} }]);
    expect(await events(2)).toMatchObject([{ title: 'Dinner' }]);
  },
);
