import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { objectPath } from '../../../compilers/targets/local/object-path.js';
import { createIcsBackend } from '../../../src/backends/local/ics-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { calendarOf, textOf, titled } from '../../conformance/events.js';
import { never, only, replace, required, scan, scanHrefs } from '../../conformance/subject.js';
import { temporaryFolder, withRightsOfOrdinaryUser } from './folder.js';
import { subjectOn } from './hostile-folder.js';

describe('files that are no events', () => {
  it('are named with a reason, and the others are served', async () => {
    const dir = temporaryFolder();
    const subject = await subjectOn(dir);
    const at = (name: string) => join(subject.folder, name);
    writeFileSync(at('good.ics'), titled('good', 'Good'));
    writeFileSync(at('empty.ics'), '');
    writeFileSync(at('garbage.ics'), Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919) % 251)));
    writeFileSync(at('words.ics'), 'Dear diary\n');
    writeFileSync(at('torn.ics'), titled('torn', 'Torn').slice(0, -60));
    writeFileSync(at('latin1.ics'), Buffer.from(titled('latin1', 'Müsli'), 'latin1'));
    writeFileSync(at('zeros.ics'), Buffer.alloc(4096));
    writeFileSync(at('undated.ics'), calendarOf('undated', ['SUMMARY:When?']));
    writeFileSync(at('huge.ics'), titled('huge', 'Huge'));
    truncateSync(at('huge.ics'), 100 * 1024 * 1024);
    mkdirSync(at('folder.ics'));
    execFileSync('mkfifo', [at('pipe.ics')]);
    writeFileSync(join(dir, 'outside.txt'), titled('outside', 'Secret'));
    symlinkSync(join(dir, 'outside.txt'), at('link.ics'));
    symlinkSync(at('loop.ics'), at('loop.ics'));
    const { objects, unreadable } = await scan(subject);
    expect(objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toEqual(['Good']);
    const reasons = Object.fromEntries(
      unreadable.map(({ href, reason }) => [objectPath(href)?.file.replace('.ics', ''), reason]),
    );
    expect(reasons).toEqual({
      empty: 'The file is empty.',
      garbage: 'The file is not UTF-8 text.',
      words: expect.stringContaining('BEGIN:VCALENDAR'),
      torn: expect.stringContaining('ends inside a component'),
      latin1: 'The file is not UTF-8 text.',
      zeros: expect.stringContaining('BEGIN:VCALENDAR'),
      undated: expect.any(String),
      huge: 'The file is larger than 10 MB.',
      folder: 'It is a folder, not a file.',
      pipe: 'It is not a regular file.',
      link: 'It is a symbolic link, not a file.',
      loop: 'It is a symbolic link, not a file.',
    });
  });

  it('are served once they are mended', async () => {
    const subject = await subjectOn(temporaryFolder());
    const path = join(subject.folder, 'one.ics');
    writeFileSync(path, titled('one', 'Breakfast').slice(0, -20));
    expect((await scan(subject)).unreadable).toHaveLength(1);
    writeFileSync(path, titled('one', 'Breakfast'));
    expect((await scan(subject)).unreadable).toEqual([]);
    expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe('Breakfast');
  });

  it('may be unreadable by their permissions', async () => {
    const subject = await subjectOn(temporaryFolder());
    writeFileSync(join(subject.folder, 'one.ics'), titled('one', 'Breakfast'));
    chmodSync(join(subject.folder, 'one.ics'), 0);
    const { objects, unreadable } = await withRightsOfOrdinaryUser(dirname(subject.folder), () =>
      scan(subject),
    );
    expect(objects).toEqual([]);
    expect(unreadable.map(({ reason }) => reason)).toEqual(['The file is not readable.']);
  });

  it('are not looked at when they are hidden or temporary', async () => {
    const subject = await subjectOn(temporaryFolder());
    for (const name of ['.hidden.ics', 'one.ics.tmp', 'one.tmp', 'displayname', 'notes.txt', '.ics']) {
      writeFileSync(join(subject.folder, name), titled(name, name));
    }
    expect(await scan(subject)).toEqual({ objects: [], unreadable: [], missing: [] });
  });
});

describe('the bytes of a file', () => {
  const title = 'Größe 日本 🧑‍🚀';

  it('may be folded within a character', async () => {
    const subject = await subjectOn(temporaryFolder());
    const flat = Buffer.from(titled('one', title).replace(/\r\n[ \t]/g, ''));
    const start = flat.indexOf('SUMMARY:');
    const end = flat.indexOf('\r\n', start);
    const folds = Array.from(flat.subarray(start, end), (byte) => Buffer.from([byte, 0x0d, 0x0a, 0x20]));
    const line = Buffer.concat(folds).subarray(0, -3);
    const path = join(subject.folder, 'one.ics');
    writeFileSync(path, Buffer.concat([flat.subarray(0, start), line, flat.subarray(end)]));
    const object = await only(subject);
    expect(textOf(object.ics, 'SUMMARY')).toBe(title);
    await replace(subject, object, object.ics);
    expect(textOf(readFileSync(path, 'utf8'), 'SUMMARY')).toBe(title);
  });

  it('may be UTF-16 with a byte order mark', async () => {
    const subject = await subjectOn(temporaryFolder());
    const little = Buffer.from(`\ufeff${titled('little', title)}`, 'utf16le');
    writeFileSync(join(subject.folder, 'little.ics'), little);
    const big = Buffer.from(`\ufeff${titled('big', title)}`, 'utf16le').swap16();
    writeFileSync(join(subject.folder, 'big.ics'), big);
    const { objects } = await scan(subject);
    expect(objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toEqual([title, title]);
  });

  it('come back as they are, with a byte order mark and bare line feeds', async () => {
    const subject = await subjectOn(temporaryFolder());
    const text = `\ufeff${titled('one', title).replace(/\r\n/g, '\n')}`;
    writeFileSync(join(subject.folder, 'one.ics'), text);
    expect((await only(subject)).ics).toBe(text);
  });
});

describe('a file of several events', () => {
  const zoned = ['DTSTART;TZID=Europe/Berlin:20260310T090000', 'DURATION:PT1H', 'SUMMARY:Zoned'];
  const text = [calendarOf('a', zoned), titled('b', 'Plain')]
    .join('')
    .replace(/END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:[^\r]*\r\n/, '');

  it('is read event by event, each with the zones it needs', async () => {
    const subject = await subjectOn(temporaryFolder());
    writeFileSync(join(subject.folder, 'export.ics'), text);
    const { objects } = await scan(subject);
    expect(objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toEqual(['Zoned', 'Plain']);
    expect(objects.map(({ ics }) => ics.includes('BEGIN:VTIMEZONE'))).toEqual([true, false]);
    const hrefs = objects.map(({ href }) => href);
    expect((await scanHrefs(subject, hrefs)).objects).toEqual(objects);
  });

  it('is never written', async () => {
    const subject = await subjectOn(temporaryFolder());
    writeFileSync(join(subject.folder, 'export.ics'), text);
    const [object] = (await scan(subject)).objects;
    const { href, etag } = required(object);
    const attempt = async () => replace(subject, { href, etag }, titled('a', 'Changed'));
    await expect(attempt()).rejects.toMatchObject({ code: 'READ_ONLY', info: { outcome: 'not_applied' } });
    const file = href.replace(/#.*/, '');
    await expect(replace(subject, { href: file, etag: 'x' }, titled('a', 'x'))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(readFileSync(join(subject.folder, 'export.ics'), 'utf8')).toBe(text);
  });
});

describe('whole .ics files', () => {
  const recordOf = createRecordCache(zoneOf).recordOf;

  it('are calendars that are read and not written', async () => {
    const dir = temporaryFolder();
    const head =
      'PRODID:-//conformance//EN\r\nX-WR-CALNAME:Holidays\\, all\r\nX-APPLE-CALENDAR-COLOR:#FF0000FF';
    const holidays = `${titled('a', 'New Year')}${titled('b', 'Easter')}${titled('c', 'Whitsun')}`
      .replaceAll(/END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:[^\r]*\r\n/g, '')
      .replace('PRODID:-//conformance//EN', head);
    writeFileSync(join(dir, 'holidays.ics'), holidays);
    writeFileSync(join(dir, 'broken.ics'), 'nothing');
    const backend = createIcsBackend({ name: 'files', path: dir, recordOf });
    const calendars = await backend.calendars({ signal: never });
    expect(calendars.map(({ name, color, writable }) => ({ name, color, writable }))).toEqual([
      { name: 'broken', color: undefined, writable: false },
      { name: 'Holidays, all', color: '#ff0000', writable: false },
    ]);
    const [broken, calendar] = calendars;
    const first = await scan({ backend, calendar: required(calendar) });
    expect(first.objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toEqual(['New Year', 'Easter', 'Whitsun']);
    expect((await scan({ backend, calendar: required(broken) })).unreadable).toHaveLength(1);
    writeFileSync(join(dir, 'holidays.ics'), holidays.replace('Easter', 'Easter Sunday'));
    const second = await scan({ backend, calendar: required(calendar) });
    expect(second.objects.map((object) => first.objects.includes(object))).toEqual([true, false, true]);
  });

  it('may hold events without a UID, which stay apart', async () => {
    const path = join(temporaryFolder(), 'one.ics');
    const event = (day: number) =>
      calendarOf('x', [`DTSTART;VALUE=DATE:2026031${day}`]).replace('UID:x\r\n', '');
    writeFileSync(path, `${event(1)}${event(2)}${event(3)}`);
    const backend = createIcsBackend({ name: 'files', path, recordOf });
    const [calendar] = await backend.calendars({ signal: never });
    const { objects, unreadable } = await scan({ backend, calendar: required(calendar) });
    expect(unreadable).toEqual([]);
    expect(new Set(objects.map(({ ics }) => textOf(ics, 'UID'))).size).toBe(3);
  });

  it('that are not there are a matter of configuration', async () => {
    const backend = createIcsBackend({ name: 'files', path: join(temporaryFolder(), 'no.ics'), recordOf });
    await expect(backend.calendars({ signal: never })).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });
});
