// @module-tag slow
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backendOn, temporaryFolder } from '../backends/local/folder.js';
import { runs } from '../cases.js';
import { deskOver, event, ics } from '../engine/service-on-memory.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const COUNT = 5;
/** Hours ahead of UTC in these weeks, without a clock change. The asker is in Berlin. */
const HOURS = { 'Europe/Berlin': 1, 'Asia/Tokyo': 9, 'America/New_York': -5, UTC: 0, floating: 1 } as const;
const OFFSETS: Readonly<Record<string, number>> = HOURS;
const HERE = HOUR;

const FORMS = ['Europe/Berlin', 'Asia/Tokyo', 'America/New_York', 'UTC', 'floating', 'date'] as const;
type Form = (typeof FORMS)[number];
type Span = readonly [start: number, end: number];

const stamp = (wall: number) => new Date(wall).toISOString().replace(/[-:]|\.\d+/g, '');
const print = (at: number) => new Date(at + HERE).toISOString().slice(0, 16);

function line(name: string, at: number, form: Form): string {
  if (form === 'date') return `${name};VALUE=DATE:${stamp(at + HERE).slice(0, 8)}`;
  const text = stamp(at + (OFFSETS[form] ?? 0) * HOUR);
  if (form === 'UTC') return `${name}:${text}`;
  return `${form === 'floating' ? name : `${name};TZID=${form}`}:${text.slice(0, -1)}`;
}

/** The moment in a line of a stored event, parsed independently of the product. */
function moment(text: string, name: string): number | undefined {
  const [, params = '', value = ''] = new RegExp(`^${name}([^:]*):(.*)$`, 'm').exec(text) ?? [];
  const [, y, mo, d, h = '0', mi = '0', z = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?/.exec(value) ?? [];
  if (y === undefined) return undefined;
  const wall = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi));
  const zone = z === 'Z' ? 'UTC' : (/TZID=([^;]*)/.exec(params)?.[1] ?? 'floating');
  return wall - (OFFSETS[zone] ?? Number.NaN) * HOUR;
}

/** The stored occurrences: those of daily rules, and those with their own time. */
function storedIn(folder: string): readonly Span[] {
  const spans: Span[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ics'))) {
    const plain = readFileSync(join(folder, file), 'utf8')
      .replace(/\r\n[ \t]/g, '')
      .replace(/\r\n/g, '\n');
    const parts = plain.split('BEGIN:VEVENT').slice(1);
    const own = new Map<number, Span>();
    for (const part of parts) {
      const [key, from, to] = ['RECURRENCE-ID', 'DTSTART', 'DTEND'].map((name) => moment(part, name));
      if (key !== undefined) own.set(key, [from ?? Number.NaN, to ?? Number.NaN]);
    }
    for (const part of parts.filter((one) => !one.includes('RECURRENCE-ID'))) {
      const [from = Number.NaN, to = Number.NaN] = ['DTSTART', 'DTEND'].map((name) => moment(part, name));
      const count = Number(/RRULE:.*COUNT=(\d+)/.exec(part)?.[1] ?? 1);
      for (let at = 0; at < count; at++) {
        const start = from + at * DAY;
        spans.push(own.get(start) ?? [start, to + at * DAY]);
      }
    }
  }
  return inOrder(spans);
}

const inOrder = (spans: readonly Span[]) => [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);

const cases = fc.record({
  form: fc.constantFrom(...FORMS),
  isSeries: fc.boolean(),
  /** Minutes of the day in the asker's zone. */
  at: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  minutes: fc.integer({ min: 2, max: 12 }).map((quarters) => quarters * 15),
  to: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  extend: fc.constantFrom(undefined, -15, 10, 45),
  address: fc.constantFrom('id', 'filters', 'first', 'last', 'each'),
  scope: fc.constantFrom(undefined, 'this', 'following', 'all'),
  nth: fc.integer({ min: 0, max: COUNT - 1 }),
  more: fc.integer({ min: 0, max: 2 }),
});

it('times of day and extendMinutes mean the same by every address, in every form and scope', async () => {
  await fc.assert(
    fc.asyncProperty(
      cases,
      async ({ form, isSeries, at, minutes, to, extend, address, scope: said, nth, more }) => {
        const isDate = form === 'date';
        const first = Date.parse('2026-11-25T00:00Z') - HERE + (isDate ? 0 : at * MINUTE);
        const length = isDate ? DAY : minutes * MINUTE;
        const lines = [line('DTSTART', first, form), line('DTEND', first + length, form)];
        const rule = isSeries ? [`RRULE:FREQ=DAILY;COUNT=${COUNT}`] : [];
        const folder = temporaryFolder();
        const work = join(folder, 'Work');
        mkdirSync(work);
        writeFileSync(join(work, 'a.ics'), ics(...event('UID:a@x', 'SUMMARY:Thing', ...lines, ...rule)));
        const d = deskOver([backendOn(folder)]);

        const count = isSeries ? COUNT : 1;
        const before = Array.from(
          { length: count },
          (_, n): Span => [first + n * DAY, first + n * DAY + length],
        );
        expect(storedIn(work)).toEqual(before);
        const low = isSeries ? nth : 0;
        const high = address === 'id' || address === 'filters' ? low : Math.min(count - 1, low + more);
        const [from = first, until = first] = [before[low]?.[0], before[high]?.[1]];
        const within = isDate
          ? { between: [print(from).slice(0, 10), print(until - DAY).slice(0, 10)] }
          : { between: [print(from), print(until)] };
        const filters = { title: 'thing', when: within };
        const query = { type: 'events', filters, fields: ['start'] };
        const shown = (await d.read({ query })).data.events as { id: string }[];
        expect(shown).toHaveLength(high - low + 1);

        const isEach = address === 'each';
        const scope = isSeries ? (isEach ? 'this' : (said ?? 'this')) : undefined;
        const changes = {
          ...(!isDate && { start: print(to * MINUTE - HERE).slice(11) }),
          ...(isDate ? { extendMinutes: 1440 } : extend !== undefined && { extendMinutes: extend }),
        };
        const where = {
          ...(address === 'id' ? { id: shown[0]?.id } : { filters }),
          ...((address === 'first' || address === 'last') && { pick: address }),
          ...(isEach && { each: true }),
          ...(scope !== undefined && (address === 'id' || said !== undefined) && { scope }),
        };
        const longer = isDate ? DAY : (extend ?? 0) * MINUTE;
        const moved = ([start, end]: Span, by: number): Span => [start + by, end + by + longer];
        const dayOf = (start: number) => Math.floor((start + HERE) / DAY) * DAY - HERE;
        const byOf = ([start]: Span) => (isDate ? 0 : dayOf(start) + to * MINUTE - start);
        const named = address === 'last' ? high : low;
        const by = byOf(before[named] ?? [0, 0]);
        const isMeant = (n: number) =>
          isEach
            ? n >= low && n <= high
            : scope === 'all' || (scope === 'following' ? n >= named : n === named);
        const expected = before.map((span, n) => (isMeant(n) ? moved(span, by) : span));

        const mutation = { operation: 'update', ...where, changes };
        if (isDate && isSeries && (scope === 'following' || scope === 'all')) return;
        const { data } = await d.write({ mutation });
        expect(storedIn(work)).toEqual(inOrder(expected));
        const answers = isEach
          ? (data.results as unknown as { event: { start: string } }[])
          : [data as { event: { start: string } }];
        const starts = expected
          .filter((_, n) => (isEach ? isMeant(n) : n === named))
          .map(([start]) => print(start));
        expect(answers.map((one) => one.event.start.slice(0, isDate ? 10 : 16))).toEqual(
          starts.map((start) => start.slice(0, isDate ? 10 : 16)),
        );
        if (data.undoToken === undefined) return;
        await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
        expect(storedIn(work)).toEqual(before);
      },
    ),
    { numRuns: runs(60) },
  );
});
