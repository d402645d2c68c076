// @module-tag slow
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Success } from '../../schemas/answers/success.js';
import type { Backend } from '../../src/ports/backend.js';
import { deskOver, event, ics, serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { failureOf } from '../thrown.js';
import { feedAndWork, single } from './bombs.js';
import { onSlowMachine } from './turns-during.js';

const never = (n: number, rule: string): string[] =>
  event(
    `UID:never-${n}@x`,
    `SUMMARY:Never ${n}`,
    'DTSTART:20260101T100000Z',
    'DURATION:PT1H',
    `RRULE:${rule}`,
  );
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const each = (count: number, rule: string) => numbers(count).map((n) => ics(...never(n, rule)));
const FEBRUARY_30 = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
const SUNDAYS = 'FREQ=DAILY;INTERVAL=7;BYDAY=SU';
/** These decide by what is answered, however slow the machine is. */
const PATIENT = { deadlines: { read: 1000, write: 1000 } };
const all = { type: 'events', filters: { when: 'any' } };
/** Feed with one object of many series, as a CalDAV server may have it, and Work. */
function inOneObject(...events: readonly string[]): Backend {
  const memory = feedAndWork([]);
  const scan: Backend['scan'] = async (call, request) => {
    const { objects, ...rest } = await memory.scan(call as Parameters<typeof memory.scan>[0], request);
    const many = ics(...events);
    return {
      ...rest,
      objects: objects.map((one) => (one.ics.includes('In the feed') ? { ...one, ics: many } : one)),
    };
  };
  return Object.assign<Backend, Partial<Backend>>(Object.create(memory), { scan });
}
const signal = new AbortController().signal;

const sourceOf = ({ meta }: Success) => meta.sources?.[0];

describe.each([
  ['60 on 30 February', each(60, FEBRUARY_30)],
  ['60 on the Sundays among Thursdays', each(60, SUNDAYS)],
])('series that never match, %s', (_, objects) => {
  const d = deskOver([feedAndWork(objects)], PATIENT);

  it('are answered whole by each call', async () => {
    const listed = await d.read({ query: { ...all, limit: 1, fields: ['title'] } });
    expect(listed.meta).toMatchObject({ total: 62 });
    expect(listed.meta.sources).toBeUndefined();
    expect(
      (await d.read({ query: { type: 'events', expand: false, limit: 1 } })).meta.sources,
    ).toBeUndefined();
    expect((await d.search('Never 7')).results.length).toBeGreaterThan(0);
    const { data, meta } = await d.analyze({ analysis: { type: 'recurring_events' } });
    expect(data.total ?? (data.series as unknown[]).length).toBeGreaterThan(0);
    expect(meta.sources).toBeUndefined();
    const [id] = (listed.data.events as { id: string }[]).map((row) => row.id);
    expect((await d.fetch(id ?? '')).text).toContain('Never');
  });
});

it('another caller is answered while 150 series of one object are worked out', async () => {
  onSlowMachine();
  const service = serviceOver([inOneObject(...numbers(150).flatMap((n) => never(n, FEBRUARY_30)))], PATIENT);
  const ended: string[] = [];
  const first = service.read({ query: all }, { signal }).then(() => ended.push('all of them'));
  await new Promise((resolve) => setImmediate(resolve));
  const query = { type: 'events', filters: { calendar: 'Work', when: 'this week' } };
  const second = service.read({ query }, { signal }).then(() => ended.push('the other'));
  await Promise.all([first, second]);
  expect(ended).toEqual(['the other', 'all of them']);
});

it('a series that takes too long is named, and the others of its object are read', async () => {
  // Its starts are a minute and a day apart, and need steps for each minute of a day.
  const long = never(0, 'FREQ=SECONDLY;INTERVAL=120;BYSECOND=30');
  const d = deskOver([inOneObject(...long, ...never(1, FEBRUARY_30))]);
  const answer = await d.read({ query: { ...all, filters: { when: 'any', title: 'Never' } } });
  expect(answer.data.events).toMatchObject([{ title: 'Never 1' }]);
  const [problem, ...others] = sourceOf(answer)?.problems ?? [];
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: 'EXPANSION_LIMIT' });
  expect((await d.fetch(problem?.ref ?? '').catch((error) => error)).code).not.toBe('INVALID_ID');
});

describe('the deadline', () => {
  afterEach(() => void vi.useRealTimers());

  /** Three events, of which the second takes so long to read. */
  function slow(seconds: number): Backend {
    const memory = createMemoryBackend({
      name: 'test',
      calendars: [{ name: 'Feed', objects: [single('First'), single('Second'), single('Third')] }],
    });
    let isRead = false;
    const scan: Backend['scan'] = async (call, request) => {
      const result = await memory.scan(call as Parameters<typeof memory.scan>[0], request);
      const [first, second, ...others] = result.objects;
      if (first === undefined || second === undefined) throw new Error('no objects');
      const slowly = {
        ...second,
        get ics() {
          if (!isRead) vi.advanceTimersByTime(seconds * 1000);
          isRead = true;
          return second.ics;
        },
      };
      return { ...result, objects: [first, slowly, ...others] };
    };
    return Object.assign<Backend, Partial<Backend>>(Object.create(memory), { scan });
  }

  it('ends the reading of events: what was read is answered, the rest named', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const answer = await deskOver([slow(9.5)], { deadlines: { read: 10, write: 20 } }).read({ query: all });
    expect(answer.data.events).toMatchObject([{ title: 'First' }]);
    expect(sourceOf(answer)).toMatchObject({
      unreadable: 2,
      problems: [{ code: 'TIMEOUT' }, { code: 'TIMEOUT' }],
    });
  });

  it('ends a call that works out its answer, and says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const read = deskOver([slow(11)], { deadlines: { read: 10, write: 20 } }).read({ query: all });
    const error = await failureOf(read);
    expect(error).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('worked out') });
  });

  it('keeps nothing of a call that has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const d = deskOver([feedAndWork([])]);
    await d.read({ query: all });
    const data = { title: 'New', start: '2026-11-25T10:00', durationMinutes: 30, calendar: 'Work' };
    await d.write({ mutation: { operation: 'create', data } });
    expect(vi.getTimerCount()).toBe(0);
  });
});
