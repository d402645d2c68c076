import { describe, expect, it } from 'vitest';
import { titled } from '../../../conformance/events.js';
import {
  create,
  never,
  replace,
  required,
  type Subject,
  scan,
  scanHrefs,
} from '../../../conformance/subject.js';
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
    put(world, {
      uid: `E${n}`,
      'start date': start,
      'end date': start + 1000,
      'stamp date': wall('2026-01-01T00:00:00'),
    });
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
    const busy = { timeoutsIgnored: true, busyAfterKill: MINUTES };
    const slow = { E0: { properties: ['summary'], takes: 200_000 } };
    const world = await worldWith(1, { ...busy, stubborn: slow });
    const at = await subjectOn(world.runner, 'UTC', { now: () => world.state.now });
    const taken = async (work: Promise<unknown>): Promise<number> => {
      const before = world.state.now;
      await expect(work).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true });
      return world.state.now - before;
    };
    expect(await taken(scan(at))).toBeGreaterThan(150_000);
    const runs = world.runner.runs.length;
    expect(await taken(scan(at))).toBe(0);
    const write = create(at, 'one', titled('one', 'Breakfast'));
    await expect(write).rejects.toMatchObject({ code: 'TIMEOUT', info: { outcome: 'not_applied' } });
    expect(world.runner.runs.length).toBe(runs);
    world.state.now += 2 * MINUTES;
    await create(at, 'one', titled('one', 'Breakfast'));
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

  it('because it takes longer than a minute is named, the others are read, and it is left alone for a while', async () => {
    const world = await worldWith(90, { stubborn: { E45: { properties: ['summary'], takes: 70_000 } } });
    for (let time = 0; time < 2; time++) {
      const runs = world.runner.runs.length;
      const { objects, unreadable } = await scan(world);
      expect([objects.length, unreadable]).toEqual([89, [reason('too slow')]]);
      const asked = world.runner.runs.slice(runs).flatMap(({ argv }) => argv);
      expect(asked.includes('=E45')).toBe(time === 0);
    }
  });

  it('because its script is killed: after some calls it is named, and the others are read', async () => {
    const slow = { E20: { properties: ['summary'], takes: 200_000 } };
    const world = await worldWith(50, { timeoutsIgnored: true, stubborn: slow });
    let skipped = 0;
    const at: Subject = await subjectOn(world.runner, 'UTC', { now: () => Date.now() + skipped });
    const codes: string[] = [];
    for (; codes.length < 6; skipped += 61_000) {
      const found = await scan(at).catch(({ code }: { code: string }) => code);
      if (typeof found !== 'string') {
        expect([found.objects.length, found.unreadable]).toEqual([49, [reason('too slow')]]);
        break;
      }
      codes.push(found);
    }
    expect(codes).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT']);
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
  const gap = (listed: number, total: number) => reason(`time for ${listed} of the ${total} events`);

  it('is read in parts: each call ends in time, says what it lacks, and the next goes on', async () => {
    const world = await worldWith(700, { costs: COSTS });
    let calls = 0;
    let listed = 0;
    for (let isWhole = false; !isWhole; calls++) {
      const before = world.state.now;
      const { unreadable } = await scan(world, NEVER);
      expect(world.state.now - before).toBeLessThan(45_000);
      const [, count] = /for (\d+) of/.exec(unreadable[0]?.reason ?? '') ?? [];
      isWhole = count === undefined;
      if (count !== undefined) {
        expect(Number(count)).toBeGreaterThan(listed);
        expect(unreadable).toEqual([gap(Number(count), 700)]);
        listed = Number(count);
      }
    }
    expect(calls).toBeGreaterThan(1);
    expect((await scan(world, DAY)).objects).toHaveLength(6);
  });

  it('gives what it has found so far, and does not say of the rest that it is missing', async () => {
    const world = await worldWith(700, { costs: COSTS });
    const { objects, unreadable } = await scan(world, DAY);
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.length).toBeLessThan(6);
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
    const { objects } = await scan(world);
    expect(objects.map(({ href }) => href.split('/')[1]).sort()).toEqual(
      eventsOf(world)
        .map(({ uid }) => uid)
        .sort(),
    );
  });

  it('is read anew after ten minutes, and for who insists: somebody may have moved an event', async () => {
    const moved = { 'start date': wall('2026-03-10T09:00:00'), 'end date': wall('2026-03-10T10:00:00') };
    const asks: readonly ((world: World) => Promise<unknown>)[] = [
      (world) => scan(world, DAY),
      (world) => {
        world.state.now += 11 * MINUTES;
        return scan(world, DAY);
      },
      (world) => scanFresh(world),
    ];
    const found: number[] = [];
    for (const ask of asks) {
      const world = await worldWith(5, { costs: COSTS });
      await scan(world, DAY);
      Object.assign(required(eventsOf(world)[2]), moved);
      found.push(((await ask(world)) as { objects: unknown[] }).objects.length);
    }
    expect(found).toEqual([2, 3, 3]);
  });

  it('and that changes meanwhile is read again, never put together from two times', async () => {
    const world = await worldWith(300, { costs: COSTS });
    let scripts = 0;
    around(world, async (script, run) => {
      if (script === 'list-events' && ++scripts === 2) {
        const gone = required(eventsOf(world).shift());
        put(world, { ...gone, uid: 'NEW' });
      }
      return run();
    });
    for (let n = 0; n < 3; n++) await scan(world, NEVER);
    const { objects } = await scan(world, DAY);
    expect(objects.map(({ href }) => href)).toContain(`${world.calendar.href}/NEW`);
    expect(objects.map(({ href }) => href)).not.toContain(`${world.calendar.href}/E0`);
  });

  it.each(['uid', 'start date', 'recurrence'])(
    'is an error where Calendar refuses all of %s',
    async (column) => {
      const world = await worldWith(3, { columnsRefused: [column] });
      await expect(scan(world)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    },
  );

  it('reads as many events as there is time for, and counts the others', async () => {
    const takes = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`E${n}`, { properties: ['attendees'], takes: 2_000 }]),
    );
    const world = await worldWith(60, { costs: COSTS, stubborn: takes });
    const before = world.state.now;
    const { objects, unreadable } = await scan(world);
    expect(world.state.now - before).toBeLessThan(55_000);
    expect(objects.length).toBeGreaterThan(5);
    expect(unreadable).toEqual([reason(`no time to read ${60 - objects.length} events`)]);
  });
});
