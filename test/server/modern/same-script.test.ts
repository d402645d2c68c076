// @module-tag programs
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { sandbox } from '../stdio-process.js';
import { type AnyClient, WAYS } from './clients.js';

type Step = (client: AnyClient) => Promise<unknown>;

const tool =
  (name: string, args: Record<string, unknown>): Step =>
  (client) =>
    client.callTool({ name, arguments: args });
const read = (query: Record<string, unknown>) => tool('calendar_read', { query });
const write = (mutation: Record<string, unknown>) => tool('calendar_write', { mutation });
const analyze = (analysis: Record<string, unknown>) => tool('calendar_analyze', { analysis });
const create = (key: string, data: Record<string, unknown>) =>
  write({ operation: 'create', idempotencyKey: key, data: { durationMinutes: 60, ...data } });
const titled = (title: string) => ({ title: { contains: title } });

/** One morning of a model, with some mistakes in it. */
const SCRIPT: readonly Step[] = [
  (client) => client.listTools(),
  (client) => client.listResources(),
  (client) => client.listResourceTemplates(),
  (client) => client.listPrompts(),
  (client) => client.getPrompt({ name: 'plan_my_week', arguments: { when: 'next week' } }),
  (client) => client.readResource({ uri: 'calendar://docs/filters' }),
  (client) => client.readResource({ uri: 'ui://calendar/week.html' }),
  create('a', { title: 'Dentist', start: 'tomorrow 10:00' }),
  create('a', { title: 'Dentist', start: 'tomorrow 10:00' }),
  create('b', { title: 'Standup', start: 'monday 09:30', recurrence: { frequency: 'daily', count: 5 } }),
  create('c', { title: 'Lunch', start: 'tomorrow 10:30', location: 'Café' }),
  read({ type: 'events', filters: { when: 'next 7 days' } }),
  read({ type: 'events', filters: titled('standup'), expand: false, fields: ['recurrence'] }),
  read({ type: 'events', mode: 'count', filters: { when: 'next week' } }),
  read({ type: 'calendars' }),
  read({ type: 'events', filters: { when: 'neverday' } }),
  write({
    operation: 'update',
    filters: titled('dentist'),
    changes: { start: 'tomorrow 11:00' },
    dryRun: true,
  }),
  write({ operation: 'update', filters: titled('dentist'), changes: { start: 'tomorrow 14:00' } }),
  write({ operation: 'update', filters: titled('nothing'), changes: { title: 'x' } }),
  write({ operation: 'delete', filters: titled('lunch') }),
  write({ operation: 'undo' }),
  write({ operation: 'delete', filters: titled('lunch'), soft: false }),
  analyze({ type: 'conflicts', scope: { when: 'next 7 days' } }),
  analyze({ type: 'availability', scope: { when: 'tomorrow' }, params: { durationMinutes: 60 } }),
  analyze({ type: 'time_stats', scope: { when: 'next week' } }),
  tool('search', { query: 'dentist' }),
  tool('fetch', { id: 'nope' }),
  tool('nope', {}),
  (client) => client.readResource({ uri: 'calendar://agenda/tomorrow' }),
  (client) => client.readResource({ uri: 'calendar://elsewhere' }),
  (client) =>
    client.complete({
      ref: { type: 'ref/prompt', name: 'plan_my_week' },
      argument: { name: 'when', value: 'next w' },
    }),
];

/** What a step comes to, without what is drawn by chance, and without what a revision adds to every result. */
async function outcomeOf(step: Step, client: AnyClient): Promise<unknown> {
  const result = await step(client).catch(({ code, message }) => ({
    code: code === -32602 || code === -32002 ? 'refused' : code,
    message: String(message).replace(/^MCP error -\d+: /, ''),
  }));
  return steady(result);
}

/** Drawn by chance or from the clock, or the revision's own. */
const PASSING = new Set([
  ...['undoToken', 'confirmToken', 'token', 'requestId', 'expiresAt'],
  ...['_meta', 'ttlMs', 'cacheScope', 'resultType', 'execution'],
]);

function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value === 'string' && value.startsWith('{"')) return steady(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => !PASSING.has(name) && member !== undefined,
  );
  return Object.fromEntries(members.map(([name, member]) => [name, steady(member)]));
}

describe('one script of 31 calls', () => {
  it('has the same results in each revision over each transport', async () => {
    expect(SCRIPT).toHaveLength(31);
    const results = new Map<string, unknown[]>();
    for (const [name, open] of WAYS) {
      const box = sandbox();
      atEnd(box.remove);
      const client = await open(box);
      expect(name).toContain(client.revision);
      const outcomes: unknown[] = [];
      for (const step of SCRIPT) outcomes.push(await outcomeOf(step, client));
      await client.close();
      results.set(name, outcomes);
    }
    const [first = [], ...others] = results.values();
    for (const outcomes of others) {
      for (const [at, outcome] of outcomes.entries()) expect([at, outcome]).toEqual([at, first[at]]);
    }
  });
});
