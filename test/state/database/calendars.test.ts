// @module-tag database
import { describe, expect, it } from 'vitest';
import type { LookedAt } from '../../../src/ports/stored-calendars.js';
import { sweepObjects } from '../../../src/state/database/database-calendars.js';
import { titled } from '../../conformance/events.js';
import {
  apply,
  create,
  never,
  remove,
  replace,
  required,
  scan,
  scanHrefs,
} from '../../conformance/subject.js';
import { asAdmin, freshDatabase, open, server } from './fresh-database.js';
import { ANA, type Replica, replicaOn, titlesIn } from './replica-of-calendars.js';

const LAST_WEEK = `UPDATE calendar_mcp.objects SET deleted_at = now() - interval '7 days' WHERE deleted_at IS NOT NULL`;

const changesIn = ({ looks }: Replica) =>
  looks.at(-1)?.flatMap(({ changed }) => changed.map(({ file }) => file));

describe.skipIf(server === null)('calendars in PostgreSQL', () => {
  it('are seen by every replica as soon as they are written', async () => {
    const url = await freshDatabase();
    const [here, there] = [await replicaOn(open(url)), await replicaOn(open(url))];
    const made = await create(here, 'one', titled('one', 'Breakfast'));
    expect(await titlesIn(there)).toEqual(['Breakfast']);
    const changed = await replace(there, made, titled('one', 'Lunch'));
    expect(await titlesIn(here)).toEqual(['Lunch']);
    const patch = { kind: 'move', calendar: here.calendar, to: here.other, ...changed } as const;
    const moved = required(await apply(here, patch, 'moved.ics'));
    expect(await titlesIn(there)).toEqual([]);
    expect(await titlesIn({ ...there, calendar: there.other })).toEqual(['Lunch']);
    await remove({ ...there, calendar: there.other }, moved);
    expect((await scanHrefs({ ...here, calendar: here.other }, [moved.href])).missing).toEqual([moved.href]);
  });

  it('are read once, and then only what was written since', async () => {
    const url = await freshDatabase();
    const [here, there] = [await replicaOn(open(url)), await replicaOn(open(url))];
    for (let n = 0; n < 20; n++) await create(here, `event ${n}`, titled(`event ${n}`, `Event ${n}`));
    expect(await titlesIn(there)).toHaveLength(20);
    expect(changesIn(there)).toHaveLength(20);
    there.looks.length = 0;
    await titlesIn(there);
    expect(there.looks).toHaveLength(1);
    expect(changesIn(there)).toEqual([]);
    await create(here, 'late', titled('late', 'Late'));
    expect(await titlesIn(there)).toContain('Late');
    expect(changesIn(there)).toHaveLength(1);
  });

  it('are read in parts where they are large', async () => {
    const url = await freshDatabase();
    const here = await replicaOn(open(url));
    await Promise.all(
      Array.from({ length: 1003 }, (_, n) => create(here, `event ${n}`, titled(`event ${n}`, `Event ${n}`))),
    );
    const there = await replicaOn(open(url));
    expect(await titlesIn(there)).toHaveLength(1003);
    expect(there.looks.slice(0, 2).map((found) => found[0]?.changed.length)).toEqual([1000, 3]);
  });

  it('are read in parts where what they hold is large', async () => {
    const { rows } = await replicaOn(open(await freshDatabase()));
    for (const n of [1, 2, 3]) {
      const bytes = Buffer.alloc(6_000_000, 'x');
      await rows.add('Home', { file: `${n}.ics`, uid: `${n}`, etag: `"${n}"`, bytes });
    }
    const filesIn = (look: readonly LookedAt[]) => look[0]?.changed.map(({ file }) => file);
    const first = await rows.look([]);
    expect([filesIn(first), first[0]?.isAll]).toEqual([['1.ics', '2.ics'], false]);
    const second = await rows.look(first);
    expect([filesIn(second), second[0]?.isAll]).toEqual([['3.ics'], true]);
    expect(filesIn(await rows.look(second))).toEqual([]);
  });

  it('have nothing in common with those of another user', async () => {
    const database = open(await freshDatabase());
    const ana = await replicaOn(database);
    const ben = await replicaOn(database, { ...ANA, owner: 'ben' });
    expect(ben.calendar.id).toBe(ana.calendar.id);
    const made = await create(ana, 'one', titled('one', 'of Ana'));
    expect(await titlesIn(ben)).toEqual([]);
    expect((await scanHrefs(ben, [made.href])).missing).toEqual([made.href]);
    await expect(replace(ben, made, titled('one', 'of Ben'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(remove(ben, made)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await create(ben, 'one', titled('one', 'of Ben'));
    await ben.rows.discard('Work', { withEvents: true });
    expect(await titlesIn(ana)).toEqual(['of Ana']);
    expect(await titlesIn(ben)).toEqual(['of Ben']);
    expect(await ana.backend.calendars({ signal: never })).toHaveLength(2);
  });

  it('are read anew by a replica that has heard nothing of a deletion for long', async () => {
    const url = await freshDatabase();
    const database = open(url);
    const [here, there] = [await replicaOn(database), await replicaOn(open(url))];
    const kept = await create(here, 'kept', titled('kept', 'Kept'));
    const gone = await create(here, 'gone', titled('gone', 'Gone'));
    expect(await titlesIn(there)).toEqual(['Gone', 'Kept']);
    await remove(here, gone);
    await sweepObjects(database);
    expect(await database.query('SELECT 1 FROM calendar_mcp.objects')).toHaveLength(2);
    await asAdmin(url, LAST_WEEK);
    await sweepObjects(database);
    expect(await database.query('SELECT 1 FROM calendar_mcp.objects')).toHaveLength(1);
    expect(await titlesIn(there)).toEqual(['Kept']);
    await replace(here, kept, titled('kept', 'Changed'));
    expect(await titlesIn(there)).toEqual(['Changed']);
    expect(there.looks.at(-1)?.some(({ isAnew }) => isAnew)).toBe(false);
  });

  it('are others when they are made again under the same name', async () => {
    const url = await freshDatabase();
    const [here, there] = [await replicaOn(open(url)), await replicaOn(open(url))];
    await create(here, 'old', titled('old', 'Old'));
    expect(await titlesIn(there)).toEqual(['Old']);
    await here.rows.discard('Home', { withEvents: true });
    await here.rows.make('Home', {});
    await create(here, 'new', titled('new', 'New'));
    expect(await titlesIn(there)).toEqual(['New']);
  });

  it('are made by the first event, and say until then that nothing is configured', async () => {
    const url = await freshDatabase();
    const database = open(url);
    const here = await replicaOn(database);
    for (const name of ['Home', 'Work']) await here.rows.discard(name, { withEvents: true });
    const [first, ...others] = await here.backend.calendars({ signal: never });
    expect([first, others]).toMatchObject([{ name: 'Calendar', standsIn: true, isDefault: true }, []]);
    const calendar = required(first);
    expect(await scan({ ...here, calendar })).toEqual({ objects: [], unreadable: [], missing: [] });
    await create({ ...here, calendar }, 'one', titled('one', 'First'));
    const [made] = await here.backend.calendars({ signal: never });
    expect(made).not.toHaveProperty('standsIn');
    expect(await titlesIn({ ...here, calendar: required(made) })).toEqual(['First']);
  });

  it('leave room for what deleting needs, and count what there is', async () => {
    const database = open(await freshDatabase());
    const here = await replicaOn(database, { owner: 'ana', userMegabytes: 1 });
    const long = (uid: string) => titled(uid, 'x'.repeat(500_000));
    const first = await create(here, 'one', long('one'));
    await create(here, 'two', long('two'));
    await expect(create(here, 'three', titled('three', 'Short'))).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      info: { outcome: 'not_applied' },
    });
    await expect(replace(here, first, long('one'))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await remove(here, first);
    await create(here, 'three', titled('three', 'Short'));
    const [usage] = await database.query(
      `SELECT bytes, (SELECT sum(octet_length(ics)) FROM calendar_mcp.objects) AS counted FROM calendar_mcp.usage`,
    );
    expect(Number(usage?.bytes)).toBe(Number(usage?.counted));
    await here.rows.discard('Home', { withEvents: true });
    expect(await database.query('SELECT bytes FROM calendar_mcp.usage')).toEqual([{ bytes: '0' }]);
  });
});
