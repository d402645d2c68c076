import type { Fetch } from './fetch.js';

/** What was asked and answered once; kept in memory only. */
export interface SeenAnswer {
  readonly method: string;
  readonly url: URL;
  /** Of a question about a collection (RFC 4918 §10.2). */
  readonly depth: string;
  readonly status: number;
  readonly headers: Headers;
  /** Scheme of the credential that was sent. */
  readonly scheme: 'Basic' | 'Digest' | 'Bearer' | 'none';
  /** Milliseconds since 1970, by the clock of this computer, half-way between question and answer. */
  readonly at: number;
}

export interface RecordingFetch {
  readonly fetch: Fetch;
  readonly seen: readonly SeenAnswer[];
}

/** A fetch that remembers what went over the wire, for the doctor. */
export function recordingFetch(fetch: Fetch): RecordingFetch {
  const seen: SeenAnswer[] = [];
  return {
    seen,
    fetch: async (input, init) => {
      const begun = Date.now();
      const answer = await fetch(input, init);
      const url = new URL(input instanceof Request ? input.url : input);
      const asked = new Headers(init?.headers);
      const given = /^\w+/.exec(asked.get('authorization') ?? '')?.[0] ?? '';
      const scheme = (['Basic', 'Digest', 'Bearer'] as const).find((one) => one === given) ?? 'none';
      const { status, headers } = answer;
      const method = (init?.method ?? 'GET').toUpperCase();
      const depth = asked.get('depth') ?? '';
      seen.push({ method, url, depth, status, headers, scheme, at: (begun + Date.now()) / 2 });
      return answer;
    },
  };
}
