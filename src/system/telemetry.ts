import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { MirrorControl } from '../ports/mirror.js';

/** One tool call; complete once it is answered. Holds no content. */
export interface SeenCall {
  /** Also in the audit log, and in the request id of an internal error. */
  readonly id: string;
  readonly tool: string;
  /** The user that the HTTP endpoint authenticated. */
  readonly principal?: string | undefined;
  /** The client's span of the call (W3C Trace Context). */
  readonly traceparent?: string | undefined;
  /** By `performance.now`, like all times here. */
  readonly startedAt: number;
  /** The outcome of a write, `ok` for other answers, `failed` for other failures. */
  outcome: string;
  code?: string;
}

/** One request to a calendar server, from sending it to the last byte of its answer. */
export interface SeenRequest {
  readonly account: 'caldav' | 'webcal';
  readonly method: string;
  readonly startedAt: number;
  /** Status of the answer, if one came. */
  status?: number | undefined;
}

/** Channels for calls and requests; they cost nothing without subscribers. */
export const CALLS = tracingChannel<unknown, SeenCall>('calendar-mcp:call');
export const REQUEST_BEGAN = channel('calendar-mcp:request:began');
export const REQUEST_ENDED = channel('calendar-mcp:request:ended');

/** One statement, or one transaction, of the database that replicas share. */
export interface SeenStatement {
  readonly startedAt: number;
  readonly isFailed: boolean;
}

export const STATEMENT_ENDED = channel('calendar-mcp:statement:ended');

export async function seenStatement<T>(work: () => Promise<T>): Promise<T> {
  if (!STATEMENT_ENDED.hasSubscribers) return work();
  const startedAt = performance.now();
  let isFailed = true;
  try {
    const done = await work();
    isFailed = false;
    return done;
  } finally {
    STATEMENT_ENDED.publish({ startedAt, isFailed } satisfies SeenStatement);
  }
}

export interface SeenPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The pools of this process. */
export const OPEN_POOLS = new Set<SeenPool>();

/** The copies that this process keeps up to date. */
export const OPEN_COPIES = new Set<MirrorControl>();

/** Publishes the start of a request; call the result at its end, even after a failure, with the status of an answer. */
export function requestBegins(account: SeenRequest['account'], method: string): (status?: number) => void {
  const seen: SeenRequest = { account, method, startedAt: performance.now() };
  REQUEST_BEGAN.publish(seen);
  let isOver = false;
  return (status) => {
    if (isOver) return;
    isOver = true;
    seen.status = status;
    REQUEST_ENDED.publish(seen);
  };
}
