import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../../schemas/model/error.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { isInside, ledInside, publicLookup } from '../../http/public-lookup.js';
import { waitAfter } from '../../http/retry-backoff.js';
import { requestBegins } from '../../system/telemetry.js';
import { noCalendar, refusedAddress, tooSlow, unreachable } from './web-failure.js';

export interface PublicGetOptions {
  /** Allows addresses of this computer and its network. */
  readonly allowPrivate: boolean;
  /** Total deadline, including redirects, retries and the body. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;

/** GET of a public web address; blocks private networks unless allowed. */
export async function publicGet(
  start: URL,
  headers: Readonly<Record<string, string>>,
  options: PublicGetOptions,
  caller: AbortSignal,
): Promise<PublicAnswer> {
  const deadline = AbortSignal.timeout(options.deadlineMs);
  const signal = AbortSignal.any([deadline, caller]);
  try {
    for (let retry = 0; ; retry++) {
      const answer = await follow(start, headers, options, signal);
      const wait = waitAfter(answer, retry, options.deadlineMs);
      if (wait === undefined) return answer;
      await sleep(wait, undefined, { signal });
    }
  } catch (error) {
    throwIfCancelled(caller);
    if (deadline.aborted) throw tooSlow();
    if (error instanceof CalendarError) throw error;
    if (ledInside(error)) throw insideAddress();
    if (isTls(error)) throw tlsError();
    throw unreachable();
  }
}

async function follow(
  start: URL,
  headers: Readonly<Record<string, string>>,
  options: PublicGetOptions,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  let url = start;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const answer = await getOnce(url, headers, options, signal);
    if (!REDIRECTS.has(answer.status)) return answer;
    const location = answer.headers.get('location');
    if (location === null || !URL.canParse(location, url.href)) throw refusedAddress('leads nowhere');
    const next = new URL(location, url);
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw refusedAddress('leads away from https');
    url = next;
  }
  throw refusedAddress('redirects in a loop');
}

async function getOnce(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { allowPrivate, maxBytes }: PublicGetOptions,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusedAddress('leads to another scheme');
  if (url.username !== '' || url.password !== '') throw refusedAddress('holds a user name or password');
  if (!allowPrivate && isInside(url)) throw insideAddress();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const ended = requestBegins('webcal', 'GET');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { ...headers, 'Accept-Encoding': 'identity' };
    const asked = {
      method: 'GET',
      headers: sent,
      signal,
      ...(allowPrivate ? {} : { lookup: publicLookup() }),
    };
    // A new connection: a pooled one may lead to an address that was not checked.
    request(url, { ...asked, agent: false }, resolve)
      .on('error', reject)
      .end();
  }).catch((error: unknown) => {
    ended();
    throw error;
  });
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  answer.once('close', () => ended(answer.statusCode));
  const body = answer.statusCode === 200 ? await bodyOf(answer, maxBytes) : Buffer.alloc(0);
  answer.destroy();
  if (body.length > 0 && encoding.toLowerCase() !== 'identity')
    throw noCalendar('is compressed, which was not requested');
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), body };
}

function insideAddress(): CalendarError {
  return refusedAddress(
    'leads into a private network',
    'If this is intended, set "allowPrivate": true in its account; otherwise set its public address.',
  );
}

function headersOf({ headers }: IncomingMessage): Headers {
  const said = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Headers(said);
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) {
      throw new CalendarError('RESPONSE_TOO_LARGE', 'The subscribed calendar is too large.', {
        suggestion: 'Subscribe to a smaller calendar.',
      });
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function isTls(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/.test(
    code,
  );
}

function tlsError(): CalendarError {
  return new CalendarError('TLS_ERROR', 'No trusted connection to the subscribed calendar: TLS failed.', {
    suggestion:
      'Check the certificate and the address; webcal:// means https://, so a server without TLS needs http://.',
  });
}
