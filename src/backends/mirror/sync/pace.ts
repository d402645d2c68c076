import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../../../schemas/model/error.js';

/** Gives queries priority over background copies: both need the one thread, here and on many servers. */
export interface Pace {
  /** Counts a question that the server answers itself. */
  asking<T>(work: Promise<T>): Promise<T>;
  /** Counts a question that waits for a copy, so that no copy rests. */
  waiting<T>(work: Promise<T>): Promise<T>;
  /** Other work gets its turn. Throws when the account was closed. */
  turn(): Promise<void>;
  /** Questions get theirs, as long as they are not asked all the time. */
  rest(): Promise<void>;
}

const LONGEST_REST_MS = 1000;
/** What a server has answered still has to become the answer of a call. */
const ANSWERING_MS = 150;

/** `now` is in milliseconds, on a clock that only goes forward. */
export function createPace(signal: AbortSignal, now: () => number = () => performance.now()): Pace {
  const asked = new Set<object>();
  const awaited = new Set<object>();
  let askedAt = Number.NEGATIVE_INFINITY;

  async function counted<T>(questions: Set<object>, work: Promise<T>): Promise<T> {
    const question = {};
    questions.add(question);
    try {
      return await work;
    } finally {
      questions.delete(question);
    }
  }

  async function turn(): Promise<void> {
    await setImmediate();
    if (signal.aborted) throw new CalendarError('CANCELLED', 'The account was closed.');
  }

  return {
    asking: (work) =>
      counted(asked, work).finally(() => {
        askedAt = now();
      }),
    waiting: (work) => counted(awaited, work),
    turn,
    async rest() {
      const until = now() + LONGEST_REST_MS;
      await turn();
      const isAsked = (): boolean => asked.size > 0 || now() - askedAt < ANSWERING_MS;
      while (isAsked() && awaited.size === 0 && now() < until) {
        // A timer that keeps no process alive never fires in one that ends, so the account's end must end the wait.
        await sleep(10, undefined, { ref: false, signal }).catch(() => undefined);
        await turn();
      }
    },
  };
}
