/**
 * What calls cost that look at feeds of a few kilobytes with millions of occurrences in them, on the shipped program:
 * `npx vitest bench --run test/bench/bombs.bench.ts`.
 */

import { afterAll, bench, describe } from 'vitest';
import { daily, everySecond, everyThreeMinutes, single } from '../bounds/bombs.js';
import { type BusyServer, startBusy } from '../bounds/busy-server.js';

const FEEDS = {
  '50 every three minutes': everyThreeMinutes(50),
  '500 every three minutes': everyThreeMinutes(500),
  '500 every second': everySecond(500),
  '2,000 daily': daily(2000),
  '500 daily': daily(500),
};
const years = { when: { between: ['2020-01-01', '2029-12-31'] } };
const far = { when: { between: ['2026-11-24', '9999-12-31'] } };
const CALLS: readonly (readonly [string, string, unknown])[] = [
  ['list', 'calendar_read', { query: { type: 'events' } }],
  ['list by title', 'calendar_read', { query: { type: 'events', sort: [{ field: 'title' }] } }],
  ['ten years', 'calendar_read', { query: { type: 'events', filters: years } }],
  ['half a year', 'calendar_read', { query: { type: 'events', filters: { when: 'next 180 days' } } }],
  [
    'count',
    'calendar_read',
    { query: { type: 'events', mode: 'count', filters: { when: 'next 180 days' } } },
  ],
  ['each once', 'calendar_read', { query: { type: 'events', expand: false } }],
  ['free/busy', 'calendar_read', { query: { type: 'freebusy', filters: { when: 'next 30 days' } } }],
  ['hasConflict', 'calendar_read', { query: { type: 'events', filters: { hasConflict: true } } }],
  ['export', 'calendar_read', { query: { type: 'events', format: 'ics' } }],
  ['search', 'search', { query: 'feed' }],
  ['time_stats', 'calendar_analyze', { analysis: { type: 'time_stats', scope: { when: 'next 180 days' } } }],
  ['conflicts', 'calendar_analyze', { analysis: { type: 'conflicts' } }],
  ['slots to 9999', 'calendar_analyze', { analysis: { type: 'availability', scope: far } }],
  [
    'create',
    'calendar_write',
    {
      mutation: {
        operation: 'create',
        data: {
          calendar: 'Work',
          title: 'New',
          start: '2026-11-24T11:30',
          recurrence: { frequency: 'daily' },
        },
        dryRun: true,
      },
    },
  ],
];

const servers: BusyServer[] = [];
const lines = ['', ['feed', 'call', 'ms', 'ping p99', 'ping max', 'MB more'].join(' | ')];
afterAll(() => {
  for (const { server, box } of servers) {
    server.child.kill('SIGKILL');
    box.remove();
  }
  process.stdout.write(`${lines.join('\n')}\n`);
});

describe('bombs', () => {
  for (const [feed, events] of Object.entries(FEEDS)) {
    bench(
      feed,
      async () => {
        const busy = await startBusy({ Feed: [...events, single('In the feed')], Work: [single('At work')] });
        servers.push(busy);
        for (const [call, name, args] of CALLS) {
          const { ms, pings, megabytes } = await busy.watch(name, args);
          const p99 = pings[Math.floor(pings.length * 0.99)] ?? Number.NaN;
          const figures = [ms, p99, pings.at(-1) ?? Number.NaN, megabytes].map((one) => one.toFixed(0));
          lines.push([feed, call, ...figures].join(' | '));
        }
      },
      { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
    );
  }
});
