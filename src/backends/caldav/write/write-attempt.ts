import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import type { DavClient, DavRequest } from '../dav/dav-client.js';
import { decodeText } from '../dav/decode-text.js';
import { httpFailure } from '../dav/http-failure.js';
import { readConditions, readMultistatus } from '../dav/multistatus.js';
import type { StoredObject } from '../read/get-object.js';

/** The result of a write request, as far as its own answer shows it. */
export type Attempt =
  /** 200, 201, 204: the server says it is done. */
  { readonly kind: 'done'; readonly answer: Response } | Refused | Lost;

/** The server reports that it did nothing, and why; `partly`: that it did only part. */
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

/** Failures without an answer: the server may still be processing the request. */
const UNANSWERED = new Set<ErrorCode>(['TIMEOUT', 'CANCELLED', 'UNAVAILABLE']);
/** Refusals for now: the same request may have been taken a moment before. */
const PASSING = new Set([408, 423, 425, 429]);

/** A request that changes something. */
interface WriteRequest extends DavRequest {
  readonly method: 'PUT' | 'DELETE' | 'MOVE' | 'MKCALENDAR' | 'PROPPATCH';
  /** The same was sent before on a connection that broke, and may still arrive after this one. */
  readonly again?: boolean;
}

/** Sends a request that writes. Throws only when nothing can have reached the server. */
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
  // 507 and an announced wait are said before anything is done; of other failures only a look tells.
  const waits = status === 507 || (status === 503 && error.info.retryAfterMs !== undefined);
  if (!passing && (waits || (status >= 400 && status < 500))) return { kind: 'refused', error, status };
  return { kind: 'lost', error, late: again || status === 202 || isOfGateway(status) };
}

/**
 * Said by what stands before the server when that broke off or took too long: Apache says 502 where others say 504,
 * Cloudflare 520 to 527, and 598 and 599 are in use too. The server may still be working.
 */
function isOfGateway(status: number): boolean {
  return status === 502 || status === 504 || (status >= 520 && status <= 527) || status >= 598;
}

/** 207 to a write: success only when every status inside is one. */
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

/** A look at the server after an answer that does not tell: `unseen` when looking failed too, `spoiled` no event. */
export type Sight = StoredObject | 'absent' | 'spoiled' | 'unseen';

/** The error of a write that is known not to have happened, or whose outcome is unknown. */
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

export function isUntouched(sight: Sight, before: string): boolean {
  return typeof sight === 'object' && sight.etag === before;
}

/** The error of a change whose answer was lost, from what a look found where the version `before` was. */
export function unsettled({ error, late }: Lost, sight: Sight, before: string): CalendarError {
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

/** Nothing was done to the calendar, or in it: it is not there. */
export function noSuchCalendar(): CalendarError {
  return new CalendarError('CALENDAR_NOT_FOUND', 'The calendar is no longer on the server.', {
    outcome: 'not_applied',
    suggestion: 'List the calendars to see which there are now.',
  });
}
