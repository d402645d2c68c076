import { propfind as composePropfind } from 'tsdav';
import type { Fetch } from '../transport/fetch.js';
import { decodeParts } from './decode-text.js';
import { httpFailure } from './http-failure.js';
import { type Multistatus, readConditions, readMultistatus, readResponses } from './multistatus.js';
import { badUpstream } from './xml-document.js';

/** A multistatus and its final address, the base of its relative hrefs. */
export interface DavListing extends Multistatus {
  readonly url: string;
  /** The body had invalid bytes; texts with U+FFFD are damaged. */
  readonly damaged: boolean;
}

/** Any request except PROPFIND and REPORT. */
export interface DavRequest {
  readonly method: 'OPTIONS' | 'GET' | 'PUT' | 'DELETE' | 'MOVE' | 'MKCALENDAR' | 'PROPPATCH' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface DavClient {
  propfind(url: string, props: readonly string[], depth: '0' | '1', signal: AbortSignal): Promise<DavListing>;
  /** Default depth 1, for queries; a sync-collection REPORT needs 0 (RFC 6578 §3.2). */
  report(url: string, body: string, signal: AbortSignal, depth?: '0' | '1'): Promise<DavListing>;
  /**
   * Sends a REPORT of depth 1 without keeping the whole answer. `take` gets one part at a time, like
   * `readResponses`, and the approximate number of all objects.
   */
  reportInParts(
    url: string,
    body: string,
    signal: AbortSignal,
    take: (part: DavListing, total: number) => Promise<void>,
  ): Promise<void>;
  /** Returns the answer with any status. */
  send(request: DavRequest, signal: AbortSignal): Promise<Response>;
}

const RESPONSE = /<(?:[\w.-]+:)?response[\s>]/;

/** CalDAV requests over the guarded fetch. Uses our strict reader, never tsdav's. */
export function createDavClient(fetch: Fetch): DavClient {
  function report(url: string, body: string, signal: AbortSignal, depth: '0' | '1'): Promise<Response> {
    const headers = { Depth: depth, 'Content-Type': 'application/xml; charset=utf-8' };
    return fetch(url, { method: 'REPORT', headers, body, signal });
  }

  return {
    async propfind(url, props, depth, signal) {
      let answer: Response | undefined;
      // tsdav composes and sends, but gets an empty answer, because its reader hides failures.
      const capture: Fetch = async (input, init) => {
        answer = await fetch(input, { ...init, signal });
        return new Response(null, { status: 204 });
      };
      await composePropfind({
        url,
        props: Object.fromEntries(props.map((name) => [name, {}])),
        depth,
        fetch: capture,
      });
      if (answer === undefined) throw badUpstream('never came');
      return listing(answer);
    },
    report: async (url, body, signal, depth = '1') => listing(await report(url, body, signal, depth)),
    async reportInParts(url, body, signal, take) {
      const answer = await report(url, body, signal, '1');
      if (answer.status !== 207) throw await failureFrom(answer);
      const { parts, damaged } = await decodeParts(answer);
      let total = 0;
      for (const part of parts()) total += part.split(RESPONSE).length - 1;
      await readResponses(parts, (responses) => take({ url: answer.url, responses, damaged }, total));
    },
    send: ({ method, url, headers, body }, signal) =>
      fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) }),
  };
}

async function listing(answer: Response): Promise<DavListing> {
  if (answer.status !== 207) throw await failureFrom(answer);
  const { parts, damaged } = await decodeParts(answer);
  return { url: answer.url, ...(await readMultistatus(parts)), damaged };
}

/** Statuses about sent data; a query sends none. */
const ABOUT_WHAT_WAS_SENT = new Set([400, 409, 412, 413, 415, 422]);

/** The error for a failed query, with the condition from its body. */
export async function failureFrom(answer: Response): Promise<ReturnType<typeof httpFailure>> {
  const { status, headers } = answer;
  const failure = httpFailure(
    ABOUT_WHAT_WAS_SENT.has(status) ? 405 : status,
    await readConditions(answer),
    headers,
  );
  return failure.with({ details: { httpStatus: status } });
}
