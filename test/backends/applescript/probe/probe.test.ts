import { describe, expect, it } from 'vitest';
import type { MacTools } from '../../../../src/backends/applescript/probe/probe-calendar-app.js';
import { osascriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { runProgram } from '../../../../src/backends/applescript/scripts/run-program.js';
import { required } from '../../../conformance/subject.js';
import { checkOf, checksOf, examine, troubles } from '../../../doctor/doctor-run.js';
import { odditiesOf } from '../../../doctor/oddities-of.js';
import type { Oddities } from '../simulated/oddities.js';
import { serveOsascript } from '../simulated/served-osascript.js';
import { emptyCalendar, type SimulatedEvent } from '../simulated/simulated-state.js';
import { accountOn, examineMac, tool, toolsOn, withTools } from './mac-tools.js';

withTools();
const REFUSES = tool('osacompile-2', 'echo "-:1: error: Expected end of line (-2741)" >&2\nexit 1');

function simulatedEvent(uid: string, more: Partial<SimulatedEvent>): SimulatedEvent {
  return {
    uid,
    summary: 'Secret dentist',
    'start date': Date.UTC(2026, 1, 2, 9),
    'end date': Date.UTC(2026, 1, 2, 10),
    'allday event': false,
    recurrence: null,
    'excluded dates': [],
    'stamp date': Date.UTC(2026, 0, 1),
    sequence: 0,
    status: 'none',
    location: 'Secret street',
    description: null,
    url: null,
    alarms: { 'display alarm': [], 'mail alarm': [], 'sound alarm': [] },
    attendees: [],
    ...more,
  };
}

describe('doctor on a Mac', () => {
  it('finds everything well on a Calendar as we think it is, and leaves nothing behind', async () => {
    const state = emptyCalendar(['Secret Family', 'Test']);
    const examined = await examineMac(state, {}, 'Test');
    expect(troubles(examined)).toEqual([
      'uids after a synchronisation: skipped  Cannot be seen in one run: note the uid of an event, synchronise, and compare.',
    ]);
    expect(state.calendars.flatMap(({ events }) => events)).toEqual([]);
    expect(examined.text).not.toMatch(/Secret|Family|"Test/);
    expect(checkOf(examined, 'macOS')?.facts?.version).toBe('26.1');
    expect(checkOf(examined, 'times of columns, calendar 2')?.facts).toMatchObject({
      events: 0,
      stampMs: expect.any(Number),
    });
    expect(checkOf(examined, 'a reminder at a fixed date')?.facts).toEqual({ refusedWith: -1728 });
  });

  it('counts occurrences that were changed in Calendar, and the dates their series leave out', async () => {
    const state = emptyCalendar(['Test']);
    const events = required(state.calendars[0]).events;
    const series = simulatedEvent('U', {
      recurrence: 'FREQ=WEEKLY',
      'excluded dates': [Date.UTC(2026, 1, 9, 9)],
    });
    events.push(series, simulatedEvent('U', {}), simulatedEvent('V', {}));
    const examined = await examineMac(state);
    expect(checkOf(examined, 'changed occurrences, calendar 1')?.facts).toEqual({
      series: 1,
      linedRules: 0,
      repeated: 1,
      ofSeries: 1,
      detached: 1,
      excluded: 1,
    });
    expect(examined.text).not.toContain('Secret');
  });

  it('writes nothing without consent', async () => {
    const state = emptyCalendar(['Test']);
    await examineMac(state);
    expect(state.made).toBe(0);
  });

  it.each<Oddities>([
    {},
    { emptyText: true },
    { rulesRewritten: true },
    { lastSecondEnds: true },
    { skipsMissing: true },
    { newFirst: true },
    { staleReads: true },
    { frozenStamps: true },
    { carriageReturns: true },
    { defaultAlarm: -15 },
    { noStamps: true },
    { rulesDropped: true },
    { rulesRefused: true },
    { skipsIgnored: true },
    { seriesSurvive: true },
    { seriesStay: true },
    { emptyRefused: true },
    { printsLineFeeds: true },
    { inclusiveEnds: true },
    { emptyText: true, rulesRewritten: true, lastSecondEnds: true, defaultAlarm: -30, newFirst: true },
  ])('a report sets the switches of the simulated Calendar: %j', async (oddities) => {
    const state = emptyCalendar(['Test'], oddities);
    const { report } = await examineMac(state, {}, 'Test');
    expect(odditiesOf(report)).toEqual(oddities);
    expect(state.calendars[0]?.events).toEqual([]);
  });

  it('tells what the backend makes of it', async () => {
    const found = async (oddities: Oddities): Promise<readonly string[]> =>
      troubles(await examineMac(emptyCalendar(['Test'], oddities), {}, 'Test')).filter((line) =>
        line.startsWith('write test'),
      );
    expect(await found({ skipsIgnored: true })).toEqual([
      expect.stringMatching(/^write test: an excluded date: failed UNSUPPORTED/),
    ]);
    expect(await found({ seriesSurvive: true })).toContainEqual(
      expect.stringMatching(/^write test: delete a shortened series: failed UNSUPPORTED/),
    );
    expect(await found({ defaultAlarm: -15 })).toContainEqual(
      expect.stringMatching(/^write test: a timed event: warning/),
    );
  });

  it('has every script compiled, and tells numbers', async () => {
    const examined = await examineMac(emptyCalendar(['Test']), { osacompile: REFUSES });
    const compiled = checksOf(examined).filter(({ name }) => name.startsWith('compile '));
    expect(compiled.length).toBeGreaterThan(15);
    for (const check of compiled) expect(check).toMatchObject({ status: 'failed', facts: { number: -2741 } });
    expect(compiled.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['compile update-event', 'compile raw']),
    );
  });

  it('works through a process of osascript', async () => {
    const state = emptyCalendar(['Test'], { rulesRewritten: true });
    const served = await serveOsascript(state);
    try {
      const run: MacTools['run'] = (input, fields, signal) => {
        const argv = ['-l', 'AppleScript', '-', ...fields];
        return runProgram({ path: served.path, argv, input, deadlineMs: 60_000 }, signal);
      };
      const account = accountOn(state, toolsOn(state, { run }), osascriptRunner({ path: served.path }));
      const examined = await examine({}, { open: async () => [account], writeTest: 'Test' });
      expect(examined.report.summary.failed).toBe(0);
      expect(odditiesOf(examined.report)).toEqual({ rulesRewritten: true });
      expect(state.calendars[0]?.events).toEqual([]);
    } finally {
      await served.close();
    }
  });
});
