// @module-tag slow
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { deskOver, event, ics, serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend, type MemoryCalendar } from '../reference/memory-backend.js';
import { call, connect } from '../server/connect.js';
import { single } from './bombs.js';

interface Read {
  readonly data: Record<string, unknown>;
  readonly meta: {
    readonly total: number;
    readonly returned?: number;
    readonly nextOffset?: number;
    readonly notes?: readonly string[];
  };
}

const lots = (count: number, ...more: readonly string[]): string[] =>
  Array.from({ length: count }, (_, n) =>
    ics(
      ...event(
        `UID:e${n}@x`,
        `SUMMARY:Event ${n}`,
        `DTSTART:202611${24 + (n % 6)}T${String(n % 24).padStart(2, '0')}0000Z`,
        'DURATION:PT5M',
        ...more,
      ),
    ),
  );
const account = (...calendars: readonly MemoryCalendar[]) => createMemoryBackend({ name: 'test', calendars });
const long = (count: number) => 'x'.repeat(count);

const rowsIn = (text: string) => text.split('\n').filter((line) => line.includes(' | '));

const uidsIn = (read: readonly Read[]) =>
  read.flatMap(({ data }) => String(data.ics).match(/^UID:.*(?=\r)/gm) ?? []);

/** All pages of a question as a client gets them. */
async function pages(objects: readonly string[], query: Record<string, unknown>): Promise<Read[]> {
  const { client } = await connect(serviceOver([account({ name: 'Work', objects })]));
  const answers: Read[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = answers.at(-1)?.meta.nextOffset) {
    const { failed, json } = await call(client, 'calendar_read', { query: { ...query, offset } });
    expect(failed).toBe(false);
    answers.push(json as unknown as Read);
  }
  return answers;
}

describe('an answer of more than about 10,000 tokens', () => {
  it.each(['json', 'agenda'])('is cut there as %s, and the next pages have the rest', async (format) => {
    const query = { type: 'events', limit: 500, format, fields: ['title', 'description'] };
    const read = await pages(lots(500, `DESCRIPTION:${long(300)}`), query);
    expect(read.length).toBeGreaterThan(3);
    const titles = read.flatMap(({ data, meta }) => {
      const rows = format === 'json' ? (data.events as unknown[]) : rowsIn(String(data.agenda));
      expect(JSON.stringify(data).length).toBeLessThan(80_000);
      expect(rows).toHaveLength(meta.returned ?? -1);
      expect(meta.total).toBe(500);
      return rows.map((row) => /Event \d+/.exec(JSON.stringify(row))?.[0]);
    });
    expect(new Set(titles).size).toBe(500);
    expect(read[0]?.meta.notes).toEqual([expect.stringContaining('"offset"')]);
  });

  it('is cut for busy times and for calendars too', async () => {
    const busy = await pages(
      Array.from({ length: 900 }, (_, n) =>
        ics(...event(`UID:b${n}@x`, `DTSTART:${stamp(n)}`, 'DURATION:PT5M')),
      ),
      { type: 'freebusy', filters: { when: 'next 30 days' } },
    );
    expect(busy.map(({ data }) => (data.busy as unknown[]).length).reduce((a, b) => a + b)).toBe(900);
    expect(busy.length).toBeGreaterThan(1);
    const calendars = Array.from({ length: 450 }, (_, n) => ({ name: `${n} ${long(300)}`, objects: [] }));
    const { client } = await connect(serviceOver([account(...calendars)]));
    const { json } = await call(client, 'calendar_read', { query: { type: 'calendars' } });
    expect(JSON.stringify(json).length).toBeLessThan(50_000);
    expect(json.meta).toMatchObject({ total: 450, nextOffset: expect.any(Number) });
  });
});

/** Every half hour from Tuesday on. */
function stamp(n: number): string {
  const at = new Date(Date.UTC(2026, 10, 24) + n * 1_800_000).toISOString();
  return at.replace(/[-:]|\.\d+/g, '');
}

describe('a row', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `ATTENDEE;CN=Guest ${n}:mailto:guest${n}@x.example`);
  const alarms = Array.from({ length: 300 }, (_, n) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${n + 1}M`,
    'END:VALARM',
  ]).flat();
  const huge = ics(
    ...event(
      'UID:huge@x',
      `SUMMARY:${long(100_000)}`,
      `LOCATION:${long(100_000)}`,
      `DESCRIPTION:${long(1_000_000)}`,
      `URL:https://x.example/${long(100_000)}`,
      `ORGANIZER;CN=${long(5000)}:mailto:o@x.example`,
      `CATEGORIES:${Array.from({ length: 3000 }, (_, n) => `tag${n}`).join(',')}`,
      'DTSTART:20261124T100000Z',
      'DTEND:20261124T110000Z',
      ...many,
      ...alarms,
    ),
  );

  it('has room for everything, and says what it leaves out', async () => {
    const fields = ['title', 'location', 'description', 'url', 'organizer', 'tags', 'attendees', 'reminders'];
    const d = deskOver([account({ name: 'Work', objects: [huge] })]);
    const { data } = await d.read({ query: { type: 'events', fields } });
    const [row] = data.events as readonly Record<string, unknown>[];
    expect(JSON.stringify(row).length).toBeLessThan(60_000);
    expect(row?.leftOut).toEqual({ attendees: 4900, tags: 2900, reminders: 200 });
    expect(row?.attendees).toHaveLength(100);
    expect(row?.title).toMatch(/^x{500}… \[cut here; 100000 characters in all/);
  });

  it('is as small in search, fetch, analyses and what was undone', async () => {
    const d = deskOver([account({ name: 'Work', objects: [huge, single('Other')] })]);
    const { results } = await d.search('guest17');
    expect(JSON.stringify(results).length).toBeLessThan(1000);
    expect(JSON.stringify(await d.fetch('huge@x')).length).toBeLessThan(50_000);
    const { data } = await d.analyze({ analysis: { type: 'conflicts', scope: { when: 'tomorrow' } } });
    expect(JSON.stringify(data).length).toBeLessThan(10_000);
    const stats = {
      type: 'time_stats',
      scope: { when: 'tomorrow' },
      params: { groupBy: 'person', limit: 500 },
    };
    expect(JSON.stringify((await d.analyze({ analysis: stats })).data).length).toBeLessThan(100_000);
    await d.write({ mutation: { operation: 'delete', id: 'huge@x' } });
    const undone = await d.write({ mutation: { operation: 'undo' } });
    expect(JSON.stringify(undone).length).toBeLessThan(5000);
  });
});

describe('the name of a calendar', () => {
  it('is cut in every row, and the short one is enough to ask for it', async () => {
    const d = deskOver([account({ name: `Team ${long(100_000)}`, objects: [single('Standup')] })]);
    const { data } = await d.read({ query: { type: 'events' } });
    const [{ calendar }] = data.events as [{ calendar: string }];
    expect(calendar).toHaveLength(200);
    const again = await d.read({ query: { type: 'events', filters: { calendar } } });
    expect(again.data.events).toMatchObject([{ title: 'Standup' }]);
    const wrong = d.read({ query: { type: 'events', filters: { calendar: 'Teem' } } });
    expect(JSON.stringify(await wrong.catch((error: unknown) => error)).length).toBeLessThan(2000);
  });

  it('is not told of thousands of calendars with each answer', async () => {
    const calendars = Array.from({ length: 1500 }, (_, n) => ({
      name: `Calendar ${n}`,
      objects: ['unreadable'],
    }));
    const d = deskOver([account(...calendars)]);
    const { meta } = await d.read({ query: { type: 'events' } });
    expect((meta.sources as unknown[]).length).toBeLessThanOrEqual(100);
    expect(meta.notes).toContain('100 of 1500 calendars are named.');
  });
});

describe('an export', () => {
  it('ends after a million characters, and goes on at the next offset', async () => {
    const objects = lots(300, `DESCRIPTION:${long(10_000)}`);
    const d = deskOver([account({ name: 'Work', objects })]);
    const read: Read[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; offset = read.at(-1)?.meta.nextOffset)
      read.push((await d.read({ query: { type: 'events', format: 'ics', offset } })) as unknown as Read);
    for (const { data } of read) expect(String(data.ics).length).toBeLessThan(1_050_000);
    expect(read.length).toBe(4);
    expect(uidsIn(read).sort()).toEqual(objects.map((_, n) => `UID:e${n}@x`).sort());
  });

  it('ends after about 10,000 tokens for a client, and each zone stands once in it', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Berlin',
      ...Array(200).fill('COMMENT:a long story'),
      'END:VTIMEZONE',
    ];
    const objects = Array.from({ length: 200 }, (_, n) =>
      ics(
        ...zone,
        ...event(
          `UID:e${n}@x`,
          'DTSTART;TZID=Berlin:20261124T100000',
          'DURATION:PT5M',
          `DESCRIPTION:${'word '.repeat(100)}`,
        ),
      ),
    );
    const read = await pages(objects, { type: 'events', format: 'ics' });
    for (const answer of read) expect(encode(JSON.stringify(answer)).length).toBeLessThan(11_000);
    expect(read.length).toBeLessThan(7);
    expect(uidsIn(read).sort()).toEqual(objects.map((_, n) => `UID:e${n}@x`).sort());
  });

  it('names an event that is larger, and has the others', async () => {
    const big = ics(
      ...event(
        'UID:big@x',
        'SUMMARY:Big',
        'DTSTART:20261124T100000Z',
        `DESCRIPTION:${long(900_000)}`,
        `COMMENT:${long(900_000)}`,
      ),
    );
    const [read] = await pages([big, ...lots(3)], { type: 'events', format: 'ics' });
    expect(String(read?.data.ics).match(/^UID:/gm)).toHaveLength(3);
    expect(read?.meta.notes).toEqual([
      expect.stringMatching(/^Left out because they are larger .*: \w{10}\.$/),
    ]);
  });
});
