import type { CompileContext } from '../../compilers/context.js';
import type { Engine } from './context/engine.js';
import type { TimedCalls } from './context/timed-calls.js';

/** What every call goes through. */
export interface CallPath extends TimedCalls {
  readonly engine: Engine;
  /** What a call that arrives now is compiled with. */
  readonly context: () => CompileContext;
}
