import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import type { ScriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { runScript } from '../interpreter/interpret.js';
import { parseScript } from '../interpreter/parse.js';
import type { Script } from '../interpreter/syntax.js';
import { ScriptError } from '../interpreter/values.js';
import { SimulatedCalendar } from './simulated-calendar.js';
import type { SimulatedState } from './simulated-state.js';

export interface SimulatedRunner extends ScriptRunner {
  /** What was run, in order, with the number of Apple events each took. */
  readonly runs: { readonly script: ScriptName; readonly argv: readonly string[]; appleEvents: number }[];
  /** How often Calendar was opened. */
  opened: number;
}

/** As that of the real runner. */
const DEADLINE_MS = 150_000;
/** Of a caller that will not wait for so long. */
const PATIENCE_MS = 12_000;

const parsed = new Map<string, Script>();

/** Runs a text as osascript does; it is killed at the deadline. */
export function runOn(state: SimulatedState, source: string, argv: readonly string[]) {
  const script = parsed.get(source) ?? parseScript(source);
  parsed.set(source, script);
  const application = new SimulatedCalendar(state);
  const startedAt = state.now;
  return runScript(script, argv, application, {
    get now() {
      return state.now;
    },
    timeoutsFire: state.oddities.timeoutsIgnored !== true,
    beforeEvent: (count) => {
      if (state.now - startedAt > DEADLINE_MS) {
        state.busyUntil = state.now + (state.oddities.busyAfterKill ?? 0);
        throw new ScriptFailure('deadline');
      }
      application.beforeEvent(count);
    },
  });
}

/** Runs the scripts in this process, on a simulated Calendar; `sources` replaces some of them. */
export function simulatedRunner(
  state: SimulatedState,
  sources: Partial<Record<ScriptName, string>> = {},
): SimulatedRunner {
  const runner: SimulatedRunner = {
    runs: [],
    opened: 0,
    openCalendar: async () => {
      runner.opened++;
    },
    run: async (script, argv, signal) => {
      const { longestArgument = Number.POSITIVE_INFINITY } = state.oddities;
      if (argv.some((argument) => Buffer.byteLength(argument) > longestArgument)) {
        throw new ScriptFailure('crashed');
      }
      const entry = { script, argv, appleEvents: 0 };
      runner.runs.push(entry);
      if (state.now < (state.busyUntil ?? 0)) {
        // Whoever gave it a time ends it then.
        state.now += signal === undefined ? DEADLINE_MS : PATIENCE_MS;
        throw new ScriptFailure(signal === undefined ? 'deadline' : 'cancelled');
      }
      try {
        const { output, appleEvents } = runOn(state, sources[script] ?? SCRIPT_SOURCES[script], argv);
        entry.appleEvents = appleEvents;
        const printed = state.oddities.printsLineFeeds === true ? output.replaceAll('\r', '\n') : output;
        return `${printed}\n`;
      } catch (error) {
        if (error instanceof ScriptError) throw new ScriptFailure('reported', error.number);
        throw error;
      }
    },
  };
  return runner;
}
