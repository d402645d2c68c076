import { describe, expect, it } from 'vitest';
import { createRateLimits } from '../../../src/engine/context/rate-limits.js';
import { createMemoryStore } from '../../reference/memory-store.js';

const HOUR = 3_600_000;
const CLOCK = { now: () => 0, timeZone: () => 'UTC' };
const STORE = { state: createMemoryStore(CLOCK), clock: CLOCK };

function limited() {
  let at = 0;
  const limits = createRateLimits({ changes: 100, deletions: 10, recipients: 5 }, () => at, STORE);
  const take = (counts: Partial<Record<'changes' | 'deletions' | 'recipients', number>>): void =>
    limits.take({ changes: 0, deletions: 0, recipients: 0, ...counts });
  return { take, wait: (hours: number) => (at += hours * HOUR) };
}

describe('what may be done within an hour', () => {
  it('is refused beyond its limit, and refills', () => {
    const { take, wait } = limited();
    take({ changes: 8, deletions: 8 });
    take({ changes: 2, deletions: 2 });
    expect(() => take({ changes: 1, deletions: 1 })).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMITED',
        info: expect.objectContaining({ retryAfterMs: HOUR / 10 }),
      }),
    );
    wait(0.1);
    take({ changes: 1, deletions: 1 });
    expect(() => take({ deletions: 1 })).toThrow();
  });

  it('is counted for each kind on its own', () => {
    const { take } = limited();
    take({ recipients: 5 });
    expect(() => take({ recipients: 1 })).toThrow();
    take({ changes: 100 });
    expect(() => take({ changes: 1 })).toThrow();
    take({ deletions: 10 });
  });

  it('counts nothing of what is refused', () => {
    const { take } = limited();
    expect(() => take({ changes: 50, recipients: 6 })).toThrow();
    take({ changes: 100, recipients: 5 });
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
    limits.take(one);
    await limits.keep();
  }
  await third.recall();
  expect(() => third.take(one)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  at += HOUR / 2;
  await third.recall();
  third.take(one);
});
