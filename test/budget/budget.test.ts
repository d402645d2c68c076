import { describe, expect, it } from 'vitest';
import { call } from '../server/connect.js';
import { BUDGET } from './budget.js';
import { measure } from './measure.js';
import { openGround } from './open-ground.js';

describe('tokens of', () => {
  it.each(BUDGET)('$name: at most $limit', async (entry) => {
    const { tokens, text } = await measure(entry);
    expect(tokens, text.slice(0, 2000)).toBeLessThanOrEqual(entry.limit);
  });
});

it('the busy month has 75 rows, and the year of series more than an answer may', async () => {
  const totals = { 'busy-month': ['this month', 75], 'series-week': ['this year', 1119] } as const;
  for (const [name, [when, total]] of Object.entries(totals)) {
    const { client, close } = await openGround(name as keyof typeof totals);
    const { json } = await call(client, 'calendar_read', {
      query: { type: 'events', mode: 'count', filters: { when } },
    });
    await close();
    expect(json).toMatchObject({ data: { count: total } });
  }
});
