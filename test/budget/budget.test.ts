// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { isUpdating } from '../fixtures/fixture-file.js';
import { call } from '../server/connect.js';
import { BUDGET } from './budget.js';
import { budgetPage } from './budget-page.js';
import type { Entry } from './entry.js';
import { closeGrounds, type Measured, measure } from './measure.js';
import { openGround } from './open-ground.js';

const PAGE = new URL('../../docs/budget.md', import.meta.url);

afterAll(closeGrounds);

const known = new Map<Entry, Promise<Measured>>();
function measuredOnce(entry: Entry): Promise<Measured> {
  const measured = known.get(entry) ?? measure(entry);
  known.set(entry, measured);
  return measured;
}

describe('tokens of', () => {
  it.each(BUDGET)('$name: at most $limit', async (entry) => {
    const { tokens, text } = await measuredOnce(entry);
    expect(tokens, text.slice(0, 2000)).toBeLessThanOrEqual(entry.limit);
  });
});

it('docs/budget.md has these figures; npm run budget writes them', async () => {
  const rows: { entry: Entry; measured: Measured }[] = [];
  for (const entry of BUDGET) rows.push({ entry, measured: await measuredOnce(entry) });
  const page = readFileSync(PAGE, 'utf8');
  const fresh = budgetPage(page, rows);
  if (isUpdating(process.env)) writeFileSync(PAGE, fresh);
  else expect(page).toBe(fresh);
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
