import { describe, expect, it } from 'vitest';
import type { MacTools } from '../../../../src/backends/applescript/probe/probe-calendar-app.js';
import { checkOf, examine, troubles } from '../../../doctor/doctor-run.js';
import { emptyCalendar } from '../simulated/simulated-state.js';
import { accountOn, examineMac, toolsOn, withTools } from './mac-tools.js';

withTools();

describe('doctor on a Mac', () => {
  it.each([
    [-1743, 'does not allow'],
    [-1744, 'could not ask'],
  ])('tells which permission is missing: %d', async (number, words) => {
    const state = emptyCalendar(['Test']);
    // The third run: after the macOS tools, the echo comes first and asks Calendar nothing.
    state.failures.push({ run: 2, event: 1, number });
    const examined = await examineMac(state);
    expect(checkOf(examined, 'permission: Automation')).toMatchObject({
      status: 'failed',
      code: 'PERMISSION_DENIED',
      detail: expect.stringContaining(words),
      facts: { granted: false, number },
    });
    expect(checkOf(examined, 'list calendars')?.status).toBe('skipped');
  });

  it('tells where separators are not found in texts', async () => {
    const state = emptyCalendar(['Test']);
    const tools = toolsOn(state);
    const run: MacTools['run'] = async (source, argv, signal) =>
      (await tools.run(source, argv, signal)).replace('p q', 'p\x1fq').replace('seen', 'ignored');
    const sound = checkOf(await examineMac(state), 'scripts from standard input');
    expect(sound).toMatchObject({ status: 'ok', facts: { cleaned: true, compared: 'seen' } });
    const found = checkOf(await examineMac(state, { run }), 'scripts from standard input');
    expect(found).toMatchObject({ status: 'failed', facts: { separators: true, cleaned: false } });
  });

  it('tells the second gate apart: Calendar answers and shows nothing', async () => {
    const examined = await examineMac(emptyCalendar([]));
    expect(checkOf(examined, 'permission: Automation')?.status).toBe('ok');
    expect(checkOf(examined, 'permission: Calendars')).toMatchObject({
      status: 'failed',
      code: 'PERMISSION_DENIED',
    });
  });

  it('opens Calendar where it is closed, once', async () => {
    const state = emptyCalendar(['Test']);
    state.failures.push({ run: 2, event: 1, number: -600 });
    let opened = 0;
    const examined = await examineMac(state, {
      openCalendar: async () => {
        opened++;
      },
    });
    expect(opened).toBe(1);
    expect(troubles(examined)).toEqual([]);
  });

  it('removes what it made also when it is ended on the way', async () => {
    const state = emptyCalendar(['Test']);
    const ending = new AbortController();
    const tools = toolsOn(state);
    let runs = 0;
    const run: MacTools['run'] = async (source, argv, signal) => {
      const printed = await tools.run(source, argv, signal);
      if (++runs === 45) ending.abort();
      return printed;
    };
    const account = accountOn(state, { ...tools, run });
    const examined = await examine(
      {},
      { open: async () => [account], writeTest: 'Test', signal: ending.signal },
    );
    expect(examined.report.complete).toBe(false);
    expect(state.made).toBeGreaterThan(0);
    expect(state.calendars[0]?.events).toEqual([]);
  });
});
