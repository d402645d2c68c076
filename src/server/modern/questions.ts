import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Instant } from '../../../schemas/model/time.js';

/** How long a person may think. */
const KEPT_MS = 10 * 60_000;
const MOST = 100;
/** Whoever has none open is forgotten first. */
const MOST_USERS = 10_000;

/**
 * Questions that wait for a person's answer. Where the protocol has no way back to the client within a call, the call
 * ends with the question and is made again with the answer: a state of the server's own proves what was asked.
 */
export interface Questions {
  /** A state for a question about this: who calls, what, and what the person is shown. `at`: the moment of its times. */
  put(about: readonly unknown[], at?: Instant): string;
  /** The moment of the times of the question that the state was given for. */
  askedAt(state: string | undefined): Instant | undefined;
  /** Whether the state was given by this server, and is not used up. */
  knows(state: string): boolean;
  /** Whether the state was given for exactly this; it is used up in any case. */
  take(state: string | undefined, about: readonly unknown[]): boolean;
}

/** The questions of each user, so that nobody's end those of others. */
export interface QuestionsByUser {
  of(user: string): Questions;
}

export function createQuestions(): QuestionsByUser {
  const users = new LRUCache<string, Questions>({ max: MOST_USERS, ttl: KEPT_MS, updateAgeOnGet: true });
  return {
    of(user) {
      const own = users.get(user) ?? questionsOfOne();
      users.set(user, own);
      return own;
    },
  };
}

interface Open {
  readonly about: string;
  readonly at: Instant | undefined;
}

function questionsOfOne(): Questions {
  const open = new LRUCache<string, Open>({ max: MOST, ttl: KEPT_MS });
  return {
    put(about, at) {
      const state = randomBytes(18).toString('base64url');
      open.set(state, { about: digestOf(about), at });
      return state;
    },
    askedAt: (state) => (state === undefined ? undefined : open.get(state)?.at),
    knows: (state) => open.has(state),
    take(state, about) {
      if (state === undefined) return false;
      const asked = open.get(state);
      open.delete(state);
      return asked?.about === digestOf(about);
    },
  };
}

function digestOf(about: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('base64');
}
