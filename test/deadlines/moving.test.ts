// @module-tag slow
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallContext } from '../../src/engine/context/service.js';
import type { Backend } from '../../src/ports/backend.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';

const EVENTS = 60;
const STEP_MS = 2000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A server that takes two seconds for each event, one after another, under a deadline of 25 s. */
async function batch(hears: boolean) {
  const memory: Backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const slow: Backend = {
    ...memory,
    apply(call, request) {
      const turn = last.then(() => new Promise((resolve) => setTimeout(resolve, STEP_MS)));
      last = turn;
      waiting++;
      return turn.finally(() => waiting--).then(() => memory.apply(call, request));
    },
  };
  const service = serviceOver([slow], { deadlines: { read: 10, write: 25 } });
  const operations = Array.from({ length: EVENTS }, (_, n) => ({
    operation: 'create',
    data: { title: `Event ${n}`, start: `2026-12-01T${String(n % 24).padStart(2, '0')}:00` },
  }));
  const context: CallContext = {
    signal: new AbortController().signal,
    ...(hears && { progress: () => undefined }),
  };
  const answer = service.write({ mutation: { operation: 'batch', operations } }, context);
  let isOver = false;
  const over = answer.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // Only the server takes time, not this machine: the clock stands while the program computes or loads itself.
    if (waiting > 0) await vi.advanceTimersByTimeAsync(STEP_MS / 2);
    else await new Promise(setImmediate);
  }
  return over;
}

describe('a batch that takes longer than the deadline of one write', () => {
  it('is done in full where somebody hears how far it is', async () => {
    expect((await batch(true)).data).toMatchObject({ outcome: 'applied', succeeded: EVENTS });
  });

  it('ends in time where nobody does, and says how the rest is done', async () => {
    const { data, meta } = await batch(false);
    expect(data.outcome).toBe('partly_applied');
    const results = data.results as { readonly index: number; readonly outcome: string }[];
    const left = results.filter(({ outcome }) => outcome === 'not_applied').map(({ index }) => index);
    const first = Math.min(...left);
    expect(left).toHaveLength(EVENTS - first);
    expect(meta.notes).toEqual([
      `There was no time left for the operations with index ${first} to 59. Send exactly these again, unchanged, as one batch.`,
    ]);
  });
});
