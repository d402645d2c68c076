import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, openGround } from '../../budget/open-ground.js';
import { call } from '../../server/connect.js';

interface Judged {
  readonly query: string;
  /** Titles of the first results; written down before any answer was seen. */
  readonly first: readonly string[];
  readonly count?: number;
}

const JUDGED: readonly Judged[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/search/judged.json', import.meta.url), 'utf8'),
);

let ground: Ground;
beforeAll(async () => {
  ground = await openGround('busy-month');
});
afterAll(() => ground.close());

describe('a search for', () => {
  it.each(JUDGED)('$query', async ({ query, first, count }) => {
    const { json } = await call(ground.client, 'search', { query });
    const titles = (json.results as { title: string }[]).map(({ title }) => title);
    expect(titles.slice(0, first.length).map(withoutTime)).toEqual(first);
    if (count !== undefined) expect(titles, titles.join('\n')).toHaveLength(count);
  });
});

it('what is left out is counted', async () => {
  const { json } = await call(ground.client, 'search', { query: 'november' });
  expect(json).toMatchObject({ results: { length: 50 }, total: 75 });
});

/** A title without what is added to it: day, time and calendar. */
function withoutTime(title: string): string {
  return title.replace(/ \((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [^()]*\)$/, '');
}
