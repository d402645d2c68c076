import { afterEach, expect, it, vi } from 'vitest';
import { breatheFor } from '../../src/concurrency/breathe.js';

afterEach(() => void vi.useRealTimers());

it.each([
  ['back', 100_000, 0],
  ['forward', 0, 100_000],
])('yields at once when the clock is put %s', async (_, before, after) => {
  const breathe = breatheFor();
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  vi.advanceTimersByTime(before);
  await breathe();
  expect(breathe()).toBeUndefined();
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  vi.advanceTimersByTime(after);
  expect(breathe()).toBeDefined();
});
