import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../../../schemas/model/error.js';

/**
 * Lets queries and first copies take turns, because both need the one thread, here and on many servers. A
 * copy gets half of the time however many queries come, so it takes at most twice as long as alone.
 */
export interface CopyThrottle {
  /** Counts a query that the server answers. */
  asking<T>(work: Promise<T>): Promise<T>;
  /** Counts a query that waits for a copy, so no copy rests. */
  waiting<T>(work: Promise<T>): Promise<T>;
  /** Counts a copy. It is owed as much time as concurrent queries take. */
  copying<T>(work: Promise<T>): Promise<T>;
  /**
   * Waits until copies got their owed time, no copy is running, or `isEnough`; at most `mostMs`. Waiting
   * queries continue together.
   */
  questionsTurn(isEnough: () => boolean, mostMs: number, signal: AbortSignal): Promise<void>;
  /** Yields to other work. Throws if the account was closed. */
  turn(): Promise<void>;
  /**
   * Returns a pause function for one copy. Pauses while queries run, in total no longer than the copy has
   * worked, so it finishes however many queries come.
   */
  rests(): () => Promise<void>;
  /** Milliseconds of the server's last own answer; 0 before the first. */
  lastAnswerMs(): number;
}

const LONGEST_REST_MS = 1000;
/** Time to turn a server's answer into the answer of a call. */
const ANSWERING_MS = 150;

/** `now`: milliseconds of a monotonic clock. */
export function createCopyThrottle(signal: AbortSignal, now = () => performance.now()): CopyThrottle {
  const asked = new Set<object>();
  const awaited = new Set<object>();
  const copied = new Set<object>();
  const { rest, wake } = createWaits(signal);
  let askedAt = Number.NEGATIVE_INFINITY;
  let lastAnswerMs = 0;
  let owedMs = 0;
  let reckonedAt = now();

  /** The debt grows while queries run, and shrinks while a copy has the server alone. */
  function reckon(): void {
    const elapsed = now() - reckonedAt;
    reckonedAt += elapsed;
    if (copied.size > 0) owedMs = Math.max(0, owedMs + (asked.size > 0 ? elapsed : -elapsed));
  }

  async function counted<T>(all: Set<object>, work: Promise<T>): Promise<T> {
    const one = {};
    reckon();
    // The query that started it has already taken this long.
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

/** Waits that end early on a wake-up or when the account is closed. */
function createWaits(signal: AbortSignal) {
  const waiting = new Set<AbortController>();

  function wake(): void {
    for (const wait of waiting) wait.abort();
  }
  // An unref'd timer may never fire, so closing the account must end the wait.
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
