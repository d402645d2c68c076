import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../thrown.js';
import { type Desk, desk, event, ics } from '../../service-on-memory.js';

const LUNCH = ['UID:lunch@x', 'SUMMARY:Lunch', 'DTSTART:20261125T110000Z', 'DTEND:20261125T120000Z'];
const FAIR = ['UID:fair@x', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261205'];
const BROKEN = ['UID:broken@x', 'SUMMARY:Broken', 'DTSTART:20261125T110000Z', 'DTEND:20261125T100000Z'];

const take = (on: Desk, text: string, more: object = {}) =>
  on.write({ mutation: { operation: 'import', ics: text, calendar: 'Home', ...more } });

async function titles(on: Desk): Promise<unknown[]> {
  const filters = { when: { between: ['2026-11-01', '2026-12-31'] }, calendar: 'Home' };
  const { data } = await on.read({ query: { type: 'events', filters } });
  return (data.events as { title: string }[]).map(({ title }) => title);
}

describe('a text with a method', () => {
  it.each(['REQUEST', 'PUBLISH', 'publish'])('%s is stored without it', async (method) => {
    const on = desk();
    await take(on, ics(`METHOD:${method}`, ...event(...LUNCH)));
    expect(await titles(on)).toEqual(['Lunch']);
  });

  it.each(['CANCEL', 'REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH', 'ADD', 'cancel'])(
    '%s is refused, and says what to do',
    async (method) => {
      const on = desk();
      const { data } = await take(on, ics(...event(...LUNCH)));
      const [{ id }] = data.events as [{ id: string }];
      const message = ics(`METHOD:${method}`, ...event(...LUNCH, 'STATUS:CANCELLED'));
      const error = await failureOf(take(on, message));
      expect([error.code, error.info.path, error.info.outcome]).toEqual([
        'INVALID_ARGUMENT',
        '/mutation/ics',
        'not_applied',
      ]);
      expect(error.info.suggestion).toBeTruthy();
      expect(error.info.details).toEqual({ ids: [id] });
      expect(await titles(on)).toEqual(['Lunch']);
    },
  );
});

describe('a text', () => {
  it('with more than events and tasks says what is left out, by kind', async () => {
    const parts = ['VJOURNAL', 'VJOURNAL', 'VFREEBUSY', 'X-THING'];
    const others = parts.flatMap((name, n) => [`BEGIN:${name}`, `UID:${n}@x`, `END:${name}`]);
    const { meta } = await take(desk(), ics(...event(...LUNCH), ...others));
    expect(meta.notes).toEqual([
      'Left out, as only events and tasks are imported: 2 journal entries, 1 free/busy entry, 1 other entry.',
    ]);
  });

  it('with lines that cannot be read, or copies, says which events have lost them', async () => {
    const on = desk();
    const odd = ['item1.ATTENDEE:mailto:ann@x.org', 'ATTENDEE ;CN=Bob:mailto:bob@x.org', '', 'Bring a cake'];
    const { meta, data } = await take(
      on,
      ics(
        ...event(...LUNCH, ...odd),
        ...event(...FAIR, 'SEQUENCE:1'),
        ...event(...FAIR),
        ...event('UID:new@x', 'SUMMARY:New', 'DTSTART:20261127T110000Z'),
      ),
    );
    expect(data.imported).toBe(3);
    expect(meta.notes).toEqual([
      'Left out: 1 line that is not valid iCalendar (events 1).',
      'Left out: 1 older copy of an event (events 2).',
    ]);
    const again = await take(on, ics(...event(...LUNCH, ...odd)));
    expect(again.meta.notes).toBeUndefined();
  });

  it('with another version of an event leaves that as it is, and says what differs', async () => {
    const on = desk();
    const { data: first } = await take(on, ics(...event(...LUNCH), ...event(...FAIR)));
    const [lunch, fair] = (first.events as { id: string }[]).map(({ id }) => id);
    const moved = LUNCH.map((line) => line.replace('T12', 'T13').replace('Lunch', 'Long lunch'));
    const text = ics(
      ...event(...moved),
      ...event(...FAIR, 'X-MINE:1'),
      ...event('UID:new@x', ...FAIR.slice(1)),
    );
    const { data, meta } = await take(on, text);
    expect(data).toMatchObject({
      imported: 0,
      different: [
        { position: 1, id: lunch, differs: ['title', 'end'] },
        { position: 2, id: fair, differs: ['other'] },
      ],
      possibleDuplicates: [{ position: 3, id: fair }],
    });
    expect(data).not.toHaveProperty('skipped');
    expect(meta.notes).toContainEqual(expect.stringContaining('another version'));
    expect(await titles(on)).toEqual(['Lunch', 'Fair']);
  });

  it('with a fault is refused as a whole if it is to be all or nothing', async () => {
    const on = desk();
    const error = await failureOf(take(on, ics(...event(...LUNCH), ...event(...BROKEN)), { atomic: true }));
    expect(error.info).toMatchObject({ outcome: 'not_applied', details: { position: 2, failed: 1 } });
    expect(await titles(on)).toEqual([]);
  });
});

describe('a hostile text', () => {
  const around = (inside: string) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', inside, 'END:VCALENDAR', ''].join('\r\n');
  const many = (count: number) =>
    around(
      Array.from({ length: count }, (_, n) => event(`UID:${n}@x`, ...LUNCH.slice(1)).join('\r\n')).join(
        '\r\n',
      ),
    );

  it.each<[string, string]>([
    ['of 5,000 events', many(5000)],
    ['that never closes', around('BEGIN:VEVENT\r\n'.repeat(50_000))],
    ['of begins', 'BEGIN:VCALENDAR\r\n'.repeat(50_000)],
    ['of nulls', '\0'.repeat(100_000)],
  ])('%s is refused as one', async (_, text) => {
    const on = desk();
    const error = await failureOf(take(on, text));
    expect(error.info).toMatchObject({ path: '/mutation/ics', outcome: 'not_applied' });
    expect(error.info.suggestion).toBeTruthy();
    expect(await titles(on)).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['a line of 900,000 characters', [`DESCRIPTION:${'x'.repeat(900_000)}`]],
    ['control characters', ['DESCRIPTION:a\0b\x07c\x1b[31m', 'X-A;CN="\x01":\x02']],
    ['a rule of every second', ['RRULE:FREQ=SECONDLY']],
    ['a rule that never comes', ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31']],
    ['an absurd count', ['RRULE:FREQ=DAILY;COUNT=999999999999;INTERVAL=99999999']],
    ['a rule of nonsense', ['RRULE:FREQ=NEVER;BYDAY=XX']],
    ['ten thousand exceptions', [`EXDATE:${Array(10_000).fill('20261125T110000Z').join(',')}`]],
  ])('with %s does no harm to the event beside it', async (_, lines) => {
    const on = desk();
    const { data } = await take(on, ics(...event(...LUNCH, ...lines), ...event(...FAIR)));
    expect(['applied', 'partly_applied']).toContain(data.outcome);
    const failed = (data.failed ?? []) as unknown[];
    expect(Number(data.imported) + failed.length).toBe(2);
    expect(await titles(on)).toContain('Fair');
  });
});
