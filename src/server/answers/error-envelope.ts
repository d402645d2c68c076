import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '../../../schemas/answers/error-body.js';
import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import { describeError } from '../../engine/errors/describe-error.js';
import type { Log } from '../../ports/log.js';
import { soundExample } from './sound-example.js';

/** Body of a failure: `describeError` plus facts that only the server has. */
export interface FailureBody extends ErrorBody {
  /** Finds the call in the log; only present if the log has more than the client. */
  readonly requestId?: string;
}

/** Result of a failed call (docs/guide/errors.md). */
export interface Failure {
  readonly success: false;
  readonly error: FailureBody;
}

export interface FailureContext {
  /** True if the call could have changed something. */
  readonly writes: boolean;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly tool: string;
  /** Id of the call in the logs. */
  readonly id?: string;
}

/** Codes after which a write without an outcome may have happened. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set([
  'INTERNAL',
  'CANCELLED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UPSTREAM_ERROR',
  'BAD_UPSTREAM_RESPONSE',
  'RESPONSE_TOO_LARGE',
  'STORAGE_ERROR',
  'OUTCOME_UNKNOWN',
]);

/**
 * Converts anything thrown. An unknown error becomes INTERNAL: the client gets a request id, the log gets the
 * details.
 */
export function failureOf(thrown: unknown, context: FailureContext): Failure {
  const requestId = `req_${context.id ?? randomBytes(6).toString('base64url')}`;
  const error = asCalendarError(thrown, context, requestId);
  const outcome = error.info.outcome ?? (UNDECIDED.has(error.code) ? 'unknown' : 'not_applied');
  const { example, ...described } = describeError(context.writes ? error.with({ outcome }) : error);
  return {
    success: false,
    error: {
      ...described,
      ...soundExample({ ...described, example }, context.tool),
      code: error.code,
      message: error.message,
      ...(error.code === 'INTERNAL' && { requestId }),
    },
  };
}

function asCalendarError(thrown: unknown, context: FailureContext, requestId: string): CalendarError {
  if (thrown instanceof CalendarError) {
    context.log.debug('call failed', { tool: context.tool, code: thrown.code, requestId });
    return thrown;
  }
  if (context.signal.aborted) {
    return new CalendarError('CANCELLED', 'The call was cancelled.', {
      suggestion: 'Read the event before you repeat a write.',
    });
  }
  context.log.warn('unexpected failure', {
    tool: context.tool,
    requestId,
    error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : typeof thrown,
  });
  return new CalendarError('INTERNAL', `Something went wrong in the server (${requestId}).`, {
    suggestion: 'Try once more. If it fails again, report the request id; the log has the details.',
  });
}
