// @module-tag database
import { expect, it } from 'vitest';
import { whileCut } from './cut-connections.js';
import { freshDatabase, open, server } from './fresh-database.js';

it.skipIf(server === null)(
  'the end of connections, at whatever moment, is no more than an error',
  async () => {
    const url = await freshDatabase();
    const database = open(url);
    await database.migrate();
    const answers = await whileCut(url, async () => {
      const all: PromiseSettledResult<unknown>[] = [];
      for (let n = 0; n < 300; n++) {
        all.push(...(await Promise.allSettled([1, 2, 3].map(() => database.query('SELECT 1 AS one')))));
      }
      return all;
    });
    for (const one of answers) {
      if (one.status === 'fulfilled') expect(one.value).toEqual([{ one: 1 }]);
      else expect(one.reason).toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

it.skipIf(server === null)('a statement is given up after the time that the address names', async () => {
  const url = await freshDatabase();
  await open(url).migrate();
  const { query } = open(url.replace(/query_timeout=\d+/, 'query_timeout=50'));
  await expect(query('SELECT pg_sleep(3600)')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
