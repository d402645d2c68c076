import { LRUCache } from 'lru-cache';
import type { Caller } from './service.js';

/** The period for which text from an answer may steer a model. */
const KEPT_MS = 60 * 60_000;
/** Evicted entries count as made by others, so the person may be asked about them. */
const MOST = 1000;

/** An event by its UID, or a write by its undo token. */
export type Making = `event ${string}` | `write ${string}`;

/** Events and writes that a conversation made within the last hour. */
export interface Makings {
  made(caller: Caller, making: Making): void;
  has(caller: Caller, making: Making): boolean;
}

/** `elapsed` gives milliseconds from any fixed point. */
export function createMakings(elapsed: () => number): Makings {
  const made = new LRUCache<string, true>({
    // Unlike `max`, allocates memory only for existing entries.
    maxSize: MOST,
    sizeCalculation: () => 1,
    ttl: KEPT_MS,
    perf: { now: elapsed },
  });
  const keyOf = ({ conversation = '' }: Caller, making: Making): string => `${conversation} ${making}`;
  return {
    made: (caller, making) => void made.set(keyOf(caller, making), true),
    has: (caller, making) => made.has(keyOf(caller, making)),
  };
}
