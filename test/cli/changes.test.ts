// @module-tag programs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
beforeAll(() => {
  for (const name of ['Work', 'Zoo']) mkdirSync(join(home.root, 'calendars', name));
});
afterAll(() => home.remove());

const run = (args: readonly string[], stdin = '') => runInProcess(args, { env: home.env, stdin });
const agenda = async (period: string) => (await run(['agenda', period])).stdout;

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//elsewhere//EN',
  ...['BEGIN:VEVENT', 'UID:choir-1', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261126T180000Z'],
  ...['DTEND:20261126T193000Z', 'SUMMARY:Choir', 'X-KEPT:yes', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

describe('changes from the shell', () => {
  it('adds what plain words say, in the name of a person, and takes it back', async () => {
    const planned = await run(['add', 'lunch', 'with', 'Ana', 'tomorrow', 'at', 'noon', '--dry-run']);
    expect(planned).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Would add Lunch with Ana, Wed 25 Nov 12:00 – 13:00 \(length assumed\), Work\.\n/,
      ),
    });
    expect(await agenda('tomorrow')).toContain('nothing planned');
    const added = await run(['add', 'lunch with Ana tomorrow at noon']);
    expect(added.code).toBe(0);
    expect(added.stderr).toBe('');
    expect(added.stdout).toMatch(
      /^Added Lunch with Ana, Wed 25 Nov 12:00 – 13:00 \(length assumed\), Work\.\n {2}Ana is not invited: no address is known\.\n/,
    );
    expect(added.stdout).toContain('--calendar NAME');
    const cancelled = await run(['add', 'cancel lunch tomorrow']);
    expect(cancelled.stderr).toMatch(
      /^Would delete Lunch with Ana, Wed 25 Nov 12:00 – 13:00, Work\.\n[\s\S]*To go ahead, add --yes\.\n/,
    );
    const query = { type: 'events', filters: { when: 'tomorrow', createdBy: 'assistant' }, mode: 'count' };
    expect(JSON.parse((await run(['read', JSON.stringify({ query })])).stdout)).toMatchObject({
      data: { count: 0 },
    });
    const undone = await run(['undo']);
    expect(undone.stdout).toMatch(/^Undone\.\n {2}Lunch with Ana, Wed 25 Nov 12:00, is gone again\.\n/);
    expect(await agenda('tomorrow')).toContain('nothing planned');
  });

  it('asks before it does what is not sure, and refuses where nobody can answer', async () => {
    const unsure = ['add', 'dentist on 5/6 at 3'];
    const refused = await run(unsure);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('add --yes') });
    expect(refused.stderr).toMatch(/ {2}Or: Sat 5 Jun 2027 15:00\n/);
    const agreed = await run([...unsure, '--yes', '--json']);
    expect(JSON.parse(agreed.stdout)).toMatchObject({
      data: { outcome: 'applied', event: { title: 'Dentist' } },
    });
    const why = async (words: string) => {
      const { code, stdout, stderr } = await run(['add', words]);
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await why('flurb')).toMatch(/^Say what to do/);
    expect(await why('what do I have tomorrow')).toMatch(/^That is a question/);
    expect(await why('move the sauna to friday')).toMatch(/^There is no such event/);
    await run(['undo']);
  });

  it('says with options how to go on', async () => {
    const file = join(home.root, 'choirs.ics');
    const [event = ''] = /BEGIN:VEVENT.*END:VEVENT\r\n/s.exec(FILE) ?? [];
    const many = Array.from({ length: 14 }, (_, at) => event.replace('choir-1', `choir-${at}`));
    writeFileSync(file, FILE.replace(event, many.join('')));
    const asked = await run(['import', file]);
    expect(asked).toMatchObject({ code: 1, stdout: '' });
    expect(asked.stderr).toMatch(
      /\n {2}14 events would be created\.\n {2}No calendar was named, .*\n {2}- "Choir", Thu 26 Nov 2026, 19:00\n/,
    );
    expect(asked.stderr).toMatch(
      /\n {2}… and 4 more\n {2}Asked because of policy\.write\.bulk\.\n {2}To agree, add --yes\.\n {2}Nothing was changed\.\n$/,
    );
    const config = join(home.root, 'two.json');
    const [a, b] = ['Work', 'Zoo'].map((name) => join(home.root, 'calendars', name));
    writeFileSync(
      config,
      JSON.stringify({
        accounts: [
          { kind: 'local', name: 'a', dir: a },
          { kind: 'local', name: 'b', dir: b },
        ],
      }),
    );
    const env = { ...home.env, CALENDAR_CONFIG: config };
    const unnamed = await runInProcess(['add', 'tea tomorrow at 17:00'], { env });
    expect(unnamed.stderr).toContain('\n  Add --calendar NAME, or set defaultCalendar');
    expect(await run(['stats', '--by', 'moon'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--by is calendar, tag/),
    });
  });

  it('imports and exports files, byte for byte where it matters', async () => {
    const file = join(home.root, 'choir.ics');
    writeFileSync(file, FILE);
    expect((await run(['import', file, '--dry-run'])).stdout).toMatch(/^Would import 1 event into Work\./);
    expect(await agenda('2026-11-26')).toContain('nothing planned');
    expect((await run(['import', '-', '--calendar', 'Work'], FILE)).stdout).toMatch(
      /^Imported 1 event into Work\./,
    );
    expect((await run(['import', file])).stdout).toContain('  skipped: 1 event already there\n');
    const { stdout } = await run(['export']);
    expect(stdout).toMatch(
      /^BEGIN:VCALENDAR\r\n[\s\S]*UID:choir-1\r\n[\s\S]*X-KEPT:yes\r\n[\s\S]*END:VCALENDAR\r\n$/,
    );
    const out = join(home.root, 'out.ics');
    expect(await run(['export', 'november', '-o', out])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(out, 'utf8')).toBe(stdout);
    expect((await run(['export', '2027'])).stdout).not.toContain('VEVENT');
    expect(await run(['import', join(home.root, 'none.ics')])).toMatchObject({ code: 2 });
    await run(['undo']);
  });

  it('says that what is imported is in another calendar already', async () => {
    await run(['import', '-', '--calendar', 'Work'], FILE);
    const done = await run(['import', '-', '--calendar', 'Zoo'], FILE);
    expect(done.stdout).toBe('Imported 1 event into Zoo.\n  twice: 1 event also in Work\n');
    await run(['undo']);
    await run(['undo']);
  });

  it('imports what it has exported, however many events that are', async () => {
    const [event = ''] = /BEGIN:VEVENT.*END:VEVENT\r\n/s.exec(FILE) ?? [];
    const moved = event.replace('UID', 'RECURRENCE-ID:20261203T180000Z\r\nUID').replace('Choir', 'Moved');
    const series = event.replace('SUMMARY', 'RRULE:FREQ=WEEKLY\r\nSUMMARY').replace('choir-1', 'choir-0');
    const many = Array.from({ length: 550 }, (_, at) =>
      event.replace('choir-1', `big-${at}`).replace('Choir', `Choir ${at}`),
    );
    const whole = FILE.replace(event, [series, ...many, moved.replace('choir-1', 'choir-0')].join(''));
    const all = join(home.root, 'all.ics');
    writeFileSync(all, whole);
    const done = await run(['import', all, '--yes', '--calendar', 'Zoo']);
    expect([done.code, done.stdout.match(/^Imported .*$/gm), done.stderr]).toEqual([
      0,
      ['Imported 500 events into Zoo.', 'Imported 51 events into Zoo.'],
      'Events 1 to 500:\nEvents 501 to 551:\nImported in 2 parts; each undo is of one, the last first.\n',
    ]);
    const { stdout } = await run(['export', '--calendar', 'Zoo']);
    const lines = (text: string) =>
      text
        .split('\r\n')
        .toSorted()
        .filter((line) => line !== '');
    const events = (text: string) => lines(text).filter((line) => !/^(?:VERSION|PRODID)/.test(line));
    expect(events(stdout)).toEqual(events(whole));
    await run(['undo', '--yes']);
    const undone = (await run(['undo', '--yes'])).stdout.split('\n');
    expect(undone).toHaveLength(11);
    expect(undone.slice(-2)).toEqual(['  And 492 more.', '']);
    expect((await run(['export', '--calendar', 'Zoo'])).stdout).not.toContain('BEGIN:VEVENT');
  });

  it('imports the rest of a file of which one event is too large, and counts in the whole file', async () => {
    const [event = ''] = /BEGIN:VEVENT.*END:VEVENT\r\n/s.exec(FILE) ?? [];
    const named = (uid: string) => event.replace('choir-1', uid).replace('Choir', `Rest ${uid}`);
    const large = named('huge').replace('X-KEPT:yes', `X-KEPT:${'y'.repeat(1_000_100)}`);
    const faulty = named('faulty').replace(/DTSTART.*\r\n/, '');
    const path = join(home.root, 'large.ics');
    writeFileSync(path, FILE.replace(event, [large, named('a'), faulty, named('b')].join('')));
    const done = await run(['import', path, '--yes', '--calendar', 'Zoo']);
    expect(done).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Only in part: imported 2 events into Zoo\.$/m),
    });
    expect(done.stdout).toContain('failed: event 3,');
    expect(done.stderr).toMatch(/^Events 1 to 1:\nnot applied: .*\nEvents 2 to 4:\n/);
    writeFileSync(path, FILE.replace(event, [named('a'), faulty].join('')));
    const again = await run(['import', path, '--calendar', 'Zoo']);
    expect(again).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Nothing was changed\./) });
    await run(['undo', '--yes']);
  });

  it('reads a file in the encodings that calendars have, and refuses others', async () => {
    const path = join(home.root, 'encoded.ics');
    const text = FILE.replace('choir-1', 'cafe').replace('Choir', 'Café');
    writeFileSync(path, text, 'latin1');
    expect(await run(['import', path])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('UTF-8'),
    });
    writeFileSync(path, `\ufeff${text}`, 'utf16le');
    expect((await run(['import', path])).stdout).toMatch(/^Imported 1 event/);
    expect((await run(['search', 'café'])).stdout).toContain('Café');
    await run(['undo']);
  });

  it('finds events by words', async () => {
    await run(['import', '-'], FILE);
    const found = await run(['search', 'choir']);
    expect(found.stdout).toMatch(/^ {2}Choir \(Thu 26 Nov 2026 19:00–20:30, Work\) {2}\w+\n$/);
    expect((await run(['search', 'zeppelin'])).stdout).toContain('nothing found');
    expect(JSON.parse((await run(['search', 'choir', '--json'])).stdout)).toMatchObject({ results: [{}] });
  });

  it('changes nothing with --read-only', async () => {
    const { code, stderr } = await run(['add', 'tea tomorrow at 17:00', '--read-only']);
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was changed.');
    expect(await agenda('tomorrow')).toContain('nothing planned');
  });
});
