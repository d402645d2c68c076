import { retryAfterMs } from './retry-after.js';

/** Maximum retries of a read. */
export const MAX_RETRIES = 2;
const BACKOFF_MS = 200;
const LONGEST_WAIT_MS = 5000;

/**
 * Milliseconds before retry number `retry` (from 0) of a read: half a step, or the time the server asks for, plus up to
 * half a step of jitter, so clients that failed together do not retry together.
 */
export function retryBackoff(retry: number, askedMs = 0, random: () => number = Math.random): number {
  const half = (BACKOFF_MS * 2 ** retry) / 2;
  return Math.max(half, askedMs) + Math.floor(random() * half);
}

/** Undefined if the response is final or asks for a longer wait than allowed. */
export function waitAfter(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  retry: number,
  deadlineMs: number,
): number | undefined {
  if (retry >= MAX_RETRIES || (status !== 429 && status !== 503)) return undefined;
  const asked = retryAfterMs(headers) ?? 0;
  return asked > Math.min(LONGEST_WAIT_MS, deadlineMs) ? undefined : retryBackoff(retry, asked);
}
