import type { Application, Running, Script } from './syntax.js';
import { ScriptError, ScriptList, TrapError, type Value } from './values.js';

export interface RunOptions {
  /** Wall time of `current date`; it may go on while the script runs. */
  readonly now: number;
  /** Whether a timeout ends an Apple event that takes longer; it does unless this says otherwise. */
  readonly timeoutsFire?: boolean;
  /** Called before each Apple event with its number, counted from 1. */
  readonly beforeEvent?: (count: number) => void;
}

/** Runs a script as osascript would and gives its text; throws ScriptError where AppleScript reports an error. */
export function runScript(
  script: Script,
  argv: readonly string[],
  application: Application,
  options: RunOptions,
): { readonly output: string; readonly appleEvents: number } {
  let appleEvents = 0;
  const run: Running = {
    get now() {
      return options.now;
    },
    properties: new Map(),
    delimiter: '',
    considering: false,
    seconds: 120,
    call: (name, args) => {
      if (run.considering) throw new TrapError('it is not said whether "considering" holds in a handler');
      const { parameters = [], body } = script.handlers.get(name) ?? {};
      const names = new Map<string, Value>(parameters.map((parameter, at) => [parameter, args[at] ?? null]));
      return body?.(run, names)?.value ?? null;
    },
    send: (event) => {
      const since = options.now;
      options.beforeEvent?.(++appleEvents);
      const value = event(application);
      const isLate = options.now - since > run.seconds * 1000;
      if (isLate && options.timeoutsFire !== false) throw new ScriptError('AppleEvent timed out.', -1712);
      return value;
    },
  };
  for (const [name, value] of script.properties) run.properties.set(name, value(run, new Map()));
  const output = run.call('run', [new ScriptList([...argv])]);
  if (typeof output === 'string') return { output, appleEvents };
  throw new TrapError('only a text prints the same on every Mac');
}
