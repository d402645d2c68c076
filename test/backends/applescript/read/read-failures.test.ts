import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../compilers/time/civil.js';
import { createAppleScriptBackend } from '../../../../src/backends/applescript/applescript-backend.js';
import { explainFailure } from '../../../../src/backends/applescript/scripts/explain-failure.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { textOf } from '../../../conformance/events.js';
import { never, only, required, scan } from '../../../conformance/subject.js';
import { createMemoryStore } from '../../../reference/memory-store.js';
import { eventsOf, put, type World, wall, whileRunning, worldOf } from '../scenarios/world.js';
import { simulatedRunner } from '../simulated/simulated-runner.js';
import { emptyCalendar } from '../simulated/simulated-state.js';

/** The next runs fail with a number. */
function failNext({ state }: World, number: number, runs: number): void {
  for (let n = 1; n <= runs; n++) state.failures.push({ run: state.runs + n, event: 1, number });
}

describe('reading', () => {
  it.each([-1743, -1744, -1712, -10000, -10004, -10025, -10810, -128, -1728, -1719, -1700, -2741, -9999])(
    'error %d is never an empty list',
    async (number) => {
      const world = await worldOf();
      put(world, {});
      failNext(world, number, 4);
      const { code, retryable } = explainFailure(new ScriptFailure('reported', number));
      const said = { code, retryable, message: expect.not.stringMatching(/error -(?!9999)/) };
      await expect(scan(world)).rejects.toMatchObject({ ...said, info: { suggestion: expect.any(String) } });
    },
  );

  it.each([
    [-1719, 1, 0, 'read'],
    [-1728, 1, 0, 'read'],
    [-600, 1, 1, 'read'],
    [-609, 1, 1, 'read'],
    [-600, 2, 1, 'UNAVAILABLE'],
  ])(
    'after %d, %d times, Calendar is opened %d times and asked once more: %s',
    async (number, runs, opened, end) => {
      const world = await worldOf();
      put(world, {});
      failNext(world, number, runs);
      const answer = await scan(world).then(
        ({ objects }) => (objects.length === 1 ? 'read' : 'empty'),
        ({ code }) => code,
      );
      expect([answer, world.runner.opened]).toEqual([end, opened]);
    },
  );

  it('says that Calendar is closed where it cannot be opened', async () => {
    const world = await worldOf();
    failNext(world, -600, 1);
    world.runner.openCalendar = () => Promise.reject(new ScriptFailure('crashed'));
    await expect(scan(world)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('reads on when the last event is deleted while its row is read', async () => {
    const world = await worldOf();
    const all = ['A', 'B'].map((uid) => put(world, { uid }));
    // Gone behind its uid.
    whileRunning(world, 'read-events', (asked) => (asked < 19 ? all : all.slice(0, 1)));
    expect((await scan(world)).objects).toHaveLength(1);
  });

  it('tells events of one uid apart after their rows have moved', async () => {
    const world = await worldOf();
    const later = { 'start date': wall('2026-03-11T12:00:00'), 'end date': wall('2026-03-11T13:00:00') };
    put(world, { uid: 'A', recurrence: 'FREQ=DAILY;COUNT=2' });
    put(world, { uid: 'A', summary: 'Moved', ...later });
    put(world, {});
    const before = [...eventsOf(world)];
    whileRunning(world, 'read-events', () => before.toReversed());
    const { objects } = await scan(world);
    expect(objects.map(({ ics }) => textOf(ics, 'SUMMARY')).sort()).toEqual(['Lunch', 'Lunch', 'Moved']);
    expect(new Set(objects.map(({ href }) => href)).size).toBe(3);
  });

  it('asks everything again each time, and tells how far it is, script by script', async () => {
    const world = await worldOf();
    for (let n = 0; n < 90; n++) put(world, { uid: `E${n}` });
    const told: (readonly [number, number | undefined])[] = [];
    const range = { from: 0, to: Date.parse('2030-01-01T00:00:00Z') };
    const asked = { range, pushed: [], residual: { kind: 'and', of: [] } } as const;
    const call = world.backend.target.compileRead(asked, world.calendar);
    const progress = (done: number, total: number | undefined) => told.push([done, total]);
    for (let time = 0; time < 2; time++) await world.backend.scan(call, { signal: never, progress });
    const once = '[0,null],[40,90],[80,90],[90,90]';
    expect(JSON.stringify(told)).toBe(`[${once},${once}]`);
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

  it('asks for the details of the window only', async () => {
    const world = await worldOf();
    const at = (start: number) => ({ 'start date': start, 'end date': start + 1 });
    for (let n = 0; n < 20; n++) put(world, at(wall('2026-03-01T09:00:00') + n * DAY));
    for (const recurrence of ['FREQ=DAILY;COUNT=5', 'FREQ=WEEKLY'])
      put(world, { ...at(wall('2020-01-01T00:00:00')), recurrence });
    const window = { from: Date.parse('2026-03-10T00:00:00Z'), to: Date.parse('2026-03-11T00:00:00Z') };
    // A day and a half on both sides for zones elsewhere; the series that ended long ago is left out.
    expect((await scan(world, window)).objects).toHaveLength(5);
  });
});

const NAMES = ['Work', 'work', 'Home', 'Birthdays'];

it.each([
  [{}, NAMES],
  [{ calendars: ['work', 'nowhere'] }, ['Work', 'work']],
  [{ except: ['BIRTHDAYS', 'Work'] }, ['Home']],
  [{ calendars: ['Work', 'Home'], except: ['home'] }, ['Work', 'work']],
  // That is a mistake in the settings.
  [{ calendars: ['nowhere'] }, []],
])('the calendars of an account are those it names, in any case, never none: %j', async (choice, names) => {
  const runner = simulatedRunner(emptyCalendar(NAMES));
  const state = createMemoryStore({ now: Date.now, timeZone: () => 'UTC' });
  const zone = required(zoneOf('UTC'));
  const backend = createAppleScriptBackend({ name: 'mac', zone, state, runner, ...choice });
  const found = backend.calendars({ signal: never }).then((all) => all.map(({ name }) => name));
  const none = { code: 'CONFIGURATION', info: { suggestion: expect.stringContaining('except') } };
  if (names.length === 0) await expect(found).rejects.toMatchObject(none);
  else expect(await found).toEqual(names);
});
