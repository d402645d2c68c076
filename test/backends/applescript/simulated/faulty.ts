import { CalendarError } from '../../../../schemas/model/error.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import type { SimulatedRunner } from './simulated-runner.js';

/** What goes wrong with one script of a call: counted from 1. */
export interface Fault {
  readonly script: number;
  readonly kind: 'not run' | 'not answered' | 'cut off' | 'silent' | 'refused' | 'gone';
}

/** What a call answers, or the error it ends with, when one of its scripts fails. */
export async function faulty<T>(
  runner: SimulatedRunner,
  fault: Fault | undefined,
  work: () => Promise<T>,
): Promise<T | CalendarError> {
  const { run } = runner;
  let count = 0;
  runner.run = async (script, argv, signal) => {
    if (fault === undefined || ++count !== fault.script) return run(script, argv, signal);
    if (fault.kind === 'not run') throw new ScriptFailure('deadline');
    if (fault.kind === 'refused') throw new ScriptFailure('reported', -10000);
    if (fault.kind === 'gone') throw new ScriptFailure('reported', -609);
    const output = await run(script, argv, signal);
    if (fault.kind === 'not answered') throw new ScriptFailure('reported', -1712);
    return fault.kind === 'silent' ? '' : output.slice(0, output.lastIndexOf('END'));
  };
  try {
    return await work();
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  } finally {
    runner.run = run;
  }
}
