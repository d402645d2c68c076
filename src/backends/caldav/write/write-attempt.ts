import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import type { DavClient, DavRequest } from '../dav/dav-client.js';
import { decodeText } from '../dav/decode-text.js';
import { httpFailure } from '../dav/http-failure.js';
import { readConditions, readMultistatus } from '../dav/multistatus.js';
import type { StoredObject } from '../read/get-object.js';

/** The result of a write request, judged by its answer only. */
export type Attempt =
  /** 200, 201 or 204. */
  { readonly kind: 'done'; readonly answer: Response } | Refused | Lost;

/** The server did nothing. `partly`: it did only part. */
export interface Refused {
  readonly kind: 'refused';
  readonly error: CalendarError;
  readonly status: number;
  readonly partly?: true;
}

/** No conclusive answer. `late`: the server may still be working. `broken`: the connection ended. */
export interface Lost {
  readonly kind: 'lost';
  readonly error: CalendarError;
  readonly late: boolean;
  readonly broken?: boolean;
}

/** Failures without an answer; the server may still be working. */
const UNANSWERED = new Set<ErrorCode>(['TIMEOUT', 'CANCELLED', 'UNAVAILABLE']);
/** Temporary refusals: an earlier identical request may have been accepted. */
const PASSING = new Set([408, 423, 425, 429]);

interface WriteRequest extends DavRequest {
  readonly method: 'PUT' | 'DELETE' | 'MOVE' | 'MKCALENDAR' | 'PROPPATCH';
  /** Sent before on a connection that broke; that request may still arrive. */
  readonly again?: boolean;
}

/** Sends a write. Throws only if nothing can have reached the server. */
export async function attemptWrite(
  client: DavClient,
  { again = false, ...request }: WriteRequest,
  signal: AbortSignal,
): Promise<Attempt> {
  let answer: Response;
  try {
    answer = await client.send(request, signal);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    if (error.info.outcome === 'not_applied' && !again) throw error;
    const late = again || UNANSWERED.has(error.code);
    return { kind: 'lost', error, late, broken: error.code === 'UNAVAILABLE' };
  }
  const { status } = answer;
  if (status === 201 || status === 204) return { kind: 'done', answer };
  const type = answer.headers.get('content-type') ?? '';
  if (status === 200 && !/html/i.test(type)) return { kind: 'done', answer };
  if (status === 207) return readMultiAnswer(answer, again);
  const error = httpFailure(status, await readConditions(answer), answer.headers);
  const passing = again && (PASSING.has(status) || status >= 500);
  // 507 and Retry-After come before any change; after other failures only a read can tell.
  const waits = status === 507 || (status === 503 && error.info.retryAfterMs !== undefined);
  if (!passing && (waits || (status >= 400 && status < 500))) return { kind: 'refused', error, status };
  return { kind: 'lost', error, late: again || status === 202 || isOfGateway(status) };
}

/**
 * Errors of a gateway: Apache sends 502 on timeout where others send 504, Cloudflare 520 to 527, others 598
 * and 599. The server may still be working.
 */
function isOfGateway(status: number): boolean {
  return status === 502 || status === 504 || (status >= 520 && status <= 527) || status >= 598;
}

/** A 207 to a write succeeds only if all its statuses do. */
async function readMultiAnswer(answer: Response, again: boolean): Promise<Attempt> {
  try {
    const { text } = await decodeText(answer);
    const { responses } = await readMultistatus(text);
    const statuses = responses.flatMap(({ status, failed }) => [
      ...(status === undefined ? [] : [status]),
      ...failed.values(),
    ]);
    const bad = statuses.find((status) => status >= 300);
    if (bad === undefined) return { kind: 'done', answer };
    const error = httpFailure(
      bad,
      responses.flatMap(({ conditions }) => conditions),
      answer.headers,
    );
    return bad < 500
      ? { kind: 'refused', error, status: bad, partly: true }
      : { kind: 'lost', error, late: again };
  } catch (error) {
    if (error instanceof CalendarError) return { kind: 'lost', error, late: again };
    throw error;
  }
}

/** State after an inconclusive answer: `unseen` if reading failed too, `spoiled` if it is no event. */
export type CurrentState = StoredObject | 'absent' | 'spoiled' | 'unseen';

/** The error of a write that did not happen, or whose outcome is unknown. */
export function outcomeError(error: CalendarError, outcome: Outcome): CalendarError {
  if (outcome !== 'unknown') return error.with({ outcome });
  const isLost = UNANSWERED.has(error.code) && error.info.details?.httpStatus === undefined;
  return new CalendarError(
    'OUTCOME_UNKNOWN',
    isLost
      ? 'The answer of the calendar server was lost, and it is not known whether the change was made.'
      : `${error.message} It is not known whether the change was made.`,
    {
      outcome,
      suggestion:
        'Read the event before trying again. A create is safe to repeat with the same idempotencyKey.',
      details: { cause: error.code, ...error.info.details },
    },
  );
}

export function isUntouched(sight: CurrentState, before: string): boolean {
  return typeof sight === 'object' && sight.etag === before;
}

/** The error of a change whose answer was lost, from the state found now. `before`: the old version. */
export function unsettled({ error, late }: Lost, sight: CurrentState, before: string): CalendarError {
  if (typeof sight !== 'object' || sight.etag === before) {
    return outcomeError(error, isUntouched(sight, before) && !late ? 'not_applied' : 'unknown');
  }
  return new CalendarError(
    'CONFLICT',
    'The event has changed in the meantime, and the answer to this change was lost.',
    {
      outcome: 'unknown',
      suggestion: 'Read the event again, and repeat the change if it is missing.',
      details: { cause: error.code, ...error.info.details },
    },
  );
}

export function noSuchCalendar(): CalendarError {
  return new CalendarError('CALENDAR_NOT_FOUND', 'The calendar is no longer on the server.', {
    outcome: 'not_applied',
    suggestion: 'List the calendars to see which there are now.',
  });
}
