import { describe, expect, it } from 'vitest';
import { createRateLimits } from '../../../src/engine/context/rate-limits.js';
import { createMemoryStore } from '../../reference/memory-store.js';

const HOUR = 3_600_000;
const CLOCK = { now: () => 0, timeZone: () => 'UTC' };
const STORE = { state: createMemoryStore(CLOCK), clock: CLOCK };

function limited() {
  let at = 0;
  const limits = createRateLimits({ changes: 100, deletions: 10, recipients: 5 }, () => at, STORE);
  const take = (counts: Partial<Record<'changes' | 'deletions' | 'recipients', number>>): Promise<number> =>
    limits.take({ changes: 0, deletions: 0, recipients: 0, ...counts });
  return { take, wait: (hours: number) => (at += hours * HOUR) };
}

describe('what may be done within an hour', () => {
  it('is refused beyond its limit, and refills', async () => {
    const { take, wait } = limited();
    expect(await take({ changes: 8, deletions: 8 })).toBe(0);
    expect(await take({ changes: 2, deletions: 2 })).toBe(0);
    expect(await take({ changes: 1, deletions: 1 })).toBe(HOUR / 10);
    wait(0.1);
    expect(await take({ changes: 1, deletions: 1 })).toBe(0);
    expect(await take({ deletions: 1 })).toBeGreaterThan(0);
  });

  it('is counted for each kind on its own', async () => {
    const { take } = limited();
    expect(await take({ recipients: 5 })).toBe(0);
    expect(await take({ recipients: 1 })).toBeGreaterThan(0);
    expect(await take({ changes: 100 })).toBe(0);
    expect(await take({ changes: 1 })).toBeGreaterThan(0);
    expect(await take({ deletions: 10 })).toBe(0);
  });

  it('counts nothing of what is refused', async () => {
    const { take } = limited();
    expect(await take({ changes: 50, recipients: 6 })).toBeGreaterThan(0);
    expect(await take({ changes: 100, recipients: 5 })).toBe(0);
  });
});

it('is counted over all processes', async () => {
  let at = 0;
  const clock = { now: () => at, timeZone: () => 'UTC' };
  const store = { state: createMemoryStore(clock), clock };
  const start = () => createRateLimits({ changes: 100, deletions: 2, recipients: 5 }, () => at, store);
  const one = { changes: 1, deletions: 1, recipients: 0 };
  const [first, second, third] = [start(), start(), start()];
  for (const limits of [first, second]) {
    await limits.recall();
    expect(await limits.take(one)).toBe(0);
    await limits.keep();
  }
  await third.recall();
  expect(await third.take(one)).toBeGreaterThan(0);
  at += HOUR / 2;
  await third.recall();
  expect(await third.take(one)).toBe(0);
});
