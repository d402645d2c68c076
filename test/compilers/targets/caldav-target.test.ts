import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import type { CalendarPatch } from '../../../compilers/pushdown/target.js';
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

describe('a change', () => {
  const href = `${calendar.href}one.ics`;
  const etag = '"version"';
  const body = 'BEGIN:VCALENDAR';
  const type = { 'Content-Type': 'text/calendar; charset=utf-8' };
  const guard = { kind: 'etag', etag };
  const compile = caldavTarget.compileWrite;

  it('stores a new object where there is none', () => {
    const patch = { kind: 'create', calendar, uid: 'u', ics: body, silent: true } as const;
    expect(compile(patch, 'new one.ics')).toEqual({
      kind: 'create',
      method: 'PUT',
      calendar,
      href: 'https://dav.example.com/cal/new%20one.ics',
      headers: { ...type, 'If-None-Match': '*' },
      body,
      uid: 'u',
      silent: true,
    });
  });

  it('replaces and deletes only the version that was read', () => {
    expect(compile({ kind: 'replace', calendar, href, etag, ics: body }, 'unused')).toEqual({
      kind: 'replace',
      method: 'PUT',
      calendar,
      href,
      headers: { ...type, 'If-Match': etag },
      body,
      guard,
      silent: false,
    });
    expect(compile({ kind: 'delete', calendar, href, etag }, 'unused')).toEqual({
      kind: 'delete',
      method: 'DELETE',
      calendar,
      href,
      headers: { 'If-Match': etag },
      guard,
    });
  });

  it('moves only the version that was read, to where nothing is', () => {
    const to = { id: 'd', href: 'https://dav.example.com/other/' };
    const destination = 'https://dav.example.com/other/one.ics';
    expect(compile({ kind: 'move', calendar, href, etag, to, ics: body }, 'one.ics')).toEqual({
      kind: 'move',
      method: 'MOVE',
      calendar,
      href,
      to,
      destination,
      headers: { Destination: destination, Overwrite: 'F', 'If-Match': etag },
      guard,
      body,
    });
  });
});

describe('a change of a calendar', () => {
  const compile = (patch: CalendarPatch) => caldavTarget.compileCalendarWrite?.(patch, 'choir');
  const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
  const NAMESPACES =
    'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"';

  it('makes one with all its labels, for events or for tasks', () => {
    const labels = { name: 'Choir & <b>', color: '#3366cc', description: ']]> "loud"' };
    const props =
      '<D:displayname>Choir &amp; &lt;b&gt;</D:displayname><A:calendar-color>#3366CCFF</A:calendar-color>' +
      '<C:calendar-description>]]&gt; &quot;loud&quot;</C:calendar-description>';
    const bodyFor = (properties: string, component: string) =>
      `${XML}<C:mkcalendar ${NAMESPACES}><D:set><D:prop>${properties}<C:supported-calendar-component-set>` +
      `<C:comp name="${component}"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>`;
    expect(compile({ kind: 'create-calendar', labels })).toEqual({
      kind: 'create-calendar',
      method: 'MKCALENDAR',
      folderName: 'choir',
      labels,
      body: bodyFor(props, 'VEVENT'),
    });
    expect(compile({ kind: 'create-calendar', labels: { name: 'Garden', holds: ['VTODO'] } })).toMatchObject({
      body: bodyFor('<D:displayname>Garden</D:displayname>', 'VTODO'),
    });
  });

  it('sets labels and removes empty ones', () => {
    const labels = { name: 'Band', color: '', description: 'Loud' };
    expect(compile({ kind: 'update-calendar', calendar, labels })).toEqual({
      kind: 'update-calendar',
      method: 'PROPPATCH',
      calendar,
      labels,
      body:
        `${XML}<D:propertyupdate ${NAMESPACES}><D:set><D:prop><D:displayname>Band</D:displayname>` +
        '<C:calendar-description>Loud</C:calendar-description></D:prop></D:set>' +
        '<D:remove><D:prop><A:calendar-color/></D:prop></D:remove></D:propertyupdate>',
    });
    expect(compile({ kind: 'update-calendar', calendar, labels: { description: '' } })).toMatchObject({
      body:
        `${XML}<D:propertyupdate ${NAMESPACES}>` +
        '<D:remove><D:prop><C:calendar-description/></D:prop></D:remove></D:propertyupdate>',
    });
    expect(compile({ kind: 'delete-calendar', calendar, withEvents: true })).toEqual({
      kind: 'delete-calendar',
      method: 'DELETE',
      calendar,
      withEvents: true,
    });
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
