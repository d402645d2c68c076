import { describe, expect, it } from 'vitest';
import { createAppleScriptBackend } from '../../src/backends/applescript/applescript-backend.js';
import { probePermission } from '../../src/backends/applescript/probe.js';
import { createMacBackend } from '../../src/backends/eventkit/mac-backend.js';
import { probeDoors } from '../../src/backends/eventkit/probe-doors.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { seriesTest } from '../../src/doctor/series-test.js';
import { simulatedRunner } from '../backends/applescript/simulated/simulated-runner.js';
import { emptyCalendar, plainEvent } from '../backends/applescript/simulated/simulated-state.js';
import { startSimulated } from '../backends/eventkit/simulated/in-process.js';
import { emptyKit, kitEvent } from '../backends/eventkit/simulated/state.js';
import { required } from '../conformance/subject.js';
import { createMemoryStore } from '../reference/memory-store.js';
import { checkOf, checksOf, examine, troubles } from './doctor-run.js';

const HOUR = 3_600_000;

/** A Mac with one event in both doors, which calls it `uid` in the Calendar app and UID-1 in EventKit. */
function mac({ status = 3, uid = 'UID-1', names = ['Secret Family', 'Test'] } = {}) {
  const app = emptyCalendar(names);
  const kit = { ...emptyKit(['Secret Family', 'Test']), status, zone: 'UTC' };
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 24 * HOUR;
  app.calendars[0]?.events.push({
    ...plainEvent(uid, start, start + HOUR),
    summary: 'Secret dentist',
    location: 'Secret street',
  });
  kit.events.push(kitEvent(kit, { title: 'Secret dentist', start, end: start + HOUR, zone: 'UTC' }));
  const state = createMemoryStore({ now: () => 0, timeZone: () => 'UTC' });
  const zone = required(zoneOf('UTC'));
  const runner = simulatedRunner(app);
  const start_ = startSimulated(kit);
  const open = async () => createAppleScriptBackend({ name: 'mac', zone, state, runner });
  const backend = createMacBackend({ name: 'mac', zone, state, start: start_, fallback: open });
  const look = (checks: Parameters<typeof probePermission>[0]) => probePermission(checks, runner);
  const probe = {
    ...probeDoors(backend, { look, open, zone }, start_),
    get ownWriteTest() {
      return backend.kind === 'applescript';
    },
    write: (calendar: Parameters<typeof seriesTest>[0]['calendar'], checks: Parameters<typeof look>[0]) =>
      seriesTest({ backend, calendar, checks, now: Date.now() }),
  };
  const run = (options: Parameters<typeof examine>[1] = {}) =>
    examine({}, { open: async () => [{ name: 'mac', backend, probe }], ...options });
  return { app, kit, run };
}

const STEPS = [
  'create a series',
  'move the series',
  'split the series',
  'undo the split',
  'remove the series',
];

describe('doctor on a Mac', () => {
  it('compares both doors, without a word of the calendars', async () => {
    const { run } = mac();
    const examined = await run();
    expect(troubles(examined)).toEqual([]);
    expect(checkOf(examined, 'both doors')).toMatchObject({
      status: 'ok',
      facts: {
        calendars: 2,
        events: 1,
        equalIdentifiers: 1,
        equalTimes: 1,
        eventKitMs: expect.any(Number),
        appleScriptMs: expect.any(Number),
      },
    });
    expect(examined.text).not.toMatch(/Secret|Family/);
  });

  it('tells that the doors call an event differently', async () => {
    const examined = await mac({ uid: 'other' }).run();
    expect(checkOf(examined, 'both doors')).toMatchObject({
      status: 'warning',
      facts: { events: 1, equalIdentifiers: 0, equalTimes: 0 },
    });
  });

  it('is well where only EventKit is open', async () => {
    const examined = await mac({ names: [] }).run();
    expect(checkOf(examined, 'both doors')).toMatchObject({
      status: 'skipped',
      facts: { code: 'PERMISSION_DENIED' },
    });
    expect(examined.report.summary.failed).toBe(0);
  });

  it.each([
    ['EventKit', 3],
    ['AppleScript', 0],
  ])('makes, moves, splits, joins and removes a series through %s', async (_, status) => {
    const { app, kit, run } = mac({ status });
    const examined = await run({ writeTest: 'Test' });
    for (const step of STEPS) expect(checkOf(examined, `write test: ${step}`)?.status, step).toBe('ok');
    expect([app.calendars[1]?.events, kit.events.length, examined.report.summary.failed]).toEqual([[], 1, 0]);
  });

  it('ends with the step that failed', async () => {
    const { kit, run } = mac();
    kit.oddities.ignoresSaves = true;
    const failed = await run({ writeTest: 'Test' });
    expect(checkOf(failed, 'write test: create a series')?.status).toBe('failed');
    expect(checkOf(failed, 'write test: move the series')).toBeUndefined();
  });

  it('removes what it made also when it is ended on the way', async () => {
    const { kit, run } = mac();
    const ending = new AbortController();
    const push = kit.asked.push.bind(kit.asked);
    kit.asked.push = (...ops: string[]) => {
      if (ops[0] === 'write' && kit.asked.includes('write')) ending.abort();
      return push(...ops);
    };
    const examined = await run({ writeTest: 'Test', signal: ending.signal });
    expect(examined.report.complete).toBe(false);
    expect(kit.asked.filter((op) => op === 'write').length).toBeGreaterThan(2);
    expect(kit.events).toHaveLength(1);
  });

  it('writes nothing without consent', async () => {
    const { app, kit, run } = mac();
    await run();
    expect([app.made, kit.asked.includes('write')]).toEqual([0, false]);
  });

  it.each([
    [-1743, 'does not allow'],
    [-1744, 'could not ask'],
  ])('tells which permission is missing: %d', async (number, words) => {
    const { app, run } = mac({ status: 0 });
    app.failures.push({ run: 1, event: 1, number });
    const examined = await run();
    expect(checkOf(examined, 'permission: Automation')).toMatchObject({
      status: 'failed',
      code: 'PERMISSION_DENIED',
      detail: expect.stringContaining(words),
      facts: { granted: false, number },
    });
    expect(checkOf(examined, 'list calendars')?.status).toBe('skipped');
  });

  it('tells the second gate apart: Calendar answers and shows nothing', async () => {
    const examined = await mac({ status: 0, names: [] }).run();
    expect(checkOf(examined, 'permission: Automation')?.status).toBe('ok');
    expect(checkOf(examined, 'permission: Calendars')).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(checksOf(examined).some(({ name }) => name === 'both doors')).toBe(false);
  });
});
