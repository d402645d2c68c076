import { semaphore } from '../../concurrency/semaphore.js';
import type { Log } from '../../ports/log.js';
import { createDavClient, type DavClient } from './dav/dav-client.js';
import { createGuardedFetch, type GuardedFetchOptions } from './transport/guarded-fetch.js';

const DEADLINE_MS = 60_000;
const ANSWER_MS = 10_000;
const LOOK_MS = 4000;
const MAX_BYTES = 32 * 1024 * 1024;

export interface ClientOptions {
  /** Total time for one request that copies a calendar; servers may be slow when they build an index. Default 60 s. */
  readonly deadlineMs?: number;
  /** Total time for one request that finds or lists calendars, or answers before they are copied. Default 10 s. */
  readonly answerMs?: number;
  /** Total time for one look after a write. Default 4 s. */
  readonly lookMs?: number;
  /** Most bytes of one answer after decompression. Default 32 MB. */
  readonly maxBytes?: number;
  /** Requests at a time. Default 6. */
  readonly concurrency?: number;
  readonly log?: Log;
}

/** The same account with different patience. */
export interface AccountClients {
  /** For what copies a calendar. */
  readonly client: DavClient;
  /** For what an answer waits for. */
  readonly listing: DavClient;
  /** For what is asked first, and otherwise if it takes too long. */
  readonly narrowing: DavClient;
  /** For a look after a write. */
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
    // One event with a rule of seconds keeps some servers busy for minutes when they look for a range; what is asked
    // instead has to answer in the same call.
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
