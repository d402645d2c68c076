import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { caldavTarget } from '../../../compilers/targets/caldav/caldav-target.js';
import { multigetBody, uidQueryBody } from '../../../compilers/targets/caldav/report-body.js';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import { readXml } from '../../../src/backends/caldav/dav/xml-document.js';

const calendar = { id: 'c', href: 'https://dav.example.com/cal/' };
const at = (text: string): number => Date.parse(text);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu;
const WEEK: Range = { from: at('2026-11-23T00:00:00Z'), to: at('2026-11-30T00:00:00Z') };

function timeRange(range: Range, pushed: readonly Predicate[] = []): string {
  const call = caldavTarget.compileRead({ range, pushed, residual: EVERYTHING }, calendar);
  if (call.kind !== 'query') throw new Error('expected a query');
  return /<C:time-range[^>]*>/.exec(call.body)?.[0] ?? '';
}

describe('a query', () => {
  it('asks for ETag and text of VEVENT objects, with a day more on each side', () => {
    const call = caldavTarget.compileRead({ range: WEEK, pushed: [], residual: EVERYTHING }, calendar);
    expect(call).toEqual({
      kind: 'query',
      calendar,
      depth: 1,
      body:
        '<?xml version="1.0" encoding="utf-8"?>\n' +
        '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">' +
        '<D:prop><D:getetag/><C:calendar-data/></D:prop>' +
        '<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">' +
        '<C:time-range start="20261122T000000Z" end="20261201T000000Z"/>' +
        '</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>',
    });
  });

  it('leaves open what is open', () => {
    expect(timeRange(ALL_TIME)).toBe('');
    expect(timeRange({ ...ALL_TIME, to: WEEK.to })).toBe('<C:time-range end="20261201T000000Z"/>');
  });

  it('is not narrowed where servers no longer know series', () => {
    expect(timeRange({ from: at('2040-01-01'), to: at('2040-01-02') })).toBe('');
    expect(timeRange({ from: WEEK.from, to: at('2040-01-01') })).toBe('');
    expect(timeRange({ from: WEEK.from, to: ALL_TIME.to })).toBe('');
  });

  it('is narrowed by the times that were pushed', () => {
    const when: Predicate = { kind: 'time', field: 'when', from: at('2026-11-25'), to: at('2026-11-26') };
    const start: Predicate = { kind: 'time', field: 'start', from: at('2026-11-24') };
    const end: Predicate = { kind: 'time', field: 'end', to: at('2026-11-27') };
    const created: Predicate = { kind: 'time', field: 'created', from: at('2026-11-29') };
    const narrowed = '<C:time-range start="20261124T000000Z" end="20261127T000000Z"/>';
    expect(timeRange(WEEK, [when, start, end, created])).toBe(narrowed);
    expect(timeRange(ALL_TIME, [when])).toBe(narrowed);
  });

  it('never has an empty or inverted range, and always covers what was asked', () => {
    const instant = fc.integer({ min: ALL_TIME.from, max: ALL_TIME.to });
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        if (a === b) return;
        const range = { from: Math.min(a, b), to: Math.max(a, b) };
        const text = timeRange(range);
        const bound = (name: string): string | undefined =>
          new RegExp(`${name}="(\\d{8}T\\d{6}Z)"`).exec(text)?.[1];
        const stamp = (value: number): string => new Date(value).toISOString().replace(/[-:]|\.\d+/g, '');
        const [start, end] = [bound('start'), bound('end')];
        if (start !== undefined) expect(start <= stamp(range.from)).toBe(true);
        if (end !== undefined) expect(end >= stamp(range.to)).toBe(true);
        if (start !== undefined && end !== undefined) expect(start < end).toBe(true);
      }),
    );
  });
});

describe('verdicts', () => {
  const time = (field: 'when' | 'start' | 'end' | 'created' | 'updated'): Predicate => ({
    kind: 'time',
    field,
  });
  it.each<[Predicate, string]>([
    [time('when'), 'inexact'],
    [time('start'), 'inexact'],
    [time('end'), 'inexact'],
    [time('created'), 'unsupported'],
    [time('updated'), 'unsupported'],
    [{ kind: 'calendar', op: 'any', names: ['x'] }, 'unsupported'],
    [{ kind: 'text', fields: ['title'], op: 'contains', value: 'x' }, 'unsupported'],
    [{ kind: 'not', of: time('when') }, 'unsupported'],
    [{ kind: 'or', of: [time('when')] }, 'unsupported'],
    [{ kind: 'id', ids: ['x'] }, 'unsupported'],
    [{ kind: 'status', values: ['confirmed'] }, 'unsupported'],
  ])('%j: %s', (predicate, verdict) => {
    expect(caldavTarget.capabilities.pushdown(predicate)).toBe(verdict);
  });
});

describe('bodies', () => {
  it('hold any text as well-formed XML', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const sent = async (body: string): Promise<string> => {
          let found = '';
          await readXml(body, (element) => {
            if (/\}(?:href|text-match)$/.test(element.name)) found = element.text;
            return false;
          });
          return found;
        };
        const allowed = text.replace(NOT_XML, '');
        const normal = allowed.replace(/\r\n?/g, '\n');
        expect(await sent(multigetBody([text]))).toBe(normal);
        expect(await sent(uidQueryBody(text))).toBe(normal);
      }),
    );
  });
});
