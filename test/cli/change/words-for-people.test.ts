import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { printError } from '../../../src/cli/print/print-error.js';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = (...args: string[]) => runInProcess(args, { env: home.env });
beforeAll(async () => {
  mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true });
  await run('add', 'gym every monday at 7am', '--yes');
  await run('add', 'task: buy milk friday', '--yes');
  await run('add', 'task: buy stamps friday', '--yes');
  await run('done', 'stamps', '--yes');
});
afterAll(() => home.remove());

describe('errors', () => {
  it.each([
    ['edit', 'gym', 'when=31.11.'],
    ['move', 'gym', 'to', '1 november'],
    ['rm', 'gym', '--scope', 'some'],
  ])('end without a piece of a sentence: %s %s %s', async (...args) => {
    const { code, stderr } = await run(...args);
    expect(code).not.toBe(0);
    expect(stderr).not.toMatch(/^ {2}(?:`start`|More)\.$/m);
  });

  it('speak to who reads them', async () => {
    const mail = { ...home.env, CALENDAR_ADDRESSES: 'me@example.org' };
    const rsvp = (words: string, env: Record<string, string>) =>
      runInProcess(['rsvp', 'yes', words, '--yes'], { env });
    await run('edit', 'gym', 'invite=ana@example.org', '--scope', 'all', '--yes');
    expect((await rsvp('gym', { ...mail, CALENDAR_ADDRESSES: 'else@example.org' })).stderr).toBe(
      'INVALID_ARGUMENT: You are not invited to this event.\n' +
        '  If you are on it with another address, add that to CALENDAR_ADDRESSES.\n  Nothing was changed.\n',
    );
    const lines = ['UID:r', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261127T090000Z', 'SUMMARY:Review'];
    const people = ['ORGANIZER:mailto:me@example.org', 'ATTENDEE:mailto:ana@example.org'];
    writeFileSync(
      join(home.root, 'calendars', 'Work', 'r.ics'),
      ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//t//EN', 'BEGIN:VEVENT', ...lines, ...people, 'END:VEVENT']
        .concat('END:VCALENDAR', '')
        .join('\r\n'),
    );
    expect((await rsvp('review', mail)).stderr).toBe(
      'INVALID_ARGUMENT: You organize this event, so there is no invitation to answer.\n' +
        '  To call it off: calendar-mcp rm; to change it: calendar-mcp edit.\n  Nothing was changed.\n',
    );
    // No sentence is made of the words of another.
    const message = 'The user organizes this.';
    expect(printError(new CalendarError('INVALID_ARGUMENT', message), false)).toBe(
      `INVALID_ARGUMENT: ${message}\n`,
    );
  });

  it.each([
    ['tasks', 'task: buy milk friday', 'set defaultTaskList in the configuration file'],
    ['events', 'tea friday at 5pm', 'set defaultCalendar in the configuration file'],
  ])('name the setting for %s where several calendars could take one', async (_, words, advice) => {
    const box = sandbox();
    const config = join(box.root, 'two.json');
    const accounts = ['home', 'work'].map((name) => ({ kind: 'local', name, dir: name }));
    for (const { dir } of accounts) mkdirSync(join(box.root, dir, 'Mine'), { recursive: true });
    writeFileSync(config, JSON.stringify({ accounts }), { mode: 0o600 });
    const { code, stderr } = await runInProcess(['add', words, '--config', config, '--yes'], {
      env: box.env,
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain(advice);
    box.remove();
  });
});

it.each([
  ['today', 'agenda today'],
  ['remove', 'rm'],
])('%s is answered with "%s"', async (word, command) => {
  expect((await run(word)).stderr).toContain(`There is no command "${word}" here: "${command}" does that.`);
});

it('understands a day after the words', async () => {
  const { stderr } = await run('rm', 'gym', '7', 'december');
  expect(stderr).toMatch(/^Would delete Gym, Mon 7 Dec 07:00/);
  expect((await run('rm', 'gym', 'monday')).stderr).toMatch(/^Would delete Gym, Mon 30 Nov/);
  expect((await run('rm', 'gym', 'tuesday')).stderr).toMatch(/^No event of the next 365 days/);
});

it('says of an undone change what was there until now', async () => {
  await run('edit', 'milk', 'title=Buy oat milk', '--yes');
  const { stdout } = await run('undo', '--yes');
  expect(stdout).toContain('Title until now: Buy oat milk');
  expect(stdout.match(/before/g)).toHaveLength(1);
});

it('lists finished tasks', async () => {
  const { code, stdout } = await run('tasks', 'done');
  expect(code).toBe(0);
  expect(stdout).toContain('Buy stamps');
  expect(stdout).not.toContain('Buy milk');
  expect((await run('tasks', 'done', 'last week')).stdout).not.toContain('Buy stamps');
  expect((await run('tasks', 'done', 'today')).stdout).toContain('Buy stamps');
});

it('audit names the outcomes there are', async () => {
  const { code, stderr } = await run('audit', '--outcome', 'foo');
  expect(code).toBe(2);
  expect(stderr).toContain('--outcome is applied, partly_applied, not_applied');
});
