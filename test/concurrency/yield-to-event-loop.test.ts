import { afterEach, expect, it, vi } from 'vitest';
import { yielderFor } from '../../src/concurrency/yield-to-event-loop.js';

afterEach(() => void vi.useRealTimers());

it.each([
  ['back', 100_000, 0],
  ['forward', 0, 100_000],
])('yields at once when the clock is put %s', async (_, before, after) => {
  const yieldToEventLoop = yielderFor();
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  vi.advanceTimersByTime(before);
  await yieldToEventLoop();
  expect(yieldToEventLoop()).toBeUndefined();
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  vi.advanceTimersByTime(after);
  expect(yieldToEventLoop()).toBeDefined();
});
