import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calendarFile } from '../../../fixtures/corpora.js';
import { failureOf } from '../../../thrown.js';
import { type Desk, desk, event, ics } from '../../service-on-memory.js';

const take = (on: Desk, text: string) =>
  on.write({ mutation: { operation: 'import', ics: text, calendar: 'Home' } });

async function found(on: Desk, calendar = 'Home'): Promise<Record<string, unknown>[]> {
  const filters = { when: { between: ['2026-11-01', '2027-01-31'] }, calendar };
  const { data } = await on.read({ query: { type: 'events', filters } });
  return data.events as Record<string, unknown>[];
}

const fieldText = (name: string): string => readFileSync(calendarFile(`field/${name}.ics`), 'utf8');

/** Shown from a folder, and once refused by import. */
const READ = [
  '02-exdate-trailing-comma',
  '04-param-space-value',
  '04d-value-leading-space',
  '05-raw-newline-description',
  '07-icloud-structured-location',
  '15-cr-only',
  '15b-crcrlf',
  '19-unpadded-stamp',
  '53e-date-start-timed-end',
  '62b-rule-count-0',
  '62i-rule-lower-case',
  '63d-empty-properties',
  '81a-space-before-begin',
  '81f-indented-lines',
  '82b-trigger-oddities',
  '83c-start-with-colons',
  '83e-start-with-millis',
  '83g-two-dtstarts',
  '84a-date-with-dashes',
  '84c-iso-utc-with-tzid',
];

describe('what a folder shows', () => {
  it.each(READ)('%s can be imported and copied, and shows the same', async (name) => {
    const text = fieldText(name);
    const on = desk([text]);
    const there = await found(on, 'Work');
    await take(on, text);
    const same = there.map(({ title, start, end, description }) => ({ title, start, end, description }));
    expect(await found(on)).toMatchObject(JSON.parse(JSON.stringify(same)));
  });

  it.each(['05-raw-newline-description', '07-icloud-structured-location', '82b-trigger-oddities'])(
    '%s can be copied',
    async (name) => {
      const on = desk([fieldText(name)]);
      const [{ title }] = (await found(on, 'Work')) as [{ title: string }];
      await on.write({ mutation: { operation: 'copy', filters: { title }, changes: { calendar: 'Home' } } });
      expect(await found(on)).toMatchObject([{ title }]);
    },
  );

  it('is stored where an END is missing', async () => {
    const { data } = await take(desk(), fieldText('18-missing-end-vevent'));
    expect(data).toMatchObject({ imported: 3 });
  });

  it('is refused by its end where that is before its start', async () => {
    expect((await failureOf(take(desk(), fieldText('53g-negative')))).message).toMatch(/ends before/);
  });

  it('names the property that prevents it', async () => {
    const error = await failureOf(
      take(desk(), ics(...event('UID:a', 'DTSTART:20261126T090000Z', 'DURATION:P'))),
    );
    expect(error.message).toContain('DURATION');
  });
});

describe('a message about one occurrence of a series', () => {
  const SERIES = [
    'UID:stand@x',
    'SUMMARY:Stand',
    'DTSTART;TZID=Europe/Berlin:20261201T150000',
    'DURATION:PT30M',
    'RRULE:FREQ=DAILY;COUNT=5',
  ];
  const SENT = ['UID:stand@x', 'SUMMARY:Stand', 'DURATION:PT30M'];

  it.each([
    ['with its id', 'RECURRENCE-ID:20261204T140000Z', 'DTSTART:20261204T140000Z'],
    ['by its start', 'DTSTART;TZID=Europe/Berlin:20261204T150000'],
  ])('%s names the occurrence to delete', async (_, ...times) => {
    const on = desk([], [ics(...event(...SERIES))]);
    const error = await failureOf(take(on, ics('METHOD:CANCEL', ...event(...SENT, ...times))));
    const { ids } = error.info.details as { ids: string[] };
    expect(ids).toEqual([expect.stringMatching(/\/20261204T1500$/)]);
    await on.write({ mutation: { operation: 'delete', id: ids[0], scope: 'this' } });
    expect(await found(on)).toHaveLength(4);
  });

  it('names the occurrence to change, and advises nothing that would lose the others', async () => {
    const on = desk([], [ics(...event(...SERIES))]);
    const times = ['RECURRENCE-ID:20261203T140000Z', 'DTSTART:20261203T150000Z'];
    const { data, meta } = await take(on, ics('METHOD:REQUEST', ...event(...SENT, ...times)));
    expect(data.different).toEqual([
      {
        position: 1,
        id: expect.stringMatching(/\/20261203T1500$/),
        differs: expect.arrayContaining(['start']),
      },
    ]);
    expect(JSON.stringify(meta.notes)).not.toContain('delete');
  });
});

describe('a reminder at a fixed moment', () => {
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261124T073000Z', 'END:VALARM'];
  const pills = ics(
    ...event('UID:pills', 'SUMMARY:Pills', 'DTSTART:20261124T080000Z', 'RRULE:FREQ=DAILY;COUNT=9', ...alarm),
  );

  it.each(['this', 'following'])('goes along with a new title of %s', async (scope) => {
    const on = desk([], [pills]);
    const [{ id }] = (await found(on)).slice(3) as [{ id: string }];
    const { data } = await on.write({
      mutation: { operation: 'update', id, scope, changes: { title: 'Vitamins' } },
    });
    expect(data.changed).not.toHaveProperty('reminders');
    const query = { type: 'events', filters: { title: 'vitamins' }, fields: ['reminders'] };
    const { data: read } = await on.read({ query });
    expect((read.events as unknown[])[0]).toMatchObject({ reminders: [{ minutesBefore: 30 }] });
  });
});
