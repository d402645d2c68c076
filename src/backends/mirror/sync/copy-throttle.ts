import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../../../schemas/model/error.js';

/** Gives queries priority over background copies: both need the one thread, here and on many servers. */
export interface CopyThrottle {
  /** Counts a question that the server answers itself. */
  asking<T>(work: Promise<T>): Promise<T>;
  /** Counts a question that waits for a copy, so that no copy rests. */
  waiting<T>(work: Promise<T>): Promise<T>;
  /** Other work gets its turn. Throws when the account was closed. */
  turn(): Promise<void>;
  /**
   * The rests of one copy, in which questions get their turn: as long as they are asked, but together no longer than
   * the copy has worked, so that it ends however often they are.
   */
  rests(): () => Promise<void>;
  /** Milliseconds the server took over the last question that it answered itself; 0 before. */
  lastAnswerMs(): number;
}

const LONGEST_REST_MS = 1000;
/** What a server has answered still has to become the answer of a call. */
const ANSWERING_MS = 150;

/** `now` is in milliseconds, on a clock that only goes forward. */
export function createCopyThrottle(
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): CopyThrottle {
  const asked = new Set<object>();
  const awaited = new Set<object>();
  const resting = new Set<AbortController>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let lastAnswerMs = 0;

  async function counted<T>(questions: Set<object>, work: Promise<T>): Promise<T> {
    const question = {};
    questions.add(question);
    wake();
    try {
      return await work;
    } finally {
      questions.delete(question);
      wake();
    }
  }

  /** What a rest waits for may have come. */
  function wake(): void {
    for (const rest of resting) rest.abort();
  }
  // A timer that keeps no process alive never fires in one that ends, so the account's end must end the wait.
  signal.addEventListener('abort', wake, { once: true });

  async function rest(ms: number): Promise<void> {
    const woken = new AbortController();
    resting.add(woken);
    await sleep(ms, undefined, { ref: false, signal: woken.signal }).catch(() => undefined);
    resting.delete(woken);
  }

  async function turn(): Promise<void> {
    await setImmediate();
    if (signal.aborted) throw new CalendarError('CANCELLED', 'The account was closed.');
  }

  return {
    async asking(work) {
      const begunAt = now();
      try {
        const answer = await counted(asked, work);
        lastAnswerMs = now() - begunAt;
        return answer;
      } finally {
        askedAt = now();
      }
    },
    waiting: (work) => counted(awaited, work),
    turn,
    lastAnswerMs: () => lastAnswerMs,
    rests() {
      let allowedMs = LONGEST_REST_MS;
      let workingSince = now();
      return async () => {
        const begunAt = now();
        allowedMs = Math.min(allowedMs + begunAt - workingSince, LONGEST_REST_MS);
        await turn();
        const endsAt = begunAt + allowedMs;
        const restsUntil = (): number => (asked.size > 0 ? endsAt : Math.min(endsAt, askedAt + ANSWERING_MS));
        while (awaited.size === 0 && now() < restsUntil()) {
          await rest(restsUntil() - now());
          await turn();
        }
        workingSince = now();
        allowedMs -= workingSince - begunAt;
      };
    },
  };
}
