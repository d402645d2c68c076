import { describe, expect, it } from 'vitest';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { titled } from '../../../conformance/events.js';
import { create, never, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { ask, mirrorWorld, NOW } from '../mirror/mirror-world.js';
import { eventsOf, put, type World, wall, worldOf } from '../scenarios/world.js';
import type { Oddities } from '../simulated/oddities.js';
import { subjectOn } from '../simulated/subject.js';

/** What people have measured: 6 s for a column of 472 events. */
const COSTS = { event: 17, value: 12.5 };
const MINUTES = 60_000;

async function worldWith(count: number, oddities: Oddities): Promise<World> {
  const world = await worldOf(oddities);
  for (let n = 0; n < count; n++) {
    const start = wall('2026-03-10T09:00:00') + (n % 300) * 86_400_000;
    put(world, {
      uid: `E${n}`,
      'start date': start,
      'end date': start + 1000,
      'stamp date': wall('2026-01-01T00:00:00'),
    });
  }
  return world;
}

const DAY = { from: Date.parse('2026-03-10T00:00:00Z'), to: Date.parse('2026-03-10T12:00:00Z') };
const reason = (text: string) => expect.objectContaining({ reason: expect.stringContaining(text) });
const scriptsOf = ({ runner }: World): readonly string[] => runner.runs.map(({ script }) => script);

describe('a Calendar that stays busy after its script was killed', () => {
  it('keeps nobody waiting, is given no write, and is asked again once it answers', async () => {
    const busy = { timeoutsIgnored: true, busyAfterKill: 5 * MINUTES };
    const slow = { E0: { properties: ['summary'], takes: 200_000 } };
    const world = await worldWith(1, { ...busy, stubborn: slow });
    const at = await subjectOn(world.runner, 'UTC', { now: () => world.state.now });
    const taken = async (work: Promise<unknown>): Promise<number> => {
      const before = world.state.now;
      await expect(work).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true });
      return world.state.now - before;
    };
    expect(await taken(scan(at))).toBeGreaterThan(150_000);
    expect(await taken(scan(at))).toBeLessThan(MINUTES);
    const runs = world.runner.runs.length;
    expect(await taken(scan(at))).toBe(0);
    await expect(create(at, 'one', titled('one', 'Breakfast'))).rejects.toMatchObject({
      code: 'TIMEOUT',
      info: { outcome: 'not_applied' },
    });
    expect(world.runner.runs.length).toBe(runs);
    world.state.now += 6 * MINUTES;
    await create(at, 'one', titled('one', 'Breakfast'));
    expect(scriptsOf(world).slice(runs)[0]).toBe('count-calendars');
  });
});

describe('one event that cannot be told', () => {
  it.each([-10000, -1728, -1700, -50])('with %d is named, and the others are read', async (number) => {
    const world = await worldWith(90, { stubborn: { E45: { properties: ['summary'], number } } });
    const { objects, unreadable } = await scan(world);
    expect(objects).toHaveLength(89);
    expect(unreadable).toEqual([{ href: `${world.calendar.href}/E45`, reason: expect.any(String) }]);
    expect((await scanHrefs(world, [`${world.calendar.href}/E45`])).unreadable).toHaveLength(1);
  });

  it('because it takes longer than a minute is named, and the others are read in the same call', async () => {
    const world = await worldWith(90, { stubborn: { E45: { properties: ['summary'], takes: 70_000 } } });
    const { objects, unreadable } = await scan(world);
    expect(objects).toHaveLength(89);
    expect(unreadable).toEqual([reason('too slow')]);
    // It is left alone for a while.
    const runs = world.runner.runs.length;
    expect((await scan(world)).unreadable).toEqual([reason('too slow')]);
    expect(scriptsOf(world).slice(runs)).toContain('read-events');
    expect(world.runner.runs.slice(runs).flatMap(({ argv }) => argv)).not.toContain('=E45');
  });

  it('because its script is killed: after some calls it is named, and the others are read', async () => {
    const world = await worldWith(50, {
      timeoutsIgnored: true,
      stubborn: { E20: { properties: ['summary'], takes: 200_000 } },
    });
    let calls = 0;
    for (; calls < 12; calls++) {
      const found = await scan(world).catch((error: { code: string }) => error);
      if (!('code' in found)) {
        expect(found.objects).toHaveLength(49);
        expect(found.unreadable).toEqual([reason('too slow')]);
        break;
      }
      expect(found.code).toBe('TIMEOUT');
    }
    expect(calls).toBeLessThan(6);
  });

  it('in great number is no reason to ask for hours', async () => {
    const slow = { properties: ['summary'], takes: 70_000 };
    const stubborn = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`E${n}`, slow]));
    const world = await worldWith(40, { stubborn });
    expect((await scan(world)).unreadable).toHaveLength(40);
    expect(scriptsOf(world).filter((script) => script === 'read-events')).toHaveLength(3);
  });
});

describe('something of an event that Calendar does not tell', () => {
  const HREF = ({ calendar }: World) => `${calendar.href}/E0`;

  it.each([
    ['attendees', 'attendees', { number: -10000 }],
    ['attendees', 'attendees', { takes: 20_000 }],
    ['alarms', 'reminders', { number: -1728 }],
  ])('%s: the event is there, and it is said', async (property, word, how) => {
    const world = await worldWith(2, { stubborn: { E0: { properties: [property], ...how } } });
    for (const { objects, unreadable } of [await scan(world), await scanHrefs(world, [HREF(world)])]) {
      expect(objects.map(({ href }) => href)).toContain(HREF(world));
      expect(unreadable).toEqual([{ href: HREF(world), reason: expect.stringContaining(word) }]);
    }
  });

  it.each(['stamp date', 'sequence'])('%s: nobody misses it', async (property) => {
    const world = await worldWith(2, { stubborn: { E0: { properties: [property], number: -10000 } } });
    expect(await scan(world)).toMatchObject({ objects: [{}, {}], unreadable: [] });
  });

  it('is compared before a write as it was seen, and kept', async () => {
    const world = await worldWith(1, { stubborn: { E0: { properties: ['attendees'], number: -10000 } } });
    const guest = { email: 'a@example.org', name: 'A', state: 'accepted' };
    required(eventsOf(world)[0]).attendees = [guest];
    const before = required((await scan(world)).objects[0]);
    await replace(world, before, before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner'));
    expect(eventsOf(world)).toMatchObject([{ summary: 'Dinner', attendees: [guest] }]);
  });

  it('is told again between a look and a write: the write is refused', async () => {
    const world = await worldWith(1, { stubborn: { E0: { properties: ['attendees'], number: -10000 } } });
    const before = required((await scan(world)).objects[0]);
    Object.assign(world.state.oddities, { stubborn: undefined });
    required(eventsOf(world)[0]).attendees = [{ email: 'a@example.org', name: 'A', state: 'accepted' }];
    await expect(replace(world, before, titled('E0', 'Dinner'))).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is not lost by a move', async () => {
    const world = await worldWith(1, { stubborn: { E0: { properties: ['attendees'], number: -10000 } } });
    const { href, etag, ics } = required((await scan(world)).objects[0]);
    const patch = { kind: 'move', calendar: world.calendar, href, etag, to: world.other, ics } as const;
    const move = world.backend.apply(world.backend.target.compileWrite(patch, ''), { signal: never });
    await expect(move).rejects.toMatchObject({ code: 'UNSUPPORTED', info: { outcome: 'not_applied' } });
  });

  it('is said of copies, too', async () => {
    const world = await mirrorWorld({ stubborn: { E: { properties: ['attendees'], number: -10000 } } });
    try {
      world.put({ uid: 'E' });
      const backend = await world.open();
      for (let time = 0; time < 2; time++) {
        expect(await ask(backend)).toMatchObject({ objects: [{}], unreadable: [reason('attendees')] });
      }
    } finally {
      await world.close();
    }
  });
});

describe('a calendar whose columns take long', () => {
  it.each([500, 3000])('of %d events is read by scripts that each end in time', async (count) => {
    const world = await worldWith(count, { costs: COSTS });
    expect((await scan(world, DAY)).unreadable).toEqual([]);
    const lists = scriptsOf(world).filter((script) => script === 'list-events');
    expect(lists).toHaveLength(count === 500 ? 1 : 5);
  });

  it('goes on where it was, when a call was cancelled on the way', async () => {
    const world = await worldWith(3000, { costs: COSTS });
    const { run } = world.runner;
    let cancelled = new AbortController();
    let scripts = 0;
    world.runner.run = (...args) => {
      if (++scripts === 2) cancelled.abort();
      return run(...args);
    };
    const call = world.backend.target.compileRead(
      { range: DAY, pushed: [], residual: { kind: 'and', of: [] } },
      world.calendar,
    );
    for (let time = 0; time < 2; time++) {
      scripts = 0;
      cancelled = new AbortController();
      await expect(world.backend.scan(call, { signal: cancelled.signal })).rejects.toMatchObject({
        code: 'CANCELLED',
      });
    }
    world.runner.run = run;
    const before = world.runner.runs.length;
    expect((await world.backend.scan(call, { signal: never })).objects.length).toBeGreaterThan(0);
    const [last, ...others] = world.runner.runs.slice(before);
    expect([last?.script, last?.argv.slice(3)]).toEqual(['list-events', ['=rule']]);
    expect(others.map(({ script }) => script)).toEqual(['check-events', 'read-events']);
  });

  it('keeps the events of a script whose caller has left in the copy', async () => {
    const mirrored = await mirrorWorld({});
    try {
      for (let n = 0; n < 30; n++) mirrored.put({ uid: `E${n}`, 'stamp date': NOW - 1_000_000 });
      const backend = await mirrored.open();
      const leaving = new AbortController();
      const { run } = mirrored.runner;
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      let isRead = false;
      mirrored.runner.run = async (script, argv, signal) => {
        if (script === 'read-events') {
          leaving.abort();
          await held;
        }
        if (signal?.aborted === true) throw new ScriptFailure('cancelled');
        return run(script, argv, signal).finally(() => {
          isRead ||= script === 'read-events';
        });
      };
      await expect(ask(backend, {}, leaving.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(isRead).toBe(false);
      letGo();
      await expect.poll(() => isRead).toBe(true);
      mirrored.asked();
      expect((await ask(backend)).objects).toHaveLength(30);
      expect(mirrored.asked().events).toBe(0);
    } finally {
      await mirrored.close();
    }
  });

  it('and that changes meanwhile is read again, never put together from two times', async () => {
    const world = await worldWith(3000, { costs: COSTS });
    const { run } = world.runner;
    let scripts = 0;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'list-events' && ++scripts === 3) {
        const gone = required(eventsOf(world).shift());
        put(world, { ...gone, uid: 'NEW' });
      }
      return run(script, argv, signal);
    };
    const { objects } = await scan(world, DAY);
    expect(objects.map(({ href }) => href)).toContain(`${world.calendar.href}/NEW`);
    expect(objects.map(({ href }) => href)).not.toContain(`${world.calendar.href}/E0`);
    expect(scripts).toBe(10);
  });

  it('is read without stamps where Calendar refuses them', async () => {
    const world = await worldWith(3, { columnsRefused: ['stamp date'] });
    expect((await scan(world)).objects).toHaveLength(3);
    expect((await scan(world)).objects).toHaveLength(3);
  });

  it.each(['uid', 'start date', 'recurrence'])(
    'is an error where Calendar refuses all of %s',
    async (column) => {
      const world = await worldWith(3, { columnsRefused: [column] });
      await expect(scan(world)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    },
  );

  it('reads events that each take seconds, some a script', async () => {
    const takes = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`E${n}`, { properties: ['attendees'], takes: 2_000 }]),
    );
    const world = await worldWith(60, { costs: COSTS, stubborn: takes });
    const before = world.state.now;
    expect(await scan(world)).toMatchObject({ unreadable: [] });
    expect(scriptsOf(world).filter((script) => script === 'read-events').length).toBeGreaterThan(2);
    expect(world.state.now - before).toBeLessThan(20 * MINUTES);
  });
});
