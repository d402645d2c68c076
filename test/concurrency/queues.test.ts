import { describe, expect, it } from 'vitest';
import { keyedQueue } from '../../src/concurrency/keyed-queue.js';
import { semaphore } from '../../src/concurrency/semaphore.js';
import { settleInBatches } from '../../src/concurrency/settle-in-batches.js';
import { singleFlight } from '../../src/concurrency/single-flight.js';
import { waitUnlessAborted } from '../../src/concurrency/wait-unless-aborted.js';

/** Work that ends when it is told to. */
function held<T>(value: T) {
  let end: () => void = () => undefined;
  const work = new Promise<T>((resolve) => {
    end = () => resolve(value);
  });
  return { work, end: () => end() };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => [error.code, error.info.outcome],
  );

describe('keyedQueue', () => {
  it('does what has one key in order, failures included, and other keys at once', async () => {
    const queue = keyedQueue();
    const done: string[] = [];
    const first = held('first');
    const all = [
      queue('a', () => first.work.then(() => done.push('first'))),
      queue('a', async () => Promise.reject(new Error('no'))),
      queue('a', async () => done.push('third')),
    ];
    await queue('b', async () => done.push('other'));
    expect(done).toEqual(['other']);
    first.end();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(done).toEqual(['other', 'first', 'third']);
  });

  it('lets go of who leaves before the turn has come, and keeps those behind in their order', async () => {
    const queue = keyedQueue();
    const done: string[] = [];
    const first = held('first');
    const leaving = new AbortController();
    void queue('a', () => first.work.then(() => done.push('first')));
    const left = code(queue('a', async () => done.push('left'), leaving.signal));
    const behind = queue('a', async () => done.push('behind'));
    leaving.abort();
    expect(await left).toEqual(['CANCELLED', 'not_applied']);
    expect(done).toEqual([]);
    first.end();
    await behind;
    expect(done).toEqual(['first', 'behind']);
  });
});

describe('semaphore', () => {
  it('gives so many slots in order of arrival, and none to who has left', async () => {
    const slots = semaphore(1);
    const { signal } = new AbortController();
    const release = await slots.take(signal);
    const leaving = new AbortController();
    const left = code(slots.take(leaving.signal));
    const next = slots.take(signal);
    leaving.abort();
    expect(await left).toEqual(['CANCELLED', 'not_applied']);
    release();
    release();
    (await next)();
    expect(await code(slots.take(signal))).toBe('done');
    expect(await code(slots.take(AbortSignal.abort()))).toEqual(['CANCELLED', 'not_applied']);
  });
});

describe('singleFlight', () => {
  it('makes a value once for all who ask meanwhile, and again after a failure or when it is forgotten', async () => {
    let made = 0;
    const value = singleFlight(async () => {
      made++;
      if (made === 1) throw new Error('no');
      return made;
    }, Infinity);
    expect((await Promise.allSettled([value.get(), value.get()])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect([await value.get(), await value.get()]).toEqual([2, 2]);
    value.forget();
    expect(await value.get()).toBe(3);
  });

  it('keeps nothing where nothing is to be kept', async () => {
    let made = 0;
    const value = singleFlight(async () => ++made, 0);
    expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
    expect(await value.get()).toBe(2);
  });
});

describe('settleInBatches', () => {
  it('does a few at a time, in order, whatever becomes of each', async () => {
    let busy = 0;
    let most = 0;
    const results = await settleInBatches([1, 2, 3, 4, 5], 2, async (n) => {
      most = Math.max(most, ++busy);
      await Promise.resolve();
      busy--;
      if (n === 3) throw new Error('no');
      return n;
    });
    expect(most).toBe(2);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      1,
      2,
      'failed',
      4,
      5,
    ]);
  });
});

describe('waitUnlessAborted', () => {
  it('ends with the work, with the patience, or when the caller leaves', async () => {
    const { signal } = new AbortController();
    const leaving = new AbortController();
    const never = new Promise(() => undefined);
    const left = code(waitUnlessAborted(never, leaving.signal));
    leaving.abort();
    expect(await left).toEqual(['CANCELLED', undefined]);
    expect(await code(waitUnlessAborted(never, signal, 1))).toEqual(['TIMEOUT', undefined]);
    expect(await waitUnlessAborted(Promise.resolve(1), signal)).toBe(1);
    expect(await code(waitUnlessAborted(Promise.reject(new Error()), leaving.signal))).toEqual([
      'CANCELLED',
      undefined,
    ]);
  });
});
