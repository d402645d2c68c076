import { type AuditTrail, NO_TRAIL } from './audit-trail.js';
import type { CallContext, Caller } from './service.js';

/** What is made for one call and passed along with it; `Engine` is what the process remembers. */
export interface Call extends CallContext {
  readonly caller: Caller;
  /** Aborted when nothing more may be asked or worked out, only answered; also when the client leaves. */
  readonly deadline: AbortSignal;
  readonly trail: AuditTrail;
}

/** A call as it arrives: no deadline but its client's patience, no line in the audit log. */
export function beginCall(context: CallContext): Call {
  return {
    ...context,
    caller: context.caller ?? { kind: 'assistant' },
    deadline: context.signal,
    trail: NO_TRAIL,
  };
}
