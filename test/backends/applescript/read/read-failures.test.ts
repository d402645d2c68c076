import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../compilers/time/civil.js';
import { createAppleScriptBackend } from '../../../../src/backends/applescript/applescript-backend.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { textOf } from '../../../conformance/events.js';
import { never, only, required, scan } from '../../../conformance/subject.js';
import { createMemoryStore } from '../../../reference/memory-store.js';
import { eventsOf, fail, put, wall, worldOf } from '../scenarios/world.js';
import { simulatedRunner } from '../simulated/simulated-runner.js';
import { emptyCalendar } from '../simulated/simulated-state.js';

describe('reading', () => {
  it.each([
    [-1743, 'PERMISSION_DENIED'],
    [-1744, 'PERMISSION_DENIED'],
    [-1712, 'TIMEOUT'],
    [-10000, 'UPSTREAM_ERROR'],
    [-10004, 'PERMISSION_DENIED'],
    [-10003, 'READ_ONLY'],
    [-10006, 'READ_ONLY'],
    [-10025, 'UPSTREAM_ERROR'],
    [-10810, 'UNAVAILABLE'],
    [-128, 'PERMISSION_DENIED'],
    [-1728, 'NOT_FOUND'],
    [-1719, 'UPSTREAM_ERROR'],
    [-1708, 'UPSTREAM_ERROR'],
    [-1700, 'UPSTREAM_ERROR'],
    [-2741, 'UPSTREAM_ERROR'],
    [-2753, 'UPSTREAM_ERROR'],
    [-9999, 'UPSTREAM_ERROR'],
  ])('error %d is %s, never an empty list', async (number, code) => {
    const world = await worldOf();
    put(world, {});
    const { runs } = world.state;
    for (const run of [runs + 1, runs + 2]) world.state.failures.push({ run, event: 3, number });
    const told = { code, message: expect.not.stringMatching(/error -(?!9999)/) };
    await expect(scan(world)).rejects.toMatchObject({ ...told, info: { suggestion: expect.any(String) } });
  });

  it.each([
    [-1719, true],
    [-2741, false],
  ])('error %d says by retryable what it says in words: %s', async (number, retryable) => {
    const world = await worldOf();
    put(world, {});
    const { runs } = world.state;
    for (const run of [runs + 1, runs + 2]) world.state.failures.push({ run, event: 3, number });
    await expect(scan(world)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR', retryable });
  });

  it.each([-1719, -1728])('asks once more when rows are gone while they are read: %d', async (number) => {
    const world = await worldOf();
    put(world, {});
    fail(world, 'list-events', number, 3);
    expect((await scan(world)).objects).toHaveLength(1);
    expect(world.runner.opened).toBe(0);
  });

  it('reads on when the last event is deleted while its row is read', async () => {
    const world = await worldOf();
    for (const uid of ['A', 'B']) put(world, { uid });
    const { run } = world.runner;
    let reads = 0;
    world.runner.run = async (script, argv, signal) => {
      if (script !== 'read-events' || reads++ > 0) return run(script, argv, signal);
      const all = eventsOf(world);
      const folder = required(world.state.calendars[1]);
      let asked = 0;
      // Gone behind its uid.
      Object.defineProperty(folder, 'events', {
        configurable: true,
        get: () => (asked++ < 22 ? all : all.slice(0, 1)),
      });
      return run(script, argv, signal).finally(() => {
        Object.defineProperty(folder, 'events', {
          configurable: true,
          writable: true,
          value: all.slice(0, 1),
        });
      });
    };
    expect((await scan(world)).objects).toHaveLength(1);
  });

  it.each([-600, -609])('opens Calendar and asks once more after %d', async (number) => {
    const world = await worldOf();
    put(world, {});
    fail(world, 'list-events', number, 1);
    expect((await scan(world)).objects).toHaveLength(1);
    expect(world.runner.opened).toBe(1);
  });

  it('says that Calendar is closed where it cannot be opened', async () => {
    const world = await worldOf();
    fail(world, 'list-events', -600, 1);
    world.runner.openCalendar = () => Promise.reject(new ScriptFailure('crashed'));
    await expect(scan(world)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('gives up when Calendar stays closed', async () => {
    const world = await worldOf();
    const { runs } = world.state;
    world.state.failures.push(
      { run: runs + 1, event: 1, number: -600 },
      { run: runs + 2, event: 1, number: -600 },
    );
    await expect(scan(world)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(world.runner.opened).toBe(1);
  });

  it('asks everything anew each time: what is kept are copies', async () => {
    const world = await worldOf();
    put(world, {});
    put(world, {});
    const asked = async () => {
      const from = world.runner.runs.length;
      await scan(world);
      return world.runner.runs.slice(from).map(({ script }) => script);
    };
    expect(await asked()).toEqual(['list-events', 'read-events']);
    expect(await asked()).toEqual(['list-events', 'read-events']);
    expect(world.runner.runs.at(-1)?.argv.slice(3)).toEqual(['=1', '=PUT-0', '=2', '=PUT-1']);
  });

  it('tells events of one uid apart after their rows have moved', async () => {
    const world = await worldOf();
    put(world, { uid: 'A', recurrence: 'FREQ=DAILY;COUNT=2' });
    put(world, {
      uid: 'A',
      summary: 'Moved',
      'start date': wall('2026-03-11T12:00:00'),
      'end date': wall('2026-03-11T13:00:00'),
    });
    put(world, {});
    const { run } = world.runner;
    let moved = false;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'read-events' && !moved) {
        moved = true;
        eventsOf(world).reverse();
      }
      return run(script, argv, signal);
    };
    const { objects } = await scan(world);
    expect(objects.map(({ ics }) => /SUMMARY:(.*)\r/.exec(ics)?.[1]).sort()).toEqual([
      'Lunch',
      'Lunch',
      'Moved',
    ]);
    expect(new Set(objects.map(({ href }) => href)).size).toBe(3);
  });

  it('is left at once when the call is cancelled in the queue', async () => {
    const world = await worldOf();
    const { run } = world.runner;
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    world.runner.run = async (script, argv, signal) => {
      await opened;
      return run(script, argv, signal);
    };
    const first = scan(world);
    const aborted = new AbortController();
    const call = world.backend.target.compileRead(
      { range: { from: 0, to: 1 }, pushed: [], residual: { kind: 'and', of: [] } },
      world.calendar,
    );
    const second = world.backend.scan(call, { signal: aborted.signal });
    aborted.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    gate.open?.();
    expect((await first).objects).toEqual([]);
  });

  it('tells how far it is, script by script', async () => {
    const world = await worldOf();
    for (let n = 0; n < 90; n++) put(world, { uid: `E${n}` });
    const told: (readonly [number, number | undefined])[] = [];
    const call = world.backend.target.compileRead(
      {
        range: { from: 0, to: Date.parse('2030-01-01T00:00:00Z') },
        pushed: [],
        residual: { kind: 'and', of: [] },
      },
      world.calendar,
    );
    const progress = (done: number, total: number | undefined) => told.push([done, total]);
    await world.backend.scan(call, { signal: never, progress });
    expect(told).toEqual([
      [0, undefined],
      [40, 90],
      [80, 90],
      [90, 90],
    ]);
  });

  it.each([
    ['2026-04-23T00:00:00', '2026-04-24T01:00:00', '20260423', '20260424'],
    ['2026-04-24T01:00:00', '2026-04-25T00:00:00', '20260424', '20260425'],
    ['2026-04-24T01:00:00', '2026-04-24T23:59:59', '20260424', '20260425'],
  ])('knows days where clocks go forward at midnight: %s to %s', async (start, end, from, to) => {
    const world = await worldOf({}, {}, 'Africa/Cairo');
    put(world, { 'allday event': true, 'start date': wall(start), 'end date': wall(end) });
    const { ics } = await only(world);
    expect([textOf(ics, 'DTSTART'), textOf(ics, 'DTEND')]).toEqual([from, to]);
  });

  it.each([
    ['timed', false],
    ['all-day', true],
  ])('lists a calendar again whose columns do not fit each other: %s events', async (_, isAllDay) => {
    const world = await worldOf();
    const midnight = wall('2026-03-10T00:00:00');
    const [one, two] = ['A', 'B'].map((uid, day) =>
      put(world, {
        uid,
        'allday event': isAllDay,
        'start date': midnight + day * 20 * DAY,
        'end date': midnight + day * 20 * DAY + DAY,
      }),
    );
    const { run } = world.runner;
    let lists = 0;
    world.runner.run = async (script, argv, signal) => {
      if (script !== 'list-events' || lists++ > 0) return run(script, argv, signal);
      const folder = required(world.state.calendars[1]);
      let asked = 0;
      // They change places behind the uids.
      Object.defineProperty(folder, 'events', {
        configurable: true,
        get: () => (asked++ < 2 ? [one, two] : [two, one]),
      });
      return run(script, argv, signal).finally(() => {
        Object.defineProperty(folder, 'events', { configurable: true, writable: true, value: [two, one] });
      });
    };
    const { objects } = await scan(world, { from: midnight, to: midnight + DAY });
    expect(objects.map(({ href }) => href)).toEqual([`${world.calendar.href}/A`]);
    expect(lists).toBe(2);
  });

  it('asks for the details of the window only', async () => {
    const world = await worldOf();
    for (let n = 1; n <= 20; n++) {
      const start = wall(`2026-03-${String(n).padStart(2, '0')}T09:00:00`);
      put(world, { 'start date': start, 'end date': start + 1 });
    }
    put(world, {
      'start date': wall('2020-01-01T00:00:00'),
      'end date': wall('2020-01-01T01:00:00'),
      recurrence: 'FREQ=DAILY;COUNT=5',
    });
    put(world, {
      'start date': wall('2020-01-01T00:00:00'),
      'end date': wall('2020-01-01T01:00:00'),
      recurrence: 'FREQ=WEEKLY',
    });
    const window = { from: Date.parse('2026-03-10T00:00:00Z'), to: Date.parse('2026-03-11T00:00:00Z') };
    const { objects } = await scan(world, window);
    // A day and a half on both sides for zones elsewhere; the series that ended long ago is left out.
    expect(objects).toHaveLength(5);
  });
});

describe('the calendars of an account', () => {
  const NAMES = ['Work', 'work', 'Home', 'Birthdays'];
  const namesOf = async (choice: { calendars?: string[]; except?: string[] }) => {
    const runner = simulatedRunner(emptyCalendar(NAMES));
    const state = createMemoryStore({ now: Date.now, timeZone: () => 'UTC' });
    const backend = createAppleScriptBackend({
      name: 'mac',
      zone: required(zoneOf('UTC')),
      state,
      runner,
      ...choice,
    });
    return (await backend.calendars({ signal: never })).map(({ name, href }) => [name, href]);
  };

  it.each([
    [{}, NAMES],
    [{ calendars: ['work', 'nowhere'] }, ['Work', 'work']],
    [{ except: ['BIRTHDAYS', 'Work'] }, ['Home']],
    [{ calendars: ['Work', 'Home'], except: ['home'] }, ['Work', 'work']],
  ])('are those it names, in any case: %j', async (choice, names) => {
    expect((await namesOf(choice)).map(([name]) => name)).toEqual(names);
  });

  it('are never none: that is a mistake in the settings', async () => {
    await expect(namesOf({ calendars: ['nowhere'] })).rejects.toMatchObject({
      code: 'CONFIGURATION',
      info: { suggestion: expect.stringContaining('except') },
    });
  });
});
