import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  type AppleScriptBackendOptions,
  createAppleScriptBackend,
} from '../../../../src/backends/applescript/applescript-backend.js';
import {
  type MacTools,
  probeCalendarApp,
} from '../../../../src/backends/applescript/probe/probe-calendar-app.js';
import type { ScriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import type { DoctorAccount } from '../../../../src/doctor/doctor-options.js';
import { required } from '../../../conformance/subject.js';
import { type Examined, examine } from '../../../doctor/doctor-run.js';
import { createMemoryStore } from '../../../reference/memory-store.js';
import { runScript } from '../interpreter/interpret.js';
import { parseScript } from '../interpreter/parse.js';
import type { Script } from '../interpreter/syntax.js';
import { ScriptError } from '../interpreter/values.js';
import { SimulatedCalendar } from '../simulated/simulated-calendar.js';
import { simulatedRunner } from '../simulated/simulated-runner.js';
import type { SimulatedState } from '../simulated/simulated-state.js';

const dir = mkdtempSync(join(tmpdir(), 'mac-tools-'));

/** The programs are there for the tests of a file, and go when they are over. */
export function withTools(): void {
  mkdirSync(dir, { recursive: true });
  tool('sw_vers', 'echo 26.1');
  tool('osacompile', 'exit 0');
  afterAll(() => rmSync(dir, { recursive: true }));
}

/** A program that has read its input before it does what `text` says. */
export function tool(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, `#!/bin/sh\ncat > /dev/null\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const SW_VERS = join(dir, 'sw_vers');
const TAKES = join(dir, 'osacompile');

const parsed = new Map<string, Script>();

/** What a Mac has for the doctor, in front of a simulated Calendar. */
export function toolsOn(state: SimulatedState, more: Partial<MacTools> = {}): MacTools {
  return {
    osacompile: TAKES,
    swVers: SW_VERS,
    pauseMs: 0,
    openCalendar: async () => undefined,
    run: async (source, argv) => {
      const script = parsed.get(source) ?? parseScript(source);
      parsed.set(source, script);
      const application = new SimulatedCalendar(state);
      const beforeEvent = (count: number): void => application.beforeEvent(count);
      try {
        const { output } = runScript(script, argv, application, { now: state.now, beforeEvent });
        return `${state.oddities.printsLineFeeds === true ? output.replaceAll('\r', '\n') : output}\n`;
      } catch (error) {
        throw error instanceof ScriptError ? new ScriptFailure('reported', error.number) : error;
      }
    },
    ...more,
  };
}

/** An account of that Calendar, with its probe. */
export function accountOn(
  state: SimulatedState,
  tools: MacTools,
  runner: ScriptRunner = simulatedRunner(state),
): DoctorAccount {
  const options: AppleScriptBackendOptions = {
    name: 'mac',
    zone: required(zoneOf('UTC')),
    state: createMemoryStore({ now: () => 0, timeZone: () => 'UTC' }),
    runner,
  };
  const backend = createAppleScriptBackend(options);
  return { name: 'mac', backend, probe: probeCalendarApp(backend, tools) };
}

/** What the doctor finds on that Mac; it writes where `writeTest` names a calendar. */
export function examineMac(
  state: SimulatedState,
  more: Partial<MacTools> = {},
  writeTest?: string,
): Promise<Examined> {
  const account = accountOn(state, toolsOn(state, more));
  return examine({}, { open: async () => [account], ...(writeTest !== undefined && { writeTest }) });
}
