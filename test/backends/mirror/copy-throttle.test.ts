import { setMaxListeners } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import timersOfNode from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCopyThrottle } from '../../../src/backends/mirror/sync/copy-throttle.js';
import { PATIENCE_MS } from '../../patience.js';

/** Timers of the pace that have not fired: they do when a test says so, and a signal ends them as it does real ones. */
const timers = new Set<() => void>();
const { setTimeout } = timersOfNode;
timersOfNode.setTimeout = ((_ms: number, _value: unknown, { signal }: { readonly signal: AbortSignal }) =>
  new Promise<void>((resolve, reject) => {
    timers.add(resolve);
    signal.addEventListener('abort', reject);
  })) as typeof setTimeout;
syncBuiltinESMExports();

afterAll(() => {
  timersOfNode.setTimeout = setTimeout;
  syncBuiltinESMExports();
});

describe('a copy rests', () => {
  const NEVER = new AbortController().signal;
  setMaxListeners(0, NEVER);
  let clock: number;
  let isOver: boolean;
  let pace = createCopyThrottle(NEVER, () => clock);
  function rest(): Promise<void> {
    isOver = false;
    return pace
      .rests()()
      .then(() => {
        isOver = true;
      });
  }

  /** The pace waits for a timer, after its turn. */
  async function rests(): Promise<void> {
    await vi.waitUntil(() => timers.size > 0, { interval: 0, timeout: PATIENCE_MS });
  }

  async function fire(): Promise<void> {
    await rests();
    for (const timer of timers) timer();
    timers.clear();
  }

  beforeEach(() => {
    timers.clear();
    clock = 0;
    pace = createCopyThrottle(NEVER, () => clock);
  });

  it('until what a server answered has become the answer of a call', async () => {
    await pace.asking(Promise.resolve());
    const resting = rest();
    await fire();
    clock = 149;
    await fire();
    await rests();
    expect(isOver).toBe(false);
    clock = 150;
    await fire();
    await resting;
  });

  it('no longer than a second, however often it is asked', async () => {
    const resting = (async () => {
      await pace.asking(Promise.resolve());
      await rest();
    })();
    await rests();
    clock = 1000;
    void pace.asking(new Promise(() => undefined));
    await fire();
    await resting;
  });

  it('no longer than it works, however long questions are asked without a pause', async () => {
    void pace.asking(new Promise(() => undefined));
    const rests = pace.rests();
    let waited = 0;
    const slices = 400;
    const copying = (async () => {
      for (let slice = 0; slice < slices; slice++) {
        clock += 10;
        await rests();
      }
      return 'complete';
    })();
    const outcome = await Promise.race([
      copying,
      (async () => {
        for (; waited <= slices + 100; waited++) {
          await vi.waitUntil(() => timers.size > 0, { interval: 0, timeout: PATIENCE_MS });
          clock += 10;
          for (const timer of timers) timer();
          timers.clear();
        }
      })(),
    ]);
    expect(outcome).toBe('complete');
  });

  it('not at all when somebody waits for it', async () => {
    await pace.asking(Promise.resolve());
    const resting = rest();
    await pace.waiting(resting);
    expect([isOver, timers.size]).toEqual([true, 0]);
  });

  it('until somebody waits for it, whatever the timer says', async () => {
    void pace.asking(new Promise(() => undefined));
    const resting = rest();
    await rests();
    await pace.waiting(resting);
    expect(isOver).toBe(true);
  });

  it('as long as the answer of a question that has just ended takes', async () => {
    let answer = (): void => undefined;
    const asked = pace.asking(new Promise<void>((resolve) => (answer = resolve)));
    const resting = rest();
    await rests();
    timers.clear();
    clock = 500;
    answer();
    await asked;
    await rests();
    clock = 650;
    await fire();
    await resting;
  });

  it('no longer than the account is open, without waiting for a timer that may never fire', async () => {
    const account = new AbortController();
    pace = createCopyThrottle(account.signal, () => 0);
    await pace.asking(Promise.resolve());
    const ended = pace
      .rests()()
      .catch(({ code }) => code);
    await rests();
    account.abort();
    expect(await ended).toBe('CANCELLED');
  });
});

describe('questions beside a copy', () => {
  const ANSWER_MS = 3000;
  let clock: number;
  let pace = createCopyThrottle(new AbortController().signal, () => clock);

  /** The clock goes on, and every timer looks at it. */
  async function passes(ms: number): Promise<void> {
    await new Promise(setImmediate);
    clock += ms;
    for (const timer of timers) timer();
    timers.clear();
    await new Promise(setImmediate);
  }

  beforeEach(() => {
    timers.clear();
    clock = 0;
    pace = createCopyThrottle(new AbortController().signal, () => clock);
  });

  it('wait at most as long as the answer before it took, and go on together', async () => {
    await asks(ANSWER_MS);
    void pace.copying(new Promise(() => undefined));
    const events: string[] = [];
    for (const name of ['one', 'two']) void turn().then(() => events.push(name));
    await passes(ANSWER_MS - 1);
    expect(events).toEqual([]);
    await passes(1);
    expect(events).toEqual(['one', 'two']);
  });

  it('do not wait for a copy that has failed', async () => {
    await asks(ANSWER_MS);
    let fail = (): void => undefined;
    const copy = pace.copying(new Promise<void>((_, reject) => (fail = () => reject(new Error('no copy')))));
    const asked = turn();
    await passes(1);
    fail();
    await expect(copy).rejects.toThrow('no copy');
    await asked;
    expect(clock).toBe(ANSWER_MS + 1);
  });

  it('wait no longer than they may', async () => {
    await asks(ANSWER_MS);
    void pace.copying(new Promise(() => undefined));
    let isOver = false;
    void turn(100).then(() => (isOver = true));
    await passes(99);
    expect(isOver).toBe(false);
    await passes(1);
    expect(isOver).toBe(true);
  });

  it.each([1, 3, 20])('leave a copy about half of the time, however often %i askers ask', async (askers) => {
    await asks(ANSWER_MS);
    void pace.copying(new Promise(() => undefined));
    let alone = 0;
    let isAsking = 0;
    const unanswered: (() => void)[] = [];
    for (let asker = 0; asker < askers; asker++) {
      void (async () => {
        for (;;) {
          await turn();
          isAsking++;
          await pace.asking(new Promise<void>((resolve) => unanswered.push(resolve)));
          isAsking--;
        }
      })();
    }
    const rounds = 600;
    for (let round = 0; round < rounds; round++) {
      if (isAsking === 0) alone += 10;
      await passes(10);
      if (round % 33 !== 0) continue;
      // The server answers some of those that wait, in their order.
      for (const answer of unanswered.splice(0, 1 + (round % askers))) answer();
    }
    expect(alone).toBeGreaterThan(rounds * 10 * 0.45);
  });

  function turn(mostMs = Number.MAX_SAFE_INTEGER): Promise<void> {
    return pace.questionsTurn(() => false, mostMs, new AbortController().signal);
  }

  async function asks(ms: number): Promise<void> {
    let answer = (): void => undefined;
    const asked = pace.asking(new Promise<void>((resolve) => (answer = resolve)));
    clock += ms;
    answer();
    await asked;
  }
});
