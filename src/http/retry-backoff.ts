import { retryAfterMs } from './retry-after.js';

/** How often a reading request is sent again. */
export const MAX_RETRIES = 2;
const BACKOFF_MS = 200;
const LONGEST_WAIT_MS = 5000;

/**
 * Milliseconds until a reading request is sent again for the `retry`-th time, from 0: half a step, or what the server
 * asks for, and by chance up to half a step more, so that those who failed together do not come back together.
 */
export function retryBackoff(retry: number, askedMs = 0, random: () => number = Math.random): number {
  const half = (BACKOFF_MS * 2 ** retry) / 2;
  return Math.max(half, askedMs) + Math.floor(random() * half);
}

/** The same after an answer; undefined where it is to be taken as it is, or asks for more time than there is. */
export function waitAfter(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  retry: number,
  deadlineMs: number,
): number | undefined {
  if (retry >= MAX_RETRIES || (status !== 429 && status !== 503)) return undefined;
  const asked = retryAfterMs(headers) ?? 0;
  return asked > Math.min(LONGEST_WAIT_MS, deadlineMs) ? undefined : retryBackoff(retry, asked);
}
