import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../../../schemas/model/is-record.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { StateStore } from '../../ports/state-store.js';

/** Time for the user to answer. */
const KEPT_MS = 10 * 60_000;
const MOST = 100;
/** Evicts the least recently active user first. */
const MOST_USERS = 10_000;

/**
 * Open questions to users. If the protocol cannot ask the client within a call, the call ends with the
 * question and is repeated with the answer; a state issued by the server proves the question.
 */
export interface Questions {
  /** Issues a state for the caller, the call and the text for the user. `at`: reference time of the call. */
  put(about: readonly unknown[], at?: Instant): Promise<string>;
  /** The question of a state; undefined if unknown or used up. */
  find(state: string): Promise<{ readonly at: Instant | undefined } | undefined>;
  /** True if the state was issued for exactly this; uses it up in any case. */
  take(state: string | undefined, about: readonly unknown[]): Promise<boolean>;
}

export type QuestionStore = Pick<StateStore, 'get' | 'put' | 'take'>;

/** Separate questions per user, so that no user evicts those of others. */
export interface QuestionsByUser {
  of(user: string): Questions;
}

/** Keeps questions in the shared store of all replicas, or in memory. */
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
  // Only a digest is stored, so reading the store does not help to answer.
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
