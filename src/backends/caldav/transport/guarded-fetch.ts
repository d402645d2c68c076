import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CalendarError, type Outcome } from '../../../../schemas/model/error.js';
import { cancelled } from '../../../concurrency/cancelled.js';
import type { Semaphore } from '../../../concurrency/semaphore.js';
import { MAX_RETRIES, retryBackoff, waitAfter } from '../../../http/retry-backoff.js';
import type { Log } from '../../../ports/log.js';
import type { AuthorizedSend, Fetch } from './fetch.js';
import { type NetworkFailure, networkFailure } from './network-failure.js';
import type { OriginPin } from './origin-pin.js';
import { readBody } from './read-body.js';

export interface GuardedFetchOptions {
  readonly pin: OriginPin;
  /** Adds the credentials; gets only checked addresses. */
  readonly send: AuthorizedSend;
  readonly slots: Semaphore;
  /** Deadline of one request, including the wait for a slot, redirects, retries and reading the body. */
  readonly deadlineMs: number;
  /** Largest body after decompression. */
  readonly maxBytes: number;
  readonly log?: Log;
}

interface Exchange {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** Reading methods may be sent twice. */
  readonly safe: boolean;
  readonly signal: AbortSignal;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;
/** An older request no longer counts against the concurrency limit. */
const HANGS_MS = 10_000;

/**
 * The only way to the network. Checks the origin before adding credentials, and each redirect. Enforces a
 * total deadline, a size limit and a concurrency limit, and retries safe methods. Returns answers of any
 * status with the body read; failures are CalendarErrors, with an `outcome` for writes.
 */
export function createGuardedFetch(options: GuardedFetchOptions): Fetch {
  return async (input, init = {}) => {
    const { body = null, signal: caller } = init;
    if (input instanceof Request || (body !== null && typeof body !== 'string')) {
      throw new CalendarError('INTERNAL', 'Only addresses and text are sent to a calendar server.');
    }
    const method = (init.method ?? 'GET').toUpperCase();
    const controller = new AbortController();
    const cancel = (): void => controller.abort(isTimeUp(caller?.reason) ? 'deadline' : 'cancelled');
    if (caller?.aborted === true) cancel();
    // One call may send many requests; Node warns at the eleventh listener.
    if (caller) setMaxListeners(0, caller);
    caller?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => controller.abort('deadline'), options.deadlineMs);
    const { signal } = controller;
    const exchange = { method, headers: new Headers(init.headers), body, safe: SAFE.has(method), signal };
    let begun = false;
    try {
      const release = await options.slots.take(signal);
      begun = true;
      // A hanging request must not block the others.
      const hangs = setTimeout(release, HANGS_MS);
      try {
        return await withRetries(exchange, new URL(input), options);
      } finally {
        clearTimeout(hangs);
        release();
      }
    } catch (exception) {
      const failed = failureOf(exception).error;
      const error = signal.aborted ? stopped(signal.reason, exchange.safe) : failed;
      if (exchange.safe) throw error;
      throw error.with({ outcome: begun ? (failed.info.outcome ?? 'unknown') : 'not_applied' });
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    }
  };
}

async function withRetries(exchange: Exchange, url: URL, options: GuardedFetchOptions): Promise<Response> {
  for (let retry = 0; ; retry++) {
    let wait: number | undefined;
    try {
      const response = await follow(exchange, url, options);
      wait = exchange.safe ? waitAfter(response, retry, options.deadlineMs) : undefined;
      if (wait === undefined) return response;
    } catch (exception) {
      const last = !exchange.safe || retry >= MAX_RETRIES;
      if (last || exchange.signal.aborted || !failureOf(exception).dropped) throw exception;
      wait = retryBackoff(retry);
    }
    await sleep(wait, undefined, { signal: exchange.signal });
  }
}

/** Follows redirects manually; checks each hop before it gets credentials or a body. */
async function follow(exchange: Exchange, start: URL, options: GuardedFetchOptions): Promise<Response> {
  let url = start;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    if (!options.pin(url)) throw refused('points to another host than the configured one');
    const answer = await options.send(url, exchange);
    options.log?.debug('caldav request', { method: exchange.method, status: answer.status });
    if (!REDIRECTS.has(answer.status)) return withBody(answer, url, options.maxBytes);
    await answer.body?.cancel();
    url = nextHop(answer, url, exchange);
  }
  throw refused('redirects in a loop');
}

function nextHop(answer: Response, from: URL, { method, safe }: Exchange): URL {
  const location = answer.headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) throw refused('names no address');
  // 303 asks for a GET of something else, not the requested data; a write may already be done.
  if (answer.status === 303 && method !== 'GET') {
    throw refused('asks for another kind of request', safe ? 'not_applied' : 'unknown');
  }
  return new URL(location, from);
}

async function withBody(answer: Response, url: URL, maxBytes: number): Promise<Response> {
  const chunks = await readBody(answer, maxBytes);
  const bodiless = answer.status === 204 || answer.status === 205 || answer.status === 304;
  // Keeps the chunks, to avoid copying a large answer.
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const response = new Response(bodiless ? null : body, { status: answer.status, headers: answer.headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

function failureOf(exception: unknown): NetworkFailure {
  return exception instanceof CalendarError
    ? { error: exception, dropped: false }
    : networkFailure(exception);
}

function refused(what: string, outcome: Outcome = 'not_applied'): CalendarError {
  return new CalendarError('REDIRECT_REFUSED', `The calendar server's redirect or address ${what}.`, {
    outcome,
    suggestion:
      'No credentials were sent there. Configure the final URL, or add the other host to allowedHosts if it belongs to the same provider.',
  });
}

/** True if the call timed out; otherwise the caller cancelled. */
function isTimeUp(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function stopped(reason: unknown, safe: boolean): CalendarError {
  if (reason === 'cancelled') return cancelled();
  return new CalendarError('TIMEOUT', 'The calendar server did not answer in time.', {
    retryable: safe,
    suggestion: safe
      ? 'Try again, with a shorter period if the calendar is large.'
      : 'Read the event to see whether it was changed before trying again.',
  });
}
