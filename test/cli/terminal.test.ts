// @module-tag programs
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../server/run-program.js';
import { sandbox } from '../server/stdio-process.js';
import { runAtTerminal } from './run-at-terminal.js';

const home = sandbox();
const EVENT = ['BEGIN:VEVENT', 'UID:a', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261124T110000Z'];
beforeAll(() => {
  const work = join(home.root, 'calendars', 'Work');
  mkdirSync(work);
  writeFileSync(join(work, 'color'), '#ff8800\n');
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//t//EN', ...EVENT, 'DTEND:20261124T120000Z'];
  writeFileSync(
    join(work, 'a.ics'),
    [...lines, 'SUMMARY:Lunch', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'),
  );
});
afterAll(() => home.remove());

const atTerminal = (args: readonly string[], env: Record<string, string> = {}, ...typed: readonly string[]) =>
  runAtTerminal(args, { ...home.env, ...env }, ...typed);

describe.skipIf(!existsSync('/usr/bin/script'))('at a terminal', () => {
  it('shows calendars in their own colours', async () => {
    expect(await atTerminal(['agenda', 'today'], { COLORTERM: 'truecolor' })).toContain(
      '\u001b[38;2;255;136;0m▌Work',
    );
    expect(await atTerminal(['agenda', 'today'])).toContain('\u001b[38;5;208m▌Work');
    expect(await atTerminal(['agenda', 'today'], { NO_COLOR: '1' })).not.toContain('\u001b[');
  });

  it('says that the server waits for a client', async () => {
    const output = await atTerminal(['serve'], {}, '\u0003');
    expect(output).toMatch(/^calendar-mcp waits for an MCP client on stdin.*\n.*calendar-mcp demo/);
  });

  it('shows the next days to a person who names no command', async () => {
    expect(await atTerminal([], { NO_COLOR: '1' })).toMatch(/^Tuesday 24 Nov {2}today\n.*▌Work Lunch\n/);
  });

  it('lets a person choose, shows what would happen, and then asks', async () => {
    for (const day of ['friday', 'sunday']) await runProgram(['add', `choir ${day} 8pm`], { env: home.env });
    const plain = { NO_COLOR: '1' };
    const left = await atTerminal(['rm', 'choir'], plain, '2\n', 'n\n');
    expect(left).toMatch(/1 {2}Fri .*\n {2}2 {2}Sun .*\n[\s\S]*Would delete Choir, Sun 29 Nov/);
    expect(left).toContain('Nothing was changed.');
    expect(await atTerminal(['rm', 'choir'], plain, '\u0003')).toContain('nothing was changed');
    expect(await atTerminal(['rm', 'choir'], plain, '2\n', 'y\n')).toContain('Deleted Choir');
    const after = await atTerminal(['agenda', 'next 7 days'], plain);
    expect(after.match(/Choir/g)).toHaveLength(1);
  });

  it('asks what to change where nothing is named', async () => {
    await runProgram(['add', 'sauna sunday 3pm'], { env: home.env });
    const plain = { NO_COLOR: '1' };
    const edited = await atTerminal(
      ['edit', 'sauna'],
      plain,
      'Steam bath\n',
      '\n',
      '\n',
      'Main St 5\n',
      '-\n',
      'y\n',
    );
    expect(edited).toContain('title [Sauna]: ');
    expect(edited).toMatch(
      /Would change Steam bath · Main St 5, Sun 29 Nov[\s\S]*Changed Steam bath · Main St 5/,
    );
    expect(await atTerminal(['edit', 'steam'], plain, '\u0003')).toContain('Nothing was changed.');
  });

  it('asks before what is not sure', async () => {
    const words = ['add', 'dentist on 5/6 at 3'];
    for (const typed of ['n\n', '\n', '\u0003', '\u0004']) {
      expect(await atTerminal(words, {}, typed)).toContain('None was chosen, and nothing was changed.');
      expect(await atTerminal(words, {}, '2\n', typed)).toContain('Nothing was changed.');
    }
    expect(await atTerminal(words, {}, '2\n', 'y\n')).toMatch(/Added Dentist, Sat 5 Jun 2027 15:00/);
  });

  it('asks before it imports what another calendar has already', async () => {
    mkdirSync(join(home.root, 'calendars', 'Zoo'));
    const file = join(home.root, 'calendars', 'Work', 'a.ics');
    const words = ['import', file, '--calendar', 'Zoo'];
    for (const typed of ['n\n', '\u0003'])
      expect(await atTerminal(words, { NO_COLOR: '1' }, typed)).toMatch(
        /Would import 1 event into Zoo\.\n {2}twice: 1 event also in Work\n[\s\S]*Nothing was changed\.\n$/,
      );
    expect(await atTerminal(words, { NO_COLOR: '1' }, 'y\n')).toMatch(/\nImported 1 event into Zoo\./);
    rmSync(join(home.root, 'calendars', 'Zoo'), { recursive: true });
  });

  it('warns in sentences, and shows what doctor found instead of JSON', async () => {
    const output = await atTerminal(['doctor'], { CALDAV_USER: 'ana', NO_COLOR: '1' });
    expect(output).toMatch(/^\d+ passed/m);
    expect(output).toMatch(/^ok {6}account 1 \(local\): 1 calendar$/m);
    expect(output).not.toContain('{"');
    const agenda = await atTerminal(['agenda', 'today'], { CALDAV_USER: 'ana', NO_COLOR: '1' });
    expect(agenda).toMatch(/^warning: CALDAV_USER is not a setting: use CALDAV_USERNAME\.$/m);
    const piped = await runProgram(['agenda', 'today'], { env: { ...home.env, CALDAV_USER: 'ana' } });
    expect(JSON.parse(piped.stderr)).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('CALDAV_USER'),
    });
  });
});

describe('a configuration that is nearly right', () => {
  const config = join(home.root, 'calendar-mcp.json');
  const failing = async (text: string, env: Record<string, string> = {}) => {
    writeFileSync(config, text);
    const { code, stderr } = await runProgram(['agenda'], {
      env: { ...home.env, CALENDAR_CONFIG: config, ...env },
    });
    expect(code).toBe(1);
    expect(stderr).not.toContain('outcome');
    return stderr;
  };

  it('is told what it should be', async () => {
    expect(await failing('{"acounts":[]}')).toMatch(/did you mean: accounts\n/);
    expect(await failing('{\n  "timezone": "UTC"\n  "weekStart": "mon"\n}')).toMatch(/line 3, column 3/);
    expect(await failing("{'timezone': 1}")).toMatch(/\(line 1, column 2: .*double quotes/);
    expect(await failing('{}', { CALENDAR_TIMEZONE: 'berlin' })).toMatch(/did you mean: Europe\/Berlin\n/);
  });

  it('names the remedy where the server does not speak TLS, and no outcome of a read', async () => {
    const { createServer } = await import('node:http');
    const server = createServer((_, answer) => answer.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    try {
      const stderr = await failing(
        JSON.stringify({
          accounts: [
            {
              kind: 'caldav',
              name: 'a',
              url: `https://127.0.0.1:${port}/`,
              username: 'ana',
              passwordEnv: 'PASS',
            },
          ],
        }),
        { PASS: 'a real one', CALENDAR_DIR: '' },
      );
      expect(stderr).toMatch(/^TLS_ERROR[\s\S]*use http:\/\//);
    } finally {
      server.close();
    }
  });
});
