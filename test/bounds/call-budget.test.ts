// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { Success } from '../../schemas/answers/success.js';
import { deskOver } from '../engine/service-on-memory.js';
import { failureOf } from '../thrown.js';
import { daily, everySecond, everyThreeMinutes, feedAndWork } from './bombs.js';

interface Source {
  readonly calendar: string;
  readonly error?: string;
  readonly unreadable?: number;
  readonly problems?: readonly { readonly ref: string; readonly reason: string; readonly code?: string }[];
}

const titles = ({ data }: Success) => (data.events as readonly { title: string }[]).map(({ title }) => title);
const feedOf = ({ meta }: Success) =>
  (meta.sources as readonly Source[] | undefined)?.find(({ calendar }) => calendar === 'Feed');

/** The range that an answer says would do. */
function betweenIn(text: unknown): readonly string[] {
  const found = /\{"between":\[.*?\]\}/.exec(String(text))?.[0];
  if (found === undefined) throw new Error(`no range in ${String(text)}`);
  return JSON.parse(found).between;
}

describe.each([
  ['50 events of every three minutes', everyThreeMinutes(50), 0],
  ['100 events of every second', everySecond(100), 1],
])('a feed with %s', (_, bombs, turn) => {
  const d = deskOver([feedAndWork(bombs)]);
  const calls: Record<string, () => Promise<Success>> = {
    'a list': () => d.read({ query: { type: 'events' } }),
    'a sorted list': () => d.read({ query: { type: 'events', sort: [{ field: 'title' }], offset: 1 } }),
    'a count': () => d.read({ query: { type: 'events', mode: 'count' } }),
    'free and busy times': () => d.read({ query: { type: 'freebusy', filters: { when: 'this week' } } }),
    'what has a conflict': () => d.read({ query: { type: 'events', filters: { hasConflict: true } } }),
    'an export': () => d.read({ query: { type: 'events', format: 'ics' } }),
    statistics: () => d.analyze({ analysis: { type: 'time_stats', scope: { when: 'next 30 days' } } }),
    conflicts: () => d.analyze({ analysis: { type: 'conflicts' } }),
    'free slots': () => d.analyze({ analysis: { type: 'availability' } }),
  };

  it.each(Object.keys(calls).filter((_, at) => at % 2 === turn))(
    'is named by %s, and the rest is answered',
    async (name) => {
      const answer = await calls[name]?.();
      if (answer === undefined) throw new Error('no call');
      const feed = feedOf(answer);
      // A week of every three minutes is little enough where there are 50 of them: then all of it is there.
      if (feed?.unreadable === undefined) expect(answer.meta.notes).toBeUndefined();
      else {
        expect(feed.unreadable).toBe(bombs.length);
        expect(feed.problems?.[0]).toMatchObject({ code: 'EXPANSION_LIMIT' });
        expect(String(answer.meta.notes)).toContain(`and ${bombs.length - 3} more`);
      }
      if (name === 'a list') expect(titles(answer).sort()).toEqual(['At work', 'In the feed']);
      if (name === 'a count') expect(answer.data.count).toBe(2);
      if (name === 'what has a conflict') expect(titles(answer).sort()).toEqual(['At work', 'In the feed']);
      if (name === 'an export') expect(String(answer.data.ics).match(/BEGIN:VEVENT/g)).toHaveLength(2);
    },
  );

  it('lists each of them once where every series is one row', async () => {
    const { meta } = await d.read({ query: { type: 'events', expand: false } });
    expect(meta.total).toBe(bombs.length + 2);
    const found = await d.search('feed');
    expect(found.results.map(({ title }) => title)).toEqual([
      'In the feed (Tue 24 Nov 2026 11:00–12:00, Feed)',
    ]);
  });

  it('does not keep an event from being made, and the answer says what was not checked', async () => {
    const data = {
      title: 'Daily',
      start: '2026-11-24T11:30',
      recurrence: { frequency: 'daily' },
      calendar: 'Work',
    };
    const made = await d.write({ mutation: { operation: 'create', data } });
    expect(made.data).toMatchObject({ outcome: 'applied' });
    expect(JSON.stringify(made.data.conflicts)).toContain('At work');
    expect(feedOf(made)?.unreadable).toBe(bombs.length);
    await d.write({ mutation: { operation: 'undo' } });
  });
});

it('names the range in which they can be listed', async () => {
  const d = deskOver([feedAndWork(everyThreeMinutes(50))]);
  const { meta } = await d.read({ query: { type: 'events' } });
  const when = { between: betweenIn(meta.notes) };
  const whole = await d.read({ query: { type: 'events', mode: 'count', filters: { when } } });
  expect(whole.data.count).toBeGreaterThan(50_000);
  expect(feedOf(whole)?.unreadable).toBeUndefined();
});

describe('more occurrences than a call looks at', () => {
  const years = { between: ['2020-01-01', '2029-12-31'] };

  it('are refused with the range that would do, and that one does', async () => {
    const d = deskOver([feedAndWork(daily(2000))]);
    const calendars = ['Feed'];
    const calls = [
      () => d.read({ query: { type: 'events', filters: { when: years, calendar: 'Feed' } } }),
      () => d.read({ query: { type: 'freebusy', filters: { when: years, calendar: 'Feed' } } }),
      () => d.analyze({ analysis: { type: 'time_stats', scope: { when: years, calendars } } }),
    ];
    for (const call of calls) {
      const error = await failureOf(call());
      expect(error.code).toBe('EXPANSION_LIMIT');
      const between = betweenIn(error.info.suggestion);
      const filters = { when: { between }, calendar: 'Feed' };
      const { data } = await d.read({ query: { type: 'events', mode: 'count', filters } });
      expect(data.count).toBeGreaterThan(50_000);
    }
  });

  it('of one calendar do not take the others with them', async () => {
    const d = deskOver([feedAndWork(daily(2000))]);
    const answer = await d.read({ query: { type: 'events', filters: { when: years } } });
    expect(titles(answer)).toEqual(['At work']);
    expect(feedOf(answer)?.error).toBe('EXPANSION_LIMIT');
  });

  it('are no matter where a filter leaves few of them', async () => {
    const d = deskOver([feedAndWork(daily(2000))]);
    const answer = await d.read({
      query: { type: 'events', mode: 'count', filters: { when: years, title: { equals: 'Daily 7' } } },
    });
    expect(answer.data.count).toBe(3653);
    expect(feedOf(answer)?.error).toBeUndefined();
  });
});

it('answers up to the limit in full', async () => {
  const d = deskOver([feedAndWork(daily(500))]);
  const { data } = await d.read({
    query: { type: 'events', mode: 'count', filters: { when: { between: ['2026-06-01', '2026-11-30'] } } },
  });
  expect(data.count).toBe(500 * 183 + 2);
});
