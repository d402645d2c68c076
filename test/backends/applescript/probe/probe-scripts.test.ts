import { describe, expect, it } from 'vitest';
import { scriptArgv } from '../../../../compilers/targets/applescript/script-argv.js';
import { PROBE_SOURCES, type ProbeScript } from '../../../../src/backends/applescript/probe/probe-scripts.js';
import { runScript } from '../interpreter/interpret.js';
import { parseScript } from '../interpreter/parse.js';
import { SimulatedCalendar } from '../simulated/simulated-calendar.js';
import { emptyCalendar } from '../simulated/simulated-state.js';

describe('scripts of the doctor', () => {
  it.each(Object.keys(PROBE_SOURCES) as ProbeScript[])('%s is read by the strict reader', (name) => {
    const source: string = PROBE_SOURCES[name];
    expect(source).toMatch(/^[\t\n\x20-\x7e]*$/);
    expect(() => parseScript(source)).not.toThrow();
  });

  it('count calendars and columns, and say when there is nothing', () => {
    const state = emptyCalendar(['A', 'B']);
    const run = (name: ProbeScript, fields: readonly string[]) =>
      runScript(parseScript(PROBE_SOURCES[name]), scriptArgv(fields), new SimulatedCalendar(state), {
        now: state.now,
      }).output;
    expect(run('gate', [])).toBe('2\x1f\x1eEND\x1f1\x1f\x1e');
    expect(run('column', ['B', '1', '1', 'stamp'])).toContain('0\x1f');
    expect(run('resolve', ['B', '1', '1', 'uid'])).toMatch(/^empty/);
    expect(() => run('column', ['B', '1', '1', 'notes'])).toThrow(expect.objectContaining({ number: 7002 }));
    expect(() => run('column', ['C', '1', '1', 'uid'])).toThrow(expect.objectContaining({ number: 7001 }));
  });
});
