import { describe, expect, it } from 'vitest';
import { nextOf, printNext } from '../../../src/cli/print/print-line.js';

/** An answer with one event, asked for now. */
const answer = (now: string, start: string) => ({
  success: true as const,
  data: { events: [{ title: 'Tea', start, end: start }] },
  meta: { timezone: 'Europe/Berlin', range: { from: now, to: '2026-12-31T00:00+01:00' } },
});

describe('how long until an event', () => {
  it.each([
    ['2026-11-24T09:05', '2026-11-24T09:30', 'in 25 min', '25 min'],
    ['2026-11-24T23:50', '2026-11-25T00:10', 'in 20 min', '20 min'],
    ['2026-11-24T18:00', '2026-11-25T10:00', 'tomorrow', '16 h'],
    ['2026-11-24T00:10', '2026-11-25T23:50', 'tomorrow', '47 h 40 min'],
    ['2026-11-24T22:00', '2026-11-28T08:00', 'in 4 days', '4 days'],
    ['2026-11-24T08:00', '2026-11-28T22:00', 'in 4 days', '4 days'],
  ])('at %s of one at %s is %s', (now, start, said, wait) => {
    const coming = answer(`${now}+01:00`, `${start}+01:00`);
    expect(printNext(coming, now.slice(0, 10)).split(', ').at(-1)).toBe(said);
    expect(nextOf(coming)[0]?.wait).toBe(wait);
  });
});
