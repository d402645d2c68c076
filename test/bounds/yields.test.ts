import { expect, it } from 'vitest';
import { serviceOver } from '../engine/service-on-memory.js';
import { failureOf } from '../thrown.js';
import { daily, feedAndWork } from './bombs.js';
import { onSlowMachine, turnsDuring } from './turns-during.js';

const service = serviceOver([feedAndWork(daily(500))]);
const query = {
  type: 'events',
  filters: { when: { between: ['2026-06-01', '2026-11-30'] } },
  sort: [{ field: 'title' }],
};

it('other calls are served while one computes', async () => {
  onSlowMachine();
  const signal = new AbortController().signal;
  expect(await turnsDuring(service.read({ query }, { signal }))).toBeGreaterThan(20);
});

it('a call that nobody waits for any more ends, wherever it is', async () => {
  onSlowMachine();
  for (const turns of [2, 10, 25]) {
    const controller = new AbortController();
    let left = turns;
    const turn = (): void => {
      left--;
      if (left === 0) controller.abort();
      else setImmediate(turn);
    };
    setImmediate(turn);
    const error = await failureOf(service.read({ query }, { signal: controller.signal }));
    expect(error.code).toBe('CANCELLED');
  }
});
