// @module-tag slow
import { describe, expect, it } from 'vitest';
import { titled } from '../../../conformance/events.js';
import { create, never, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { around, eventsOf, put, type World, wall, worldOf } from '../scenarios/world.js';
import type { Oddities } from '../simulated/oddities.js';
import { subjectOn } from '../simulated/subject.js';

/** What people have measured: 6 s for a column of 472 events. */
const COSTS = { event: 17, value: 12.5 };
const MINUTES = 60_000;

/** Its clock is that of the simulated Calendar, where things take time. */
async function worldWith(count: number, oddities: Oddities): Promise<World> {
  const world = await worldOf(oddities);
  const clock = { now: () => world.state.now };
  if (oddities.costs !== undefined) Object.assign(world, await subjectOn(world.runner, 'UTC', clock));
  for (let n = 0; n < count; n++) {
    const start = wall('2026-03-10T09:00:00') + (n % 300) * 86_400_000;
    put(world, { uid: `E${n}`, 'start date': start, 'end date': start + 1000 });
  }
  return world;
}

const NEVER = { from: Date.parse('2031-03-10T00:00:00Z'), to: Date.parse('2031-03-10T12:00:00Z') };
const DAY = { from: Date.parse('2026-03-10T00:00:00Z'), to: Date.parse('2026-03-10T12:00:00Z') };
/** Reads the day, as somebody does who wants the newest. */
function scanFresh({ backend, calendar }: World) {
  const scan = { range: DAY, pushed: [], residual: { kind: 'and', of: [] }, refresh: true } as const;
  return backend.scan(backend.target.compileRead(scan, calendar), { signal: never });
}

const reason = (text: string) => expect.objectContaining({ reason: expect.stringContaining(text) });

describe('a Calendar that stays busy after its script was killed', () => {
  it('keeps nobody waiting for a minute, is given no write, and is asked again then', async () => {
    const stubborn = { E0: { properties: ['summary'], takes: 200_000 } };
    const world = await worldWith(1, { timeoutsIgnored: true, busyAfterKill: MINUTES, stubborn });
    Object.assign(world, await subjectOn(world.runner, 'UTC', { now: () => world.state.now }));
    const taken = async (work: Promise<unknown>, info = {}): Promise<number> => {
      const before = world.state.now;
      await expect(work).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true, info });
      return world.state.now - before;
    };
    const write = () => create(world, 'one', titled('one', 'Breakfast'));
    expect(await taken(scan(world))).toBeGreaterThan(150_000);
    const runs = world.runner.runs.length;
    expect(await taken(scan(world))).toBe(0);
    expect(await taken(write(), { outcome: 'not_applied' })).toBe(0);
    expect(world.runner.runs.length).toBe(runs);
    world.state.now += 2 * MINUTES;
    await write();
  });
});

describe('one event that cannot be told', () => {
  it.each([
    [{ number: -10000 }, '', 2],
    [{ number: -1728 }, '', 1],
    [{ number: -1700 }, '', 1],
    [{ number: -50 }, '', 1],
    [{ takes: 70_000 }, 'too slow', 1],
  ])(
    'with %j is named, the others are read, and where a script failed of it, it is left alone: %s %d',
    async (how, why, times) => {
      const world = await worldWith(90, { stubborn: { E45: { properties: ['summary'], ...how } } });
      for (let time = 0; time < 2; time++) {
        const runs = world.runner.runs.length;
        const { objects, unreadable } = await scan(world);
        const href = `${world.calendar.href}/E45`;
        expect([objects.length, unreadable]).toEqual([89, [{ href, reason: expect.stringContaining(why) }]]);
        const asked = world.runner.runs.slice(runs).flatMap(({ argv }) => argv);
        expect(asked.includes('=E45')).toBe(time < times);
      }
      expect((await scanHrefs(world, [`${world.calendar.href}/E45`])).unreadable).toHaveLength(1);
    },
  );

  it('because its script is killed: after some calls it is named, and the others are read', async () => {
    const slow = { E20: { properties: ['summary'], takes: 200_000 } };
    const world = await worldWith(50, { timeoutsIgnored: true, stubborn: slow });
    let skipped = 0;
    const at = await subjectOn(world.runner, 'UTC', { now: () => Date.now() + skipped });
    for (let time = 0; time < 4; time++, skipped += 61_000)
      await expect(scan(at)).rejects.toMatchObject({ code: 'TIMEOUT' });
    const { objects, unreadable } = await scan(at);
    expect([objects.length, unreadable]).toEqual([49, [reason('too slow')]]);
  });

  it('in great number is no reason to ask for hours', async () => {
    const slow = { properties: ['summary'], takes: 70_000 };
    const stubborn = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`E${n}`, slow]));
    const world = await worldWith(40, { stubborn, costs: { event: 0, value: 0 } });
    expect((await scan(world)).unreadable).toEqual([reason('no time to read 39'), reason('too slow')]);
  });
});

describe('something of an event that Calendar does not tell', () => {
  it.each([
    ['the attendees are refused', { properties: ['attendees'], number: -10000 }, [reason('attendees')]],
    ['the attendees are slow', { properties: ['attendees'], takes: 20_000 }, [reason('attendees')]],
    ['the stamp date is refused: nobody misses it', { properties: ['stamp date'], number: -10000 }, []],
  ])('leaves the event there, and is said: %s', async (_, how, said) => {
    const world = await worldWith(2, { stubborn: { E0: how } });
    const href = `${world.calendar.href}/E0`;
    for (const { objects, unreadable } of [await scan(world), await scanHrefs(world, [href])]) {
      expect(objects.map((one) => one.href)).toContain(href);
      expect(unreadable).toEqual(said);
    }
  });

  it('is compared before a write as it was seen, and kept; told again meanwhile, the write is refused', async () => {
    const world = await worldWith(1, { stubborn: { E0: { properties: ['attendees'], number: -10000 } } });
    const guest = { email: 'a@example.org', name: 'A', state: 'accepted' };
    required(eventsOf(world)[0]).attendees = [guest];
    const before = required((await scan(world)).objects[0]);
    const dinner = await replace(world, before, before.ics.replace('SUMMARY:Lunch', 'SUMMARY:Dinner'));
    expect(eventsOf(world)).toMatchObject([{ summary: 'Dinner', attendees: [guest] }]);
    Object.assign(world.state.oddities, { stubborn: undefined });
    const late = replace(world, dinner, titled('E0', 'Supper'));
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a calendar whose columns take long', () => {
  it('is read in parts: each call ends in time, says what it lacks, and the next goes on', async () => {
    const world = await worldWith(700, { costs: COSTS });
    const parts: number[] = [];
    for (let listed = 0; listed < 700; parts.push(listed)) {
      const before = world.state.now;
      const { unreadable } = await scan(world, NEVER);
      expect(world.state.now - before).toBeLessThan(45_000);
      const [, count = 700] = /for (\d+) of/.exec(unreadable[0]?.reason ?? '') ?? [];
      expect(Number(count)).toBeGreaterThan(listed);
      listed = Number(count);
      if (listed < 700) expect(unreadable).toEqual([reason(`time for ${listed} of the 700 events`)]);
    }
    expect(parts.length).toBeGreaterThan(1);
    expect((await scan(world, DAY)).objects).toHaveLength(6);
  });

  it('gives what it has found so far, and does not say of the rest that it is missing', async () => {
    const { objects, unreadable } = await scan(await worldWith(700, { costs: COSTS }), DAY);
    expect([1, 2, 3, 4, 5]).toContain(objects.length);
    expect(unreadable).toEqual([reason('repeat the call')]);
  });

  it('is asked no more than whether it has grown, once it is known', async () => {
    const world = await worldWith(150, { costs: COSTS });
    expect((await scan(world, NEVER)).unreadable).toEqual([]);
    put(world, { uid: 'NEW' });
    const runs = world.runner.runs.length;
    expect((await scan(world, DAY)).objects.map(({ href }) => href)).toContain(`${world.calendar.href}/NEW`);
    expect(world.runner.runs[runs]).toMatchObject({ script: 'list-events', appleEvents: 7 });
  });

  it.each<readonly [string, (world: World) => unknown]>([
    ['something is gone', (world) => eventsOf(world).shift()],
    ['another stands at its end', (world) => Object.assign(required(eventsOf(world).at(-1)), { uid: 'X' })],
  ])('is read anew where %s', async (_, change) => {
    const world = await worldWith(5, {});
    await scan(world);
    change(world);
    const found = (await scan(world)).objects.map(({ href }) => href.split('/')[1]);
    const there = eventsOf(world).map(({ uid }) => uid);
    expect(found.sort()).toEqual(there.sort());
  });

  it.each<readonly [number, number, (world: World) => Promise<{ objects: readonly unknown[] }>]>([
    [0, 2, (world) => scan(world, DAY)],
    [11, 3, (world) => scan(world, DAY)],
    [0, 3, scanFresh],
  ])(
    'is read anew after %d minutes, and for who insists: %d, as somebody may have moved an event',
    async (minutes, found, ask) => {
      const world = await worldWith(5, { costs: COSTS });
      await scan(world, DAY);
      const moved = { 'start date': wall('2026-03-10T09:00:00'), 'end date': wall('2026-03-10T10:00:00') };
      Object.assign(required(eventsOf(world)[2]), moved);
      world.state.now += minutes * MINUTES;
      expect((await ask(world)).objects).toHaveLength(found);
    },
  );

  it('and that changes meanwhile is read again, never put together from two times', async () => {
    const world = await worldWith(300, { costs: COSTS });
    let scripts = 0;
    around(world, async (script, run) => {
      if (script === 'list-events' && ++scripts === 2)
        put(world, { ...required(eventsOf(world).shift()), uid: 'NEW' });
      return run();
    });
    for (let n = 0; n < 3; n++) await scan(world, NEVER);
    const found = (await scan(world, DAY)).objects.map(({ href }) => href.split('/')[1]);
    expect([found.includes('NEW'), found.includes('E0')]).toEqual([true, false]);
  });

  it.each(['uid', 'start date', 'recurrence'])(
    'is an error where Calendar refuses all of %s',
    async (column) => {
      const world = await worldWith(3, { columnsRefused: [column] });
      await expect(scan(world)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    },
  );

  it('reads as many events as there is time for, and counts the others', async () => {
    const slow = { properties: ['attendees'], takes: 2_000 };
    const stubborn = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`E${n}`, slow]));
    const world = await worldWith(60, { costs: COSTS, stubborn });
    const before = world.state.now;
    const { objects, unreadable } = await scan(world);
    expect(world.state.now - before).toBeLessThan(55_000);
    expect(objects.length).toBeGreaterThan(5);
    expect(unreadable).toEqual([reason(`no time to read ${60 - objects.length} events`)]);
  });
});
