import { SCRIPT_SOURCES, type ScriptName } from '../../compilers/targets/applescript/script-sources.js';
import type { ScriptRunner } from '../../src/backends/applescript/osascript-runner.js';
import { ScriptFailure } from '../../src/backends/applescript/script-failure.js';
import { runScript } from './interpret.js';
import { parseScript } from './parse.js';
import { SimulatedCalendar, type SimulatedState } from './simulated-calendar.js';
import type { Script } from './syntax.js';
import { ScriptError } from './values.js';

export interface SimulatedRunner extends ScriptRunner {
  /** What was run, in order, with the number of Apple events each took. */
  readonly runs: { readonly script: ScriptName; readonly argv: readonly string[]; appleEvents: number }[];
  /** How often Calendar was opened. */
  opened: number;
}

/** As that of the real runner. */
const DEADLINE_MS = 150_000;

const parsed = new Map<string, Script>();

function scriptOf(source: string): Script {
  const known = parsed.get(source) ?? parseScript(source);
  parsed.set(source, known);
  return known;
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
    run: async (script, argv) => {
      const { longestArgument = Number.POSITIVE_INFINITY } = state.oddities;
      if (argv.some((argument) => Buffer.byteLength(argument) > longestArgument)) {
        throw new ScriptFailure('crashed');
      }
      const application = new SimulatedCalendar(state);
      const entry = { script, argv, appleEvents: 0 };
      runner.runs.push(entry);
      try {
        const startedAt = state.now;
        const { output, appleEvents } = runScript(
          scriptOf(sources[script] ?? SCRIPT_SOURCES[script]),
          argv,
          application,
          {
            get now() {
              return state.now;
            },
            timeoutsFire: state.oddities.timeoutsIgnored !== true,
            beforeEvent: (count) => {
              if (state.now - startedAt > DEADLINE_MS) throw new ScriptFailure('deadline');
              application.beforeEvent(count);
            },
          },
        );
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
