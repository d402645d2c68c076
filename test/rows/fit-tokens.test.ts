import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../src/rows/estimate-tokens.js';
import { fitTokens } from '../../src/rows/fit-tokens.js';

const tokensOf = (value: unknown) => estimateTokens(JSON.stringify(value));
const words = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);

describe('a value that is too large', () => {
  it('loses the end of its long lists and texts, and says which lists; what is small stays whole', () => {
    const answer = {
      data: { groups: words(2000), text: words(2000).join('\n'), title: 'Standup' },
      meta: { total: 2000 },
    };
    const { value, cuts } = fitTokens(answer, 1000);
    expect(tokensOf(value)).toBeLessThanOrEqual(1000);
    expect(tokensOf(value)).toBeGreaterThan(800);
    const { data, meta } = value as typeof answer;
    expect(data.groups).toEqual(words(data.groups.length));
    expect(data.text).toBe(words(data.text.split('\n').length).join('\n'));
    expect([data.title, meta]).toEqual(['Standup', { total: 2000 }]);
    expect(cuts).toEqual([`groups: ${data.groups.length} of 2000`]);
  });

  it('keeps one member of a list, cut itself, and says where a text without lines ends', () => {
    const { value } = fitTokens(
      { events: [{ id: 'a', description: '会议'.repeat(10_000) }, { id: 'b' }] },
      500,
    );
    expect(tokensOf(value)).toBeLessThanOrEqual(550);
    expect(value).toMatchObject({
      events: [{ id: 'a', description: expect.stringContaining('[cut here; 20000') }],
    });
  });
});

it('a value that fits is as it was', () => {
  const answer = { data: { events: words(10) } };
  expect(fitTokens(answer, 1000)).toEqual({ value: answer, cuts: [] });
});
