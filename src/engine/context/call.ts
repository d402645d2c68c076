import { type AuditTrail, NO_TRAIL } from './audit-trail.js';
import type { CallContext, Caller } from './service.js';

/** State of one call; `Engine` has the state of the process. */
export interface Call extends CallContext {
  readonly caller: Caller;
  /** Aborted when no time is left except for the answer, or when the client leaves. */
  readonly deadline: AbortSignal;
  readonly trail: AuditTrail;
}

/** A new call: no deadline except the client's signal, and no audit log. */
export function beginCall(context: CallContext): Call {
  return {
    ...context,
    caller: context.caller ?? { kind: 'assistant' },
    deadline: context.signal,
    trail: NO_TRAIL,
  };
}
