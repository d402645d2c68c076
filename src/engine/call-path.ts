import type { CompileContext } from '../../compilers/context.js';
import type { Engine } from './context/engine.js';
import type { TimedCalls } from './context/timed-calls.js';

export interface CallPath extends TimedCalls {
  readonly engine: Engine;
  /** Called for each call, because it has the current time. */
  readonly context: () => CompileContext;
}
