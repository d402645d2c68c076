import { semaphore } from '../../concurrency/semaphore.js';
import type { Log } from '../../ports/log.js';
import { createDavClient, type DavClient } from './dav/dav-client.js';
import { createGuardedFetch, type GuardedFetchOptions } from './transport/guarded-fetch.js';

const DEADLINE_MS = 60_000;
const ANSWER_MS = 10_000;
const LOOK_MS = 4000;
const MAX_BYTES = 32 * 1024 * 1024;

export interface ClientOptions {
  /** Deadline of a request that copies a calendar; servers may build an index first. Default 60 s. */
  readonly deadlineMs?: number;
  /** Deadline of a request that finds or lists calendars, or answers before the first copy. Default 10 s. */
  readonly answerMs?: number;
  /** Deadline of a check after a write. Default 4 s. */
  readonly lookMs?: number;
  /** Largest answer after decompression. Default 32 MB. */
  readonly maxBytes?: number;
  /** Concurrent requests. Default 6. */
  readonly concurrency?: number;
  readonly log?: Log;
}

/** Clients of one account with different deadlines. */
export interface AccountClients {
  /** Copies calendars. */
  readonly client: DavClient;
  /** For requests that an answer waits for. */
  readonly listing: DavClient;
  /** For a first attempt that has a fallback. */
  readonly narrowing: DavClient;
  /** Checks after a write. */
  readonly probe: DavClient;
}

export function createAccountClients(
  { pin, send }: Pick<GuardedFetchOptions, 'pin' | 'send'>,
  options: ClientOptions,
): AccountClients {
  const { deadlineMs = DEADLINE_MS, maxBytes = MAX_BYTES, log } = options;
  const shared = { pin, send, maxBytes, ...(log === undefined ? {} : { log }) };
  const slots = semaphore(options.concurrency ?? 6);
  const answerMs = Math.min(deadlineMs, options.answerMs ?? ANSWER_MS);
  const within = (ms: number): DavClient =>
    createDavClient(createGuardedFetch({ ...shared, deadlineMs: ms, slots }));
  return {
    client: within(deadlineMs),
    listing: within(answerMs),
    // One event with a SECONDLY rule keeps some servers busy for minutes in a range query. The fallback must
    // answer within the same call.
    narrowing: within(answerMs * 0.4),
    probe: createDavClient(
      createGuardedFetch({
        ...shared,
        deadlineMs: Math.min(deadlineMs, options.lookMs ?? LOOK_MS),
        slots: semaphore(4),
      }),
    ),
  };
}
