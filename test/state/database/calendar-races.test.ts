// @module-tag database
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createStoredBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { objectFileName } from '../../../src/engine/sources/event-id.js';
import type { Receipt } from '../../../src/ports/backend.js';
import { createDatabaseCalendars } from '../../../src/state/database/database-calendars.js';
import { textOf, titled } from '../../conformance/events.js';
import { apply, create, never, only, replace, required } from '../../conformance/subject.js';
import { whileCut } from './cut-connections.js';
import { freshDatabase, open, server } from './fresh-database.js';
import { ANA, type Replica, replicaOn, titlesIn } from './replica-of-calendars.js';

async function replicas(count: number) {
  const url = await freshDatabase();
  const all: Replica[] = [];
  for (let n = 0; n < count; n++) all.push(await replicaOn(open(url)));
  return { url, all };
}

const move = (replica: Replica, uid: string, { href, etag }: Receipt) => {
  const ics = titled(uid, uid);
  const patch = { kind: 'move', calendar: replica.calendar, to: replica.other, href, etag, ics } as const;
  return apply(replica, { ...patch }, objectFileName(uid));
};

const turned = (replica: Replica): Replica => ({
  ...replica,
  calendar: replica.other,
  other: replica.calendar,
});

const codeOf = (error: unknown) => (error instanceof CalendarError ? error.code : String(error));

describe.skipIf(server === null)('writers of several replicas', () => {
  it('lose no change of one event', async () => {
    const { all } = await replicas(3);
    await create(all[0] as Replica, 'one', titled('one', '0'));
    let acknowledged = 0;
    const countUp = async (replica: Replica) => {
      for (let done = 0; done < 10; ) {
        const object = await only(replica);
        const ics = titled('one', String(Number(textOf(object.ics, 'SUMMARY')) + 1));
        const error = await replace(replica, object, ics).then(
          () => undefined,
          (failure: unknown) => codeOf(failure),
        );
        if (error === undefined) done++;
        else expect(error).toBe('CONFLICT');
      }
      acknowledged += 10;
    };
    await Promise.all(all.flatMap((replica) => [countUp(replica), countUp(replica)]));
    expect(textOf((await only(all[1] as Replica)).ics, 'SUMMARY')).toBe(String(acknowledged));
  });

  it('move events past each other', async () => {
    const { all } = await replicas(2);
    const [here, there] = [all[0] as Replica, turned(all[1] as Replica)];
    const names = Array.from({ length: 25 }, (_, n) => n);
    const home = await Promise.all(names.map((n) => create(here, `home ${n}`, titled(`home ${n}`, 'x'))));
    const work = await Promise.all(names.map((n) => create(there, `work ${n}`, titled(`work ${n}`, 'x'))));
    await Promise.all([
      ...home.map((receipt, n) => move(here, `home ${n}`, receipt)),
      ...work.map((receipt, n) => move(there, `work ${n}`, receipt)),
    ]);
    expect(await titlesIn(here)).toEqual(names.map((n) => `work ${n}`).sort());
    expect(await titlesIn(there)).toEqual(names.map((n) => `home ${n}`).sort());
  });

  it('add an event to a calendar that another one makes at the same time', async () => {
    const database = open(await freshDatabase());
    const other = createDatabaseCalendars(database, ANA);
    const calendars = createDatabaseCalendars(
      {
        async query(text, values) {
          const rows = await database.query(text, values);
          // Between the answer that there is none and the question why.
          if (/INSERT INTO calendar_mcp.objects/.test(text)) await other.make('Calendar', {});
          return rows;
        },
      },
      ANA,
    );
    const bytes = Buffer.from('BEGIN:VCALENDAR');
    expect(await calendars.add('Calendar', { file: 'a.ics', uid: 'a', etag: '"1"', bytes })).toBeUndefined();
  });

  it('add the first event of a user beside another one who does the same', async () => {
    const rows = createDatabaseCalendars(open(await freshDatabase()), ANA);
    const add: typeof rows.add = async (calendar, object) => {
      const refusal = await rows.add(calendar, object);
      if (refusal?.kind === 'no-calendar') await rows.make('Calendar', {});
      return refusal;
    };
    const { recordOf } = createRecordCache(zoneOf);
    const backend = createStoredBackend({ name: 'local', rows: { ...rows, add }, recordOf });
    const [calendar] = await backend.calendars({ signal: never });
    const subject = {
      backend,
      calendar: required(calendar),
      other: required(calendar),
      close: () => backend.close(),
    };
    await create(subject, 'one', titled('one', 'x'));
    expect(await titlesIn(subject)).toEqual(['x']);
  });

  it('keep an event whose new place is taken meanwhile', async () => {
    const { all } = await replicas(2);
    const [here, there] = [all[0] as Replica, turned(all[1] as Replica)];
    const won = { move: 0, create: 0 };
    for (let n = 0; n < 30; n++) {
      const uid = `event ${n}`;
      const receipt = await create(here, uid, titled(uid, uid));
      const ways = [move(here, uid, receipt), create(there, uid, titled(uid, 'another'))] as const;
      const [moved, created] = await Promise.allSettled(n % 2 === 0 ? ways : [...ways].reverse());
      const results = [moved, created].map((one) =>
        one?.status === 'rejected' ? codeOf(one.reason) : 'done',
      );
      expect(results.sort()).toEqual(['ALREADY_EXISTS', 'done']);
      const stayed = (await titlesIn(here)).includes(uid);
      won[stayed ? 'create' : 'move']++;
      expect((await titlesIn(there)).includes(uid)).toBe(!stayed);
    }
    expect(won.move + won.create).toBe(30);
  });

  it('do not lose an event to the deletion of an empty calendar', async () => {
    const { all } = await replicas(2);
    const [here, there] = [all[0] as Replica, all[1] as Replica];
    for (let n = 0; n < 30; n++) {
      const [added, discarded] = await Promise.allSettled([
        create(here, `event ${n}`, titled(`event ${n}`, 'Kept')),
        there.rows.discard('Home', { withEvents: false }),
      ]);
      const isGone = discarded.status === 'fulfilled' && discarded.value === undefined;
      expect(added.status).toBe(isGone ? 'rejected' : 'fulfilled');
      await there.rows.discard('Home', { withEvents: true });
      await there.rows.make('Home', {});
    }
  });

  it('say truly what became of a write whose connection was cut', async () => {
    const { url, all } = await replicas(1);
    const here = all[0] as Replica;
    const said = new Map<string, string>();
    await whileCut(url, async () => {
      for (let n = 0; n < 150; n++) {
        const uid = `event ${n}`;
        const outcome = await create(here, uid, titled(uid, uid)).then(
          () => 'applied',
          (error: CalendarError) => error.info.outcome ?? 'nothing',
        );
        said.set(uid, outcome);
      }
    });
    const there = new Set(await titlesIn(await replicaOn(open(url))));
    for (const [uid, outcome] of said) {
      expect(['applied', 'not_applied', 'unknown']).toContain(outcome);
      if (outcome !== 'unknown') expect([uid, there.has(uid)]).toEqual([uid, outcome === 'applied']);
    }
    expect([...said.values()]).toContain('applied');
  });
});
