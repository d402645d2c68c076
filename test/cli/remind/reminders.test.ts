// @module-tag slow
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { dueReminders } from '../../../src/cli/remind/due-reminders.js';
import { noticeCommand } from '../../../src/cli/remind/notice.js';
import { runProgram } from '../../server/run-program.js';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const zone = zoneOf('Europe/Berlin') ?? expect.fail('no such zone');
const now = Date.parse('2026-11-24T08:00+01:00');
const row = (title: string, start: string, more: object = {}) => ({ id: title, title, start, ...more });
const reminding = (...minutes: number[]) => ({
  reminders: minutes.map((minutesBefore) => ({ minutesBefore, type: 'display' as const })),
});

describe('reminders that are due', () => {
  const keys = (rows: readonly object[], asked?: number) =>
    dueReminders(rows, { now, zone, before: asked })
      .filter(({ at }) => at <= now)
      .map(({ key }) => key);

  it('are those whose time has come, until shortly after the start', () => {
    const rows = [
      row('soon', '2026-11-24T08:10+01:00', reminding(10, 60)),
      row('later', '2026-11-24T08:11+01:00', reminding(10)),
      row('begun', '2026-11-24T07:56+01:00', reminding(10)),
      row('over', '2026-11-24T07:50+01:00', reminding(10)),
      row('day', '2026-11-25', reminding(16 * 60)),
      row('off', '2026-11-24T08:05+01:00', { ...reminding(10), status: 'cancelled' }),
      row('no', '2026-11-24T08:05+01:00', { ...reminding(10), myResponse: 'declined' }),
      row('mail', '2026-11-24T08:05+01:00', { reminders: [{ minutesBefore: 10, type: 'email' }] }),
      { id: 'task', title: 'task', due: '2026-11-24T08:30+01:00', list: 'Home', ...reminding(30) },
    ];
    expect(keys(rows)).toEqual([
      'soon 2026-11-24T08:10+01:00 60',
      'begun 2026-11-24T07:56+01:00 10',
      'soon 2026-11-24T08:10+01:00 10',
      'day 2026-11-25 960',
      'task 2026-11-24T08:30+01:00 30',
    ]);
  });

  it('are of events without a reminder where that is asked for', () => {
    const rows = [row('plain', '2026-11-24T08:05+01:00'), row('day', '2026-11-24')];
    expect(keys(rows)).toEqual([]);
    expect(keys(rows, 10)).toEqual(['plain 2026-11-24T08:05+01:00 10']);
  });
});

describe('the program that shows one', () => {
  const notice = {
    row: row('--help; $(id) `id` <b>x</b>\n', '2026-11-24T08:10+01:00', { location: 'A <i>b</i>' }),
    wait: 'in 10 min',
  };

  it('gets a title as one argument, and never as an option', () => {
    expect(noticeCommand([], notice, 'linux')).toEqual([
      'notify-send',
      '--app-name=calendar-mcp',
      '--',
      '--help; $(id) `id` <b>x</b>',
      'in 10 min, Tue 24 Nov 08:10, A &lt;i&gt;b&lt;/i&gt;',
    ]);
    expect(noticeCommand([], notice, 'darwin').slice(-3)).toEqual([
      '--',
      '--help; $(id) `id` <b>x</b>',
      'in 10 min, Tue 24 Nov 08:10, A <i>b</i>',
    ]);
    expect(() => noticeCommand([], notice, 'win32')).toThrow(/remind -- PROGRAM/);
    expect(noticeCommand(['say', 'x {title}', '{time}'], notice)).toEqual([
      'say',
      'x --help; $(id) `id` <b>x</b>',
      '08:10',
    ]);
    expect(noticeCommand(['say'], notice)[1]).toMatch(/^In 10 min: --help/);
  });
});

describe('remind', () => {
  const home = sandbox();
  const out = join(home.root, 'told');
  const tell = [
    '--',
    process.execPath,
    '-e',
    'require("fs").appendFileSync(process.argv[1], process.argv[2] + "\\n")',
  ];
  const run = (...args: string[]) => runInProcess(args, { env: home.env });
  const told = () => readFileSync(out, 'utf8');
  beforeAll(async () => {
    mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true });
    writeFileSync(out, '');
    const title = '$(touch hacked) "; rm -rf ~';
    const data = { title, start: '2026-11-24T08:10', durationMinutes: 30, reminders: [10] };
    await run('write', JSON.stringify({ mutation: { operation: 'create', data } }));
  });
  afterAll(() => home.remove());

  it('tries again what failed, and tells each reminder once', async () => {
    expect((await run('remind', '--dry-run')).stdout).toMatch(
      /^In 10 min: \$\(touch hacked\) "; rm -rf ~, Tue 24 Nov/,
    );
    const failed = await run('remind', '--', 'false');
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('failed') });
    expect(await run('remind', '--', '/nonexistent/program')).toMatchObject({ code: 1, stdout: '' });
    expect((await run('remind', ...tell, out, '{title}')).code).toBe(0);
    expect(told()).toBe('$(touch hacked) "; rm -rf ~\n');
    expect(await run('remind', ...tell, out, '{title}')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(told().split('\n')).toHaveLength(2);
    expect(await run('remind', '--before', 'soon')).toMatchObject({ code: 2 });
    expect(await run('remind', '--', 'echo', '{colour}')).toMatchObject({ code: 2 });
  });

  it('looks at more events than one answer has', async () => {
    const event = (at: number, lines: readonly string[]) => [
      ...['BEGIN:VEVENT', `UID:many-${at}`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261220T100000Z'],
      ...['DTEND:20261220T101500Z', `SUMMARY:Many ${at}`, ...lines, 'END:VEVENT'],
    ];
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:x', 'TRIGGER:-P28D', 'END:VALARM'];
    const events = Array.from({ length: 510 }, (_, at) => event(at, at === 509 ? alarm : []));
    const last = events.at(-1)?.map((line) => line.replace('20261220', '20261221')) ?? [];
    const ics = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//t//EN', ...events.slice(0, -1).flat(), ...last];
    const file = join(home.root, 'many.ics');
    writeFileSync(file, [...ics, 'END:VCALENDAR', ''].join('\r\n'));
    expect((await run('import', file, '--yes')).code).toBe(0);
    expect((await run('remind', '--dry-run')).stdout).toContain(
      'In 27 days: Many 509, Mon 21 Dec 11:00 – 11:15\n',
    );
  });

  it('waits as a daemon until it is ended', async () => {
    const data = { title: 'Tea', start: '2026-11-24T08:05', reminders: [5] };
    await run('write', JSON.stringify({ mutation: { operation: 'create', data, allowConflicts: true } }));
    const isTold = expect.poll(told).toContain('Tea');
    const ended = await runProgram(['remind', '--daemon', ...tell, out, '{title}'], {
      env: home.env,
      interrupt: isTold,
    });
    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^In 5 min: Tea/m) });
  });
});
