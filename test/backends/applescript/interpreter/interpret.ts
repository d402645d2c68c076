import type { Application, RunOptions } from './application.js';
import type { Running, Script } from './syntax.js';
import { ScriptError, ScriptList, TrapError, type Value } from './values.js';

/** Runs a script as osascript would and gives its text; throws ScriptError where AppleScript reports an error. */
export function runScript(
  script: Script,
  argv: readonly string[],
  application: Application,
  options: RunOptions,
): { readonly output: string; readonly appleEvents: number } {
  const run = new Run(script, application, options);
  const value = run.call('run', [new ScriptList([...argv])]);
  if (typeof value === 'string') return { output: value, appleEvents: run.appleEvents };
  throw new TrapError('only a text prints the same on every Mac');
}

class Run implements Running {
  appleEvents = 0;
  delimiter: Value = '';
  considering = false;
  seconds = 120;
  readonly properties = new Map<string, Value>();

  constructor(
    private readonly script: Script,
    private readonly application: Application,
    private readonly options: RunOptions,
  ) {
    for (const [name, value] of script.properties) this.properties.set(name, value(this, new Map()));
  }

  get now(): number {
    return this.options.now;
  }

  call(name: string, args: readonly Value[]): Value {
    const handler = this.script.handlers.get(name);
    if (handler === undefined) throw new ScriptError(`there is no handler ${name}`, -1708);
    const names = new Map(handler.parameters.map((parameter, at) => [parameter, args[at] ?? null]));
    return handler.body(this, names)?.value ?? null;
  }

  send<T>(event: (application: Application) => T): T {
    this.appleEvents++;
    const since = this.now;
    this.options.beforeEvent?.(this.appleEvents);
    const value = event(this.application);
    const isLate = this.now - since > this.seconds * 1000;
    if (isLate && this.options.timeoutsFire !== false) throw new ScriptError('AppleEvent timed out.', -1712);
    return value;
  }
}
