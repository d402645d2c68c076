import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../../../schemas/model/error.js';

/**
 * Lets queries and first copies take turns: both need the one thread, here and on many servers. However many questions
 * are asked, a copy has half of the time, so it takes at most twice as long as alone.
 */
export interface CopyThrottle {
  /** Counts a question that the server answers itself. */
  asking<T>(work: Promise<T>): Promise<T>;
  /** Counts a question that waits for a copy, so that no copy rests. */
  waiting<T>(work: Promise<T>): Promise<T>;
  /** Counts a copy, which is owed as much time as the questions beside it take. */
  copying<T>(work: Promise<T>): Promise<T>;
  /**
   * Waits until copies have had the time they are owed, none is being made, or `isEnough`; `mostMs` at most. Questions
   * that wait go on together.
   */
  questionsTurn(isEnough: () => boolean, mostMs: number, signal: AbortSignal): Promise<void>;
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
export function createCopyThrottle(signal: AbortSignal, now = () => performance.now()): CopyThrottle {
  const asked = new Set<object>();
  const awaited = new Set<object>();
  const copied = new Set<object>();
  const { rest, wake } = createWaits(signal);
  let askedAt = Number.NEGATIVE_INFINITY;
  let lastAnswerMs = 0;
  let owedMs = 0;
  let reckonedAt = now();

  /** Copies are owed more while questions are asked, and less while one has the server alone. */
  function reckon(): void {
    const elapsed = now() - reckonedAt;
    reckonedAt += elapsed;
    if (copied.size > 0) owedMs = Math.max(0, owedMs + (asked.size > 0 ? elapsed : -elapsed));
  }

  async function counted<T>(all: Set<object>, work: Promise<T>): Promise<T> {
    const one = {};
    reckon();
    // The question it was begun for has taken as long as this.
    if (all === copied && copied.size === 0) owedMs = lastAnswerMs;
    all.add(one);
    wake();
    try {
      return await work;
    } finally {
      reckon();
      all.delete(one);
      wake();
    }
  }

  const turn = (): Promise<void> => nextTurn(signal);

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
    copying: (work) => counted(copied, work),
    async questionsTurn(isEnough, mostMs, question) {
      const endsAt = now() + mostMs;
      for (;;) {
        reckon();
        const isDue = owedMs === 0 || copied.size === 0 || isEnough() || now() >= endsAt;
        if (isDue || signal.aborted || question.aborted) return;
        await rest(asked.size > 0 ? endsAt - now() : Math.min(owedMs, endsAt - now()), question);
      }
    },
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

async function nextTurn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new CalendarError('CANCELLED', 'The account was closed.');
}

/** Waits that end early once what they wait for may have come, or with the account. */
function createWaits(signal: AbortSignal) {
  const waiting = new Set<AbortController>();

  function wake(): void {
    for (const wait of waiting) wait.abort();
  }
  // A timer that keeps no process alive never fires in one that ends, so the account's end must end the wait.
  signal.addEventListener('abort', wake, { once: true });

  async function rest(ms: number, ...others: readonly AbortSignal[]): Promise<void> {
    const woken = new AbortController();
    waiting.add(woken);
    const ends = AbortSignal.any([woken.signal, ...others]);
    await sleep(ms, undefined, { ref: false, signal: ends }).catch(() => undefined);
    waiting.delete(woken);
  }

  return { rest, wake };
}
