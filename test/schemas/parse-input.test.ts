import { describe, expect, it } from 'vitest';
import { parseFetch, parseRead, parseSearch, parseWrite } from '../../schemas/parse/parse-input.js';
import { errorOf } from '../thrown.js';
import { events, paths } from './parsed-input.js';

describe('accepts', () => {
  it.each([
    { query: { type: 'events', filters: { when: 'today' }, limit: 25 } },
    JSON.stringify({ query: { type: 'events', filters: { when: 'today' }, limit: 25 } }),
    { query: JSON.stringify({ type: 'events', filters: { when: 'today' }, limit: 25 }) },
    { query: { type: 'events', filters: JSON.stringify({ when: 'today' }), limit: '25' } },
    { type: 'events', filters: { when: 'today' }, limit: 25 },
    { query: null, type: 'events', filters: { when: 'today' }, limit: 25, sort: null },
  ])('%j', (call) => {
    expect(parseRead(call)).toEqual({ type: 'events', filters: { when: 'today' }, limit: 25 });
  });

  it('JSON text for objects and lists inside filters, but not where text is meant', () => {
    expect(
      parseRead(events({ calendar: '{"any":["Work"]}', id: '["a","b"]', text: '{curly}', title: '[1]' })),
    ).toEqual({
      type: 'events',
      filters: { calendar: { any: ['Work'] }, id: ['a', 'b'], text: '{curly}', title: '[1]' },
    });
    expect(parseRead(events({ text: '{"other":"json"}' })).filters).toEqual({ text: '{"other":"json"}' });
    expect(parseRead(events({ OR: '[{"title":"a"},"{\\"title\\":\\"b\\"}"]' })).filters).toEqual({
      OR: [{ title: 'a' }, { title: 'b' }],
    });
  });

  it('numbers and booleans as text', () => {
    expect(
      parseRead(events({ allDay: 'true', durationMinutes: { min: '30' }, busy: 'False' })).filters,
    ).toEqual({
      allDay: true,
      durationMinutes: { min: 30 },
      busy: false,
    });
  });

  it('null as absent in data, as clear in changes', () => {
    expect(
      parseWrite({
        mutation: {
          operation: 'create',
          id: null,
          changes: null,
          data: {
            title: 'a',
            start: 'today',
            end: null,
            attendees: [{ email: 'ana@example.org', name: null }],
          },
        },
      }),
    ).toEqual({
      operation: 'create',
      data: { title: 'a', start: 'today', attendees: [{ email: 'ana@example.org' }] },
    });
    const changes = { title: null, location: null, recurrence: null, attendees: null, metadata: null };
    expect(parseWrite({ mutation: { operation: 'update', id: 'x', changes } })).toEqual({
      operation: 'update',
      id: 'x',
      changes,
    });
    const error = errorOf(() =>
      parseWrite({ mutation: { operation: 'update', id: 'x', changes: { end: null } } }),
    );
    expect(paths(error)).toEqual(['/mutation/changes/end']);
  });

  it('eight levels of logic, not nine', () => {
    const nested = (levels: number): unknown => (levels === 0 ? { title: 'x' } : { NOT: nested(levels - 1) });
    expect(() => parseRead(events(nested(8)))).not.toThrow();
    expect(errorOf(() => parseRead(events(nested(9)))).message).toContain('8 levels');
  });

  it('200 filters, not 201', () => {
    const many = (count: number) => events({ OR: Array.from({ length: count }, () => ({ title: 'x' })) });
    expect(() => parseRead(many(199))).not.toThrow();
    expect(errorOf(() => parseRead(many(200))).message).toContain('200');
  });

  it('search and fetch', () => {
    expect(parseSearch('{"query":" planning "}')).toEqual({ query: 'planning' });
    expect(parseFetch({ id: 'calendar-event-work-x-2026' })).toEqual({ id: 'calendar-event-work-x-2026' });
    expect(errorOf(() => parseSearch({ query: '' })).info.example).toEqual({ query: 'planning' });
    expect(errorOf(() => parseFetch({ ids: ['a'] })).info.example).toEqual({ id: 'a' });
  });
});

describe('survives', () => {
  it('a million levels, as text and as objects', () => {
    const text = `{"query":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    expect(errorOf(() => parseRead(text)).message).toContain('64 levels');
    let deep: unknown = { title: 'x' };
    for (let level = 0; level < 1_000_000; level += 1) deep = { NOT: deep };
    expect(errorOf(() => parseRead(events(deep))).message).toContain('64 levels');
    expect(errorOf(() => parseRead({ query: text.slice(0, 900_000) })).code).toBe('INVALID_ARGUMENT');
  });

  it('endless objects', () => {
    const loop: Record<string, unknown> = { type: 'events' };
    loop.filters = loop;
    expect(errorOf(() => parseRead({ query: loop })).message).toContain('64 levels');
  });

  it('more filters than are worth judging one by one', () => {
    const wrong = Array.from({ length: 40 }, () => ({
      or: Array.from({ length: 40 }, () => ({ titel: 5 })),
    }));
    const error = errorOf(() => parseRead(events({ AND: wrong })));
    expect(error.message).toContain('at most 200 parts');
    expect(error.info.violations).toHaveLength(1);
  });

  it('texts and calls that are too large', () => {
    expect(errorOf(() => parseRead(events({ title: 'x'.repeat(100_001) }))).info.path).toBe(
      '/query/filters/title',
    );
    expect(errorOf(() => parseRead(events({ title: 'x'.repeat(1_000_001) }))).message).toContain('1000000');
    expect(errorOf(() => parseRead('x'.repeat(2_000_000))).message).toContain('1000000');
    expect(
      errorOf(() => parseRead({ query: { type: 'events', fields: Array(1_000_000).fill('id') } })).message,
    ).toContain('values');
    const wide = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`key${index}`, 1]));
    expect(paths(errorOf(() => parseRead(events(wide))))).toHaveLength(20);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('the key %s', (key) => {
    const before = Object.keys(Object.prototype);
    const calls: unknown[] = [
      JSON.parse(`{"query":{"type":"events","filters":{"${key}":{"polluted":1}}}}`),
      `{"query":{"type":"events","${key}":{"polluted":1}}}`,
      { query: { type: 'events', filters: `{"${key}":{"polluted":1}}` } },
    ];
    for (const call of calls) expect(errorOf(() => parseRead(call)).code).toBe('INVALID_ARGUMENT');
    const metadata: unknown = JSON.parse(`{"${key}":"x"}`);
    errorOf(() =>
      parseWrite({ mutation: { operation: 'create', data: { title: 'a', start: 'b', metadata } } }),
    );
    expect(Object.keys(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
