import { describe, expect, it } from 'vitest';
import { retryBackoff, waitAfter } from '../../src/http/retry-backoff.js';

const most = () => 1 - Number.EPSILON;
const least = () => 0;

describe('the wait before a request is sent again', () => {
  it('is longer the second time, and not the same for everybody', () => {
    expect([0, 1].map((retry) => retryBackoff(retry, 0, least))).toEqual([100, 200]);
    expect([0, 1].map((retry) => retryBackoff(retry, 0, most))).toEqual([199, 399]);
    expect(new Set(Array.from({ length: 50 }, () => retryBackoff(1))).size).toBeGreaterThan(1);
  });

  it('is never shorter than the server asks for', () => {
    expect([least, most].map((random) => retryBackoff(0, 3000, random))).toEqual([3000, 3099]);
  });

  const wait = (status: number, after: string, retry = 0, deadlineMs = 60_000) =>
    waitAfter({ status, headers: new Headers({ 'Retry-After': after }) }, retry, deadlineMs);

  it('is one only for an answer that asks for it, twice, and for as long as a call can wait', () => {
    expect(wait(429, '2')).toBeGreaterThanOrEqual(2000);
    expect(wait(503, 'soon')).toBeLessThan(200);
    expect([wait(500, '2'), wait(503, '6'), wait(503, '2', 2), wait(503, '2', 0, 1000)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
