import type { Instant } from '../../../../schemas/model/time.js';
import { throwIfCancelled } from '../../../concurrency/cancelled.js';
import { keyedQueue } from '../../../concurrency/keyed-queue.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import { asciiJson, type Child, type StartChild } from './child.js';
import { explainKitFailure } from './explain-failure.js';
import { KitFailure } from './kit-failure.js';
import { ANSWERS, type AnswerOf, FULL_ACCESS, type Head, headSchema, type Operation } from './protocol.js';

/** Sends requests to EventKit one at a time; each has a deadline. */
export interface Session {
  /** Retries once if the child died or its answer was invalid. A request continues after its caller left. */
  read<O extends Operation>(op: O, parts: object, signal: AbortSignal): Promise<AnswerOf<O>>;
  /** Sends once. Throws KitFailure, because only the writer can find out the outcome. */
  write<O extends Operation>(op: O, parts: object): Promise<AnswerOf<O>>;
  /** Asks a new child for the permission. Throws KitFailure. */
  status(op?: 'status' | 'request', entity?: number): Promise<Head>;
  /** The Mac's zone in the last answer. */
  zone(): string;
  /** Increases with each change that EventKit reports, and with each of our writes. */
  version(): number;
  close(): void;
}

const DEADLINE_MS = 20_000;
const STATUS_MS = 10_000;
/** Replace a child after this many requests or this idle time, to free its memory. */
const MOST_REQUESTS = 1_000;
const IDLE_MS = 300_000;

export interface SessionOptions {
  readonly start: StartChild;
  readonly now: () => Instant;
  /** Per request; default 20 s. */
  readonly deadlineMs?: number;
}

/** The current child, replaced after many requests or a long idle time. */
function createChildLife(start: StartChild, now: () => Instant) {
  let child: Child | undefined;
  let asked = 0;
  let usedAt: Instant = 0;
  const close = (): void => {
    child?.close();
    child = undefined;
  };
  return {
    close,
    running: (): Child => {
      if (asked >= MOST_REQUESTS || now() - usedAt > IDLE_MS) close();
      if (child === undefined) {
        asked = 0;
        child = start();
      }
      asked++;
      usedAt = now();
      return child;
    },
  };
}

export function createSession({ start, now, deadlineMs = DEADLINE_MS }: SessionOptions): Session {
  const queue = keyedQueue();
  const life = createChildLife(start, now);
  const { close } = life;
  let asked = 0;
  let zone = '';
  let version = 0;

  async function exchange(
    op: string,
    parts: object,
    patience = deadlineMs,
  ): Promise<{ head: Head; said: unknown }> {
    const current = life.running();
    const n = ++asked;
    try {
      const said = readJson(await current.ask(asciiJson(JSON.stringify({ ...parts, op, n })), patience));
      const head = headSchema.safeParse(said);
      if (!head.success || head.data.n !== n) throw new KitFailure('garbled');
      zone = head.data.zone ?? zone;
      if (head.data.changed) version++;
      return { head: head.data, said };
    } catch (error) {
      close();
      throw error;
    }
  }

  async function ask<O extends Operation>(op: O, parts: object): Promise<AnswerOf<O>> {
    const { head, said } = await exchange(op, parts);
    try {
      return resultOf(op, head, said);
    } catch (error) {
      const { kind, reason } = error as KitFailure;
      // Reminders have their own permission; without it, events continue.
      if (kind !== 'reported' && reason !== 'reminders') close();
      throw error;
    }
  }

  return {
    read: (op, parts, signal) => {
      throwIfCancelled(signal, 'not_applied');
      const work = queue('requests', async () => {
        throwIfCancelled(signal, 'not_applied');
        try {
          return await againIfUnanswered(() => ask(op, parts));
        } catch (error) {
          throw error instanceof KitFailure ? explainKitFailure(error) : error;
        }
      });
      return waitUnlessAborted(work, signal);
    },
    write: (op, parts) =>
      queue('requests', async () => {
        try {
          return await ask(op, parts);
        } finally {
          version++;
        }
      }),
    status: (op = 'status', entity = 0) =>
      queue('requests', async () => {
        // A process remembers the status it got.
        close();
        const { head } = await exchange(op, { entity }, Math.min(deadlineMs, STATUS_MS));
        // The process that requested access must stay, or its dialog would close.
        if (head.status !== FULL_ACCESS && op === 'status') close();
        return head;
      }),
    zone: () => zone,
    version: () => version,
    close,
  };
}

/** Retries once if the child died or its answer was invalid. */
async function againIfUnanswered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof KitFailure) || (error.kind !== 'died' && error.kind !== 'garbled')) throw error;
    return ask();
  }
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new KitFailure('garbled');
  }
}

/** Returns the result, or throws KitFailure. */
function resultOf<O extends Operation>(op: O, head: Head, said: unknown): AnswerOf<O> {
  if (head.status !== FULL_ACCESS)
    throw new KitFailure('denied', op.startsWith('tasks.') ? 'reminders' : '', head.status);
  if (head.error !== undefined) throw new KitFailure('reported', head.error, head.number);
  const result = ANSWERS[op].safeParse(said);
  if (result.success) return result.data as AnswerOf<O>;
  throw new KitFailure('garbled');
}
