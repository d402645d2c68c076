import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printTemplate, printTsv, tableOf } from '../../../src/cli/table/table.js';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = (...args: string[]) => runInProcess(args, { env: home.env });
const said = async (...args: string[]) => (await run(...args)).stdout;

beforeAll(async () => {
  for (const name of ['Work', 'Family']) mkdirSync(join(home.root, 'calendars', name), { recursive: true });
  const create = (data: object) =>
    run('write', JSON.stringify({ mutation: { operation: 'create', data, allowConflicts: true } }));
  await create({ title: 'Dentist', start: 'friday 09:00', location: 'Main St 5', calendar: 'Work' });
  await create({
    title: 'Budget',
    start: 'friday 09:30',
    status: 'tentative',
    calendar: 'Work',
  });
  await create({ title: 'Fair', start: 'saturday', end: 'sunday', allDay: true, calendar: 'Family' });
  await create({ title: 'Call', start: 'monday 12:00', calendar: 'Work' });
});
afterAll(() => home.remove());

const EVENTS = 'start\tend\ttitle\tcalendar\tlocation\tstatus\tid\tdate\tday\ttime\tuntil';

describe('--tsv', () => {
  it('has columns that stay, with their names first', async () => {
    const [head, first, ...others] = (await said('agenda', '--tsv')).trimEnd().split('\n');
    expect(head).toBe(EVENTS);
    expect(first).toMatch(
      /^2026-11-27 09:00\t2026-11-27 10:00\tDentist\tWork\tMain St 5\tbusy\t\w{10}\t2026-11-27\tFri\t09:00\t10:00$/,
    );
    expect(others.map((line) => line.split('\t').slice(0, 6).join('|'))).toEqual([
      expect.stringMatching(/^2026-11-27 09:30\|.*\|Budget\|Work\|\|tentative$/),
      '2026-11-28|2026-11-29|Fair|Family||busy',
      expect.stringMatching(/^2026-11-30 12:00\|/),
    ]);
  });

  it.each([
    ['week', EVENTS],
    ['month', EVENTS],
    ['tasks', EVENTS],
    ['trash', EVENTS],
    ['next', `${EVENTS}\twait`],
    ['now', `${EVENTS}\twait`],
    ['conflicts', `${EVENTS}\tgroup`],
    ['search dentist', EVENTS],
    ['search zeppelin', EVENTS],
    ['free', 'start\tend\tminutes'],
    ['stats', 'group\thours\tevents'],
    ['calendars', 'name\taccount\taccess\tdefault\tid'],
  ])('%s has its own', async (command, columns) => {
    const { code, stdout, stderr } = await run(...command.split(' '), '--tsv');
    expect({ code, head: stdout.split('\n')[0] }).toEqual({ code: 0, head: columns });
    expect(stderr).not.toMatch(/allDay|overlapHours/);
  });

  it('has the row of an event that is found as that of its day', async () => {
    const rows = async (...words: string[]) => (await said(...words, '--tsv')).trimEnd().split('\n');
    const [, dentist] = await rows('agenda', 'friday');
    expect(await rows('search', 'dentist')).toEqual([EVENTS, dentist]);
  });

  it('has no tab, line end or escape within a column', () => {
    const table = tableOf({ title: (title: string) => title }, ['a\tb\nc\u001b[2J']);
    expect(printTsv(table)).toBe('title\na b c[2J\n');
  });
});

describe('--format', () => {
  it('prints a line for each row', async () => {
    expect(await said('agenda', 'friday', '--format', '{day} {time}-{until} {title} [{calendar}]')).toMatch(
      /^Fri 09:00-10:00 Dentist \[Work\]\nFri 09:30-\d\d:\d\d Budget \[Work\]\n$/,
    );
    expect(await said('next', '--format', '{title} in {wait}')).toBe('Dentist in 3 days\n');
    expect(await said('now', '--format', '{title}')).toBe('');
    expect(await said('search', 'fair', '--format', '{id}')).toMatch(/^\w{10}\n$/);
  });

  it('names the placeholders there are', async () => {
    expect(await run('free', '--format', '{title}')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^"\{title\}" cannot be shown here: \{start\} \{end\} \{minutes\}\.\n/),
    });
  });

  it('puts no part of a title into the template', () => {
    const table = tableOf({ title: (title: string) => title, id: () => 'x' }, ['{id}\\n']);
    expect(printTemplate('{title}\\t{id}', table)).toBe('{id}\\n\tx\n');
  });
});

describe('what was wrong with views', () => {
  it('conflicts show what is tentative', async () => {
    expect(await said('conflicts')).toMatch(/ ▌Work Dentist[\s\S]* ░Work Budget {2}tentative/);
  });

  it('weekdays are in the order of the week', async () => {
    const stats = await said('stats', '--by', 'weekday');
    const days: readonly string[] = stats.match(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g) ?? [];
    expect(days).toEqual(
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].filter((day) => days.includes(day)),
    );
    expect(days.indexOf('Mon')).toBeLessThan(days.indexOf('Fri'));
  });

  it('free looks past all-day events where it is told to', async () => {
    const create = {
      operation: 'create',
      data: { title: 'Trip', start: 'tomorrow', allDay: true, busy: true },
    };
    await run('write', JSON.stringify({ mutation: create }));
    expect((await run('free', 'tomorrow')).stderr).toContain('--timed looks past them.');
    expect(await said('free', 'tomorrow', '--timed')).toContain('09:00 – 17:00');
  });

  it('calendars are named with their accounts', async () => {
    expect(await said('calendars')).toMatch(/^ {2}▌Family {2}local {2}default\n {2}▌Work {4}local\n$/);
  });
});
