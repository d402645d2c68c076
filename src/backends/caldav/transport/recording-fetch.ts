import type { Fetch } from './fetch.js';

/** One request and its answer, kept in memory only. */
export interface SeenAnswer {
  readonly method: string;
  readonly url: URL;
  /** The Depth header (RFC 4918 §10.2). */
  readonly depth: string;
  readonly status: number;
  readonly headers: Headers;
  /** Scheme of the sent credential. */
  readonly scheme: 'Basic' | 'Digest' | 'Bearer' | 'none';
  /** Milliseconds since 1970 on this computer, midway between request and answer. */
  readonly at: number;
}

export interface RecordingFetch {
  readonly fetch: Fetch;
  readonly seen: readonly SeenAnswer[];
}

/** A fetch that records its traffic, for the doctor. */
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
