import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../../../schemas/model/is-record.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { StateStore } from '../../ports/state-store.js';

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
  put(about: readonly unknown[], at?: Instant): Promise<string>;
  /** The question that the state was given for; undefined where it was given for none, or is used up. */
  find(state: string): Promise<{ readonly at: Instant | undefined } | undefined>;
  /** Whether the state was given for exactly this; it is used up in any case. */
  take(state: string | undefined, about: readonly unknown[]): Promise<boolean>;
}

/** Where questions wait. */
export type QuestionStore = Pick<StateStore, 'get' | 'put' | 'take'>;

/** The questions of each user, so that nobody's end those of others. */
export interface QuestionsByUser {
  of(user: string): Questions;
}

/** In a store that other replicas have, too; otherwise in memory. */
export function createQuestions(store?: QuestionStore): QuestionsByUser {
  const users = new LRUCache<string, QuestionStore>({
    max: MOST_USERS,
    ttl: KEPT_MS,
    updateAgeOnGet: true,
  });
  return {
    of(user) {
      const own = store ?? users.get(user) ?? inMemory();
      if (store === undefined) users.set(user, own);
      return questionsIn(own, user);
    },
  };
}

function inMemory(): QuestionStore {
  const open = new LRUCache<string, object>({ max: MOST, ttl: KEPT_MS });
  return {
    get: async (key) => open.get(key),
    put: async (key, value) => void open.set(key, Object(value)),
    async take(key) {
      const value = open.get(key);
      open.delete(key);
      return value;
    },
  };
}

function questionsIn(store: QuestionStore, user: string): Questions {
  // Who reads the store can answer nothing.
  const keyOf = (state: string): string => `question/${digestOf([user, state])}`;
  return {
    async put(about, at) {
      const state = randomBytes(18).toString('base64url');
      const question = { about: digestOf(about), ...(at !== undefined && { at }) };
      await store.put(keyOf(state), question, { expiresAt: (Date.now() + KEPT_MS) as Instant });
      return state;
    },
    async find(state) {
      const question = await store.get(keyOf(state));
      if (!isRecord(question)) return undefined;
      return { at: typeof question.at === 'number' ? (question.at as Instant) : undefined };
    },
    async take(state, about) {
      if (state === undefined) return false;
      const question = await store.take(keyOf(state));
      return isRecord(question) && question.about === digestOf(about);
    },
  };
}

function digestOf(about: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url');
}
