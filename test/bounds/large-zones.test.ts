// @module-tag slow
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebcalBackend } from '../../src/backends/webcal/webcal-backend.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { components, parseCalendar } from '../../src/calendar/text/component.js';
import { splitting } from '../../src/calendar/text/split-events.js';
import { finish } from '../../src/calendar/text/steps.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { zoneResolver } from '../../src/calendar/zones/zone-resolver.js';
import { backendOn, temporaryFolder } from '../backends/local/folder.js';
import { desk, deskOver } from '../engine/service-on-memory.js';
import { errorOf, failureOf } from '../thrown.js';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const zone = (tzid: string, ...more: readonly string[]): string[] => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...more],
  ...['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD'],
  'END:VTIMEZONE',
];
const events = (count: number, tzid: string): string[] =>
  numbers(count).flatMap((n) => [
    ...['BEGIN:VEVENT', `UID:${tzid}-${n}`, 'DTSTAMP:20261101T000000Z'],
    ...[`DTSTART;TZID=${tzid}:20261124T100000`, 'DURATION:PT1H', `SUMMARY:Event ${n}`, 'END:VEVENT'],
  ]);
const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

/** 3,000 lines of 100 characters, so that 300 events would be given 90 MB. */
const long = numbers(3000).map((n) => `X-${String(n).padStart(97, '0')}:`);
const SHAPES: readonly (readonly [string, string])[] = [
  ['lines of a zone', calendar(...zone('Own', ...long), ...events(300, 'Own'))],
  ['zones of one name', calendar(...numbers(2500).flatMap(() => zone('Own')), ...events(300, 'Own'))],
  [
    'single changes of a zone',
    calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100'],
      ...[
        'TZOFFSETTO:+0100',
        ...numbers(15_000).map(() => 'RDATE:19710101T000000'),
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
      ...events(300, 'Own'),
    ),
  ],
  ['lines of the calendar', calendar(...long, ...events(300, 'Own'))],
];

describe.each(SHAPES)('300 events among 300 kB of %s', (_, text) => {
  it('are not given copies of it', () => {
    expect(errorOf(() => finish(splitting(text))).code).toBe('INVALID_ICS');
  });
});

const [[, bomb = ''] = []] = SHAPES;

it('a local file of such events is named, and the others are answered', async () => {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'Work'));
  writeFileSync(join(dir, 'Work', 'bomb.ics'), bomb);
  writeFileSync(join(dir, 'Work', 'good.ics'), calendar(...events(1, 'Europe/Berlin')));
  const { data, meta } = await deskOver([backendOn(dir)]).read({ query: { type: 'events' } });
  expect(data.events).toHaveLength(1);
  expect(meta.sources).toMatchObject([{ calendar: 'Work', unreadable: 1 }]);
  expect(JSON.stringify(meta.sources)).toContain('too large for so many events');
});

it('a subscription of such events fails, and says why', async () => {
  const server = createServer((_, response) => response.end(bomb));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const feed = createWebcalBackend({
    name: 'feed',
    url: `http://127.0.0.1:${port}/a.ics`,
    allowPrivate: true,
  });
  const error = await failureOf(deskOver([feed]).read({ query: { type: 'events' } }));
  expect(error).toMatchObject({ code: 'INVALID_ICS', info: { suggestion: expect.any(String) } });
});

it('an import of them is refused as a whole', async () => {
  const d = desk();
  const work = d.write({ mutation: { operation: 'import', ics: bomb, calendar: 'Work' } });
  expect(await failureOf(work)).toMatchObject({ code: 'INVALID_ICS', info: { outcome: 'not_applied' } });
});

it('each event has the zones it names, wherever it names them, and no others', () => {
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;TZID=Third:20261124T090000', 'END:VALARM'];
  const text = calendar(
    ...['First', 'Second', 'Third', 'Fourth'].flatMap((tzid) => zone(tzid)),
    ...events(2, 'First').toSpliced(
      -1,
      0,
      'EXDATE;TZID="Second":20261125T100000',
      ...alarm,
      'COMMENT:Fourth',
    ),
  );
  const [one, two] = finish(splitting(text)).map(({ ics }) => ics.match(/(?<=^TZID:).*/gm));
  expect([one, two]).toEqual([['First'], ['First', 'Second', 'Third']]);
});

it('a zone of too many changes is taken as unknown, and said to be', () => {
  const rdates = (count: number) => numbers(count).map(() => 'RDATE:19710101T000000');
  const one = (count: number) =>
    readObject(calendar(...zone('Own').toSpliced(-2, 0, ...rdates(count)), ...events(1, 'Own')), zoneOf)
      .series[0]?.master?.span;
  expect(one(900)?.form.kind).toBe('zoned');
  expect(one(1100)?.form.kind).toBe('floating');
  expect(one(1100)?.notes.join()).toContain('not known');
});

it('of the zones of one object a hundred are read', () => {
  const text = calendar(...numbers(300).flatMap((n) => zone(`Z${n}`)), ...events(1, 'Z0'));
  const [whole] = components(parseCalendar(text), 'VCALENDAR');
  if (whole === undefined) throw new Error('no calendar');
  const resolve = zoneResolver(whole, zoneOf);
  const known = numbers(300).filter((n) => resolve(`Z${n}`).zone !== undefined);
  expect(known).toEqual(numbers(100));
  expect(resolve('Z7').zone).toBeDefined();
  expect(resolve('Z200').note).toContain('not known');
});
