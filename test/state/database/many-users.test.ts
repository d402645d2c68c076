// @module-tag database
import { describe, expect, it } from 'vitest';
import { createDatabaseCalendars, sweepObjects } from '../../../src/state/database/database-calendars.js';
import { databaseCounters } from '../../../src/state/database/database-counters.js';
import { createDatabaseLimits } from '../../../src/state/database/database-limits.js';
import { createDatabaseStore, sweepState } from '../../../src/state/database/database-store.js';
import { fillUsers } from '../../scale/fill-users.js';
import { freshDatabase, open, server } from './fresh-database.js';
import { explained } from './plans-of.js';

const USER = { owner: 'user 77', userMegabytes: 10 };
const clock = { now: () => Date.now(), timeZone: () => 'UTC' };
const object = (n: number) => ({
  file: `new ${n}.ics`,
  uid: `new ${n}`,
  etag: `"${n}"`,
  bytes: Buffer.from('x'),
});

/** `npx vitest bench --run test/scale/many-users.bench.ts` has 100,000 users, and looks at the time. */
describe.skipIf(server === null)('among the rows of very many users', () => {
  it('everything is found by an index', async () => {
    const url = await freshDatabase();
    await open(url).migrate();
    await fillUsers(url, { users: 2000, rows: 20, objects: 20 });
    const { query, plans } = await explained(url);
    const store = createDatabaseStore({ query }, USER, clock);
    await store.put('undo/new', { steps: [] });
    expect(await store.claim('claim/new', 1, { expiresAt: Date.now() + 60_000 })).toBe(true);
    expect(await store.get('undo/new')).toEqual({ steps: [] });
    expect(await store.keys('undo/')).toHaveLength(6);
    expect(await store.take('undo/new')).toEqual({ steps: [] });
    await sweepState({ query });
    const made = databaseCounters({ query }, USER.owner)('made');
    expect([await made.read(), await made.raise()]).toEqual([77, 78]);
    const perHour = { changes: 100, deletions: 100, recipients: 100 };
    await createDatabaseLimits({ query }, USER.owner, perHour).take({
      changes: 1,
      deletions: 0,
      recipients: 0,
    });

    const calendars = createDatabaseCalendars({ query }, USER);
    const [all] = await calendars.look([]);
    expect(all?.changed).toHaveLength(20);
    const [nothing] = await calendars.look(all === undefined ? [] : [all]);
    expect(nothing?.changed).toEqual([]);
    expect(await calendars.make('Work', {})).toBe(true);
    expect(await calendars.label('Work', { name: 'At work' })).toBe(true);
    expect(await calendars.add('Calendar', object(1))).toBeUndefined();
    expect(await calendars.add('Calendar', object(1))).toEqual({ kind: 'taken', by: 'new 1.ics' });
    const place = { calendar: 'Calendar', file: 'new 1.ics' };
    expect(
      await calendars.replace({ ...place, expect: '"1"' }, { ...object(1), etag: '"2"' }),
    ).toBeUndefined();
    expect(await calendars.move({ ...place, expect: '"2"' }, 'Work', object(1))).toBeUndefined();
    expect(await calendars.remove({ ...place, calendar: 'Work', expect: '"1"' })).toBeUndefined();
    expect(await calendars.discard('Work', { withEvents: true })).toBeUndefined();
    await sweepObjects({ query });

    expect(plans.length).toBeGreaterThan(25);
    expect(plans.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
    // An index that is only walked along is no better.
    expect(
      plans.filter((plan) =>
        /Index(?: Only)? Scan using \w+_(?:expiry|deleted|changed)[^\n]*\n(?!\s+Index Cond)/.test(plan),
      ),
    ).toEqual([]);
    const everything = plans.join('\n');
    for (const table of ['state', 'usage', 'counters', 'calendars', 'objects'])
      expect(everything).toMatch(new RegExp(`Index[^\\n]* on (?:calendar_mcp\\.)?${table}`));
  });
});
