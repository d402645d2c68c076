import type { Log } from '../../../ports/log.js';
import { CALLS, type SeenCall } from '../../../system/telemetry.js';
import { opaqueUser } from './opaque-user.js';

/** Logs one line per answered call. */
export function logCalls(log: Log): void {
  CALLS.asyncEnd.subscribe((message) => {
    const { id, tool, principal, traceparent, startedAt, outcome, code } = message as SeenCall;
    log.info('call', {
      call: id,
      ...(principal !== undefined && { user: opaqueUser(principal) }),
      tool,
      outcome,
      ...(code !== undefined && { code }),
      ms: Math.round(performance.now() - startedAt),
      ...(traceparent !== undefined && { traceparent }),
    });
  });
}
