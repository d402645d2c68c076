import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import { desk } from '../../service-on-memory.js';
import { DENTIST, rows, STANDUP } from '../one-desk.js';

const ALL = { when: { between: ['2026-01-01', '2027-12-31'] } };

/** Filters of which a part says when; none selects a whole series. */
const SAID: readonly Readonly<Record<string, unknown>>[] = [
  { when: 'tomorrow' },
  { title: 'standup', when: 'this week' },
  { title: 'standup', start: { after: '2026-12-20' } },
  { title: 'standup', end: { before: '2026-11-24' } },
  { title: 'standup', NOT: { when: 'this week' } },
  { OR: [{ when: 'tomorrow' }, { when: '2026-11-26' }] },
  { OR: [{ title: 'standup', when: 'tomorrow' }, { title: 'dentist' }] },
  { OR: [{ title: 'standup', weekday: 'tue' }, { title: 'dentist' }] },
  { title: 'standup', weekday: 'mon' },
];

describe('a deletion by filters', () => {
  it.each(SAID)('of %j takes nothing that they do not match', async (filters) => {
    const d = desk([STANDUP, DENTIST]);
    const before = (await rows(d, ALL)).map(({ id }) => id);
    const matched = new Set((await rows(d, { AND: [ALL, filters] })).map(({ id }) => id));
    expect(matched.size).toBeLessThan(before.length);
    const outcome = await d.write({ mutation: { operation: 'delete', each: true, filters } }).catch(refusal);
    const after = new Set((await rows(d, ALL)).map(({ id }) => id));
    const gone = before.filter((id) => !after.has(id));
    expect(gone.every((id) => matched.has(id))).toBe(true);
    expect(gone.length).toBe(outcome === 'refused' ? 0 : matched.size);
  });
});

function refusal(error: unknown): 'refused' {
  if (error instanceof CalendarError) return 'refused';
  throw error;
}
