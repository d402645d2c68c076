// @module-tag programs
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../schemas/help/help.js';
import { COMMANDS } from '../../src/cli/command-table.js';
import { textWidth } from '../../src/cli/screen/text-width.js';
import { VERSION } from '../../src/version.js';
import { runProgram } from '../server/run-program.js';
import { connectStdio, sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
afterAll(() => home.remove());

const run = (
  args: readonly string[],
  { env = {}, stdin = '' }: { env?: Record<string, string>; stdin?: string } = {},
) => runInProcess(args, { env: { ...home.env, ...env }, stdin });
/** The shipped program, in a process of its own. */
const shipped = (args: readonly string[], env: Record<string, string> = {}) =>
  runProgram(args, { env: { ...home.env, ...env } });

const lunch = JSON.stringify({
  mutation: { operation: 'create', data: { title: 'Lunch', start: '2026-11-24T12:00', durationMinutes: 60 } },
});

describe('the command line', () => {
  it('tells its version and how to use it', async () => {
    expect(await shipped(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['demo', 'agenda', '--legacy', 'CALDAV_URL', 'macos-calendar'])
      expect(stdout).toContain(word);
    for (const line of stdout.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });

  it('explains a command, a topic, or both where they share the word', async () => {
    const [agenda, asked, times, read] = [
      await run(['help', 'agenda']),
      await run(['agenda', '--help']),
      await run(['help', 'times']),
      await run(['help', 'read']),
    ];
    expect(agenda).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^calendar-mcp agenda \[PERIOD…\]\n/),
    });
    expect(agenda.stdout).toContain('--json');
    expect(asked).toEqual(agenda);
    expect(times.stdout).toContain('next 14 days');
    expect(read.stdout).toMatch(/^calendar-mcp read JSON\n[\s\S]+\nExamples\n/);
    expect(await run(['list', '--help'])).toEqual(agenda);
    expect(await run(['help', 'tmies'])).toMatchObject({ code: 1, stderr: expect.stringContaining('times') });
  });

  it.each([40, 60, 80, 120])('explains every command and topic in lines of %i columns', async (columns) => {
    const pages = [...COMMANDS.map(({ name }) => name), ...HELP_TOPICS.map(({ topic }) => topic), '--help'];
    for (const page of pages) {
      const { stdout } = await runInProcess(page === '--help' ? [page] : ['help', page], {
        env: { ...home.env, COLUMNS: String(columns) },
      });
      // Calls stay whole, to be copied.
      for (const line of stdout.split('\n').filter((one) => !/^calendar_\w+ \{/.test(one)))
        expect(textWidth(line), `${page}: ${line}`).toBeLessThanOrEqual(columns);
      expect(stdout).not.toContain('\u001b');
    }
  });

  it('tells of a command only what it takes', async () => {
    for (const { name } of COMMANDS) {
      const { stdout } = await run([name, '--help']);
      for (const line of stdout.split('\n').filter((one) => one.startsWith('  --')))
        expect(line).not.toMatch(/\b(?:audit|doctor|setup|open): /);
    }
    expect((await run(['setup', '--help'])).stdout).toContain('--calendar NAME');
    expect((await run(['demo', '--help'])).stdout).not.toContain('--');
    // No long form of one command takes the room of all others.
    expect((await run(['--help'])).stdout).toContain('\n  accounts [test|rename|remove] [ACCOUNT] [NAME]\n');
  });

  it.each<[readonly string[], RegExp]>([
    [['bogus'], /^Unknown command "bogus"\.\n/],
    [['agnda'], /^Unknown command "agnda"\. Did you mean agenda\?\n/],
    [['calw'], /^There is no command "calw" here: "week" does that\.\n/],
    [['todo'], /^There is no command "todo" here: "tasks" does that\.\n/],
    [['ikhal'], /"agenda" does that/],
    [['agenda', '--calendar', 'Nope'], /^No calendar is called "Nope": Calendar\.\n/],
    [['agenda', '--format', '{color}'], /^"\{color\}" cannot be shown here: \{start\} /],
    [['--bogus'], /Unknown option '--bogus'/],
    [['agenda', '--jsno'], /^Unknown option '--jsno'\. Did you mean --json\?\n/],
    [['--dir'], /--dir/],
    [['read'], /"read" takes JSON/],
    [['read', '{}', '{}'], /"read" takes JSON/],
    [['read', '{not json'], /^The argument is not valid JSON \(line 1, column 2: .*\)\. Correct it/],
    [['demo', 'now'], /takes no arguments/],
    [['print-schemas', 'all'], /takes "tools", "settings" or "doctor"/],
    [['doctor', 'now'], /takes no arguments/],
    [['free', '--minutes', 'many'], /--minutes is a whole number/],
    [['week', 'any'], /needs a period/],
    [['doctor', '--account', 'nobody'], /names no configured account/],
    [['agenda', '--write-test', 'Work'], /--write-test belongs to "doctor"/],
    [['--names'], /--names belongs to "doctor"/],
    [['agenda', '--legacy', 'all'], /--legacy belongs to "serve", "print-schemas"/],
    [['--legacy', 'nope'], /no legacy profile "nope": macos-calendar/],
  ])('refuses %j with code 2', async (args, reason) => {
    const { code, stdout, stderr } = await (args[0] === 'bogus' ? shipped(args) : run(args));
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(reason);
    expect(stderr).toContain('calendar-mcp --help');
  });

  it('makes single calls: JSON, agendas, iCalendar, from an argument or stdin', async () => {
    const written = await run(['write', lunch]);
    expect(written.code).toBe(0);
    expect(JSON.parse(written.stdout)).toMatchObject({ success: true, data: { outcome: 'applied' } });
    const query = { type: 'events', filters: { when: '2026-11-24' } };
    const read = await run(['read', '-'], { stdin: JSON.stringify({ query }) });
    expect(JSON.parse(read.stdout)).toMatchObject({ data: { events: [{ title: 'Lunch' }] } });
    const agenda = await run(['read', JSON.stringify({ query: { ...query, format: 'agenda' } })]);
    expect(agenda.stdout).toMatch(/^Tue 2026-11-24\n12:00–13:00 \| Lunch \|/);
    const whole = await run(['read', '--json', JSON.stringify({ query: { ...query, format: 'table' } })]);
    expect(JSON.parse(whole.stdout)).toMatchObject({ data: { agenda: expect.any(String) } });
    const ics = await run(['read', JSON.stringify({ query: { ...query, format: 'ics' } })]);
    expect(ics.stdout).toMatch(/^BEGIN:VCALENDAR\r\n/);
    const status = await run(['analyze', '{"analysis":{"type":"status"}}']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      data: { version: VERSION, timezone: 'Europe/Berlin' },
    });
  });

  it('prints failures for people on stderr, with code 1', async () => {
    const { code, stdout, stderr } = await run([
      'read',
      '{"query":{"type":"events","filters":{"titel":"x"}}}',
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^UNKNOWN_FIELD: .+\(at \/query\/filters\/titel\)\n/);
    expect(stderr).toContain('for example: {"query"');
  });

  it('makes the default folder with the first write, and no other that was not there', async () => {
    const box = sandbox();
    const { CALENDAR_DIR: _, CALENDAR_STATE_DIR: __, ...env } = box.env;
    const at = {
      env: { ...env, XDG_DATA_HOME: join(box.root, 'data'), XDG_STATE_HOME: join(box.root, 'state') },
    };
    const usual = join(box.root, 'data/calendar-mcp/calendars');
    const calendars = ['read', '{"query":{"type":"calendars"}}'];
    const once = async (args: readonly string[], more: Record<string, string> = {}) =>
      runInProcess(args, { env: { ...at.env, ...more } });
    try {
      expect(JSON.parse((await once(calendars)).stdout)).toMatchObject({
        data: { calendars: [{ name: 'Calendar', writable: true, default: true }] },
      });
      expect((await once(['agenda', 'today'])).stdout).toContain('nothing planned');
      expect(existsSync(usual)).toBe(false);
      const [first, second] = [
        await once(['write', lunch]),
        await once(['write', lunch.replace('Lunch', 'Tea')]),
      ];
      expect(first.stdout).toContain(usual);
      expect(second.stdout).not.toContain(usual);
      expect(readdirSync(usual)).toEqual(['Calendar']);
      for (const named of [join(box.root, 'calendras'), '/nonexistent/x']) {
        const read = await once(calendars, { CALENDAR_DIR: named });
        expect(read).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^CONFIGURATION.*does not exist/),
        });
        expect(read.stderr).toContain('--create');
        expect(existsSync(named)).toBe(false);
      }
    } finally {
      box.remove();
    }
  });

  it('shows the agenda', async () => {
    const at = {
      env: { CALENDAR_DIR: join(home.root, 'other'), CALENDAR_STATE_DIR: join(home.root, 'fresh') },
    };
    await run(['write', lunch, '--create'], at);
    const { code, stdout } = await run(['agenda', 'this', 'week'], at);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Tuesday 24 Nov  today\n  12:00 – 13:00 ▌Calendar Lunch\n',
    });
    const coloured = (more: Record<string, string>) =>
      run(['agenda', 'today'], { env: { ...at.env, ...more } });
    expect((await coloured({ FORCE_COLOR: '1' })).stdout).toContain('\u001b[');
    expect((await coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain('\u001b[');
    expect((await run(['agenda', 'tomorrow'], at)).stdout).toContain('nothing planned');
    for (const period of ['2026-11-24..2026-11-25', 'from monday to sunday', 'november', '24 to 26 november'])
      expect(await run(['agenda', period], at)).toMatchObject({
        code: 0,
        stdout: period.startsWith('from') ? expect.stringContaining('planned') : stdout,
      });
    const wrong = await run(['agenda', 'someday'], at);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^INVALID_DATE[\s\S]*"next week"/),
    });
    expect(wrong.stderr).not.toMatch(/[{}]|filters/);
    expect(JSON.parse((await run(['agenda', '--json', 'today'], at)).stdout)).toMatchObject({
      data: { events: [{ title: 'Lunch' }] },
    });
  });

  it.each<[readonly string[], RegExp, object]>([
    [['week'], /^W48 {3}Mon 23 .+Sun 29\n[\s\S]*12:00 +▌Lunch\n/, { events: [{ title: 'Lunch' }] }],
    [['month'], /^ {3}Mon .+ Sun\n[\s\S]*\n +▌Lunch\n/, { events: [{ title: 'Lunch' }] }],
    [['free', 'today', '--minutes', '60'], /^Tuesday 24 Nov\n {2}09:00 – 12:00 {2}3 h\n/, { total: 2 }],
    [['conflicts'], /nothing overlaps/, { conflicts: [] }],
    [['stats', '--by', 'weekday'], /^ {2}Tue █+ 1 h\n/, { groupBy: 'weekday' }],
  ])('%j prints a picture, or the whole result', async (args, picture, data) => {
    const at = {
      env: { CALENDAR_DIR: join(home.root, 'views'), CALENDAR_STATE_DIR: join(home.root, 'views-state') },
    };
    await run(['write', lunch, '--create'], at);
    const printed = await run(args, at);
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(picture);
    expect(JSON.parse((await run([...args, '--json'], at)).stdout)).toMatchObject({ success: true, data });
  });

  it('prints the tools, with legacy ones when asked', async () => {
    const names = async (...args: string[]) => {
      const { stdout } = await run(['print-schemas', ...args]);
      return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    expect(await names()).toHaveLength(5);
    expect(await names('--legacy', 'macos-calendar')).toContain('list-today-events');
    const { stdout } = await run(['print-schemas', 'settings']);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', properties: { accounts: { type: 'array' } } });
  });

  it('says what is wrong with the configuration', async () => {
    const { code, stderr } = await run(['agenda'], {
      env: { CALENDAR_CONFIG: '/nowhere/calendar-mcp.json' },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CONFIGURATION: .*does not exist/);
    expect((await run(['agenda'], { env: { CALENDAR_NOW: 'soon' } })).stderr).toMatch(/CALENDAR_NOW must be/);
  });

  it('keeps the other calendars when an account is refused, and names it', async () => {
    const env = {
      CALDAV_URL: 'https://caldav.example.com',
      CALDAV_USERNAME: 'ana',
      CALDAV_PASSWORD: 'canary-Pa55',
    };
    const { code, stdout, stderr } = await run(['agenda', '2026-11-24'], { env });
    expect(code).toBe(1);
    expect(stdout).toContain('Lunch');
    expect(stderr).toContain('placeholder');
    expect(stdout + stderr).not.toContain('canary');
  });
});

describe('legacy tools over stdio', () => {
  it.each<[readonly string[], number]>([
    [[], 5],
    [['--legacy', 'macos-calendar'], 13],
    [['--legacy', 'all,macos-calendar'], 33],
  ])('with %j: %i tools', async (args, count) => {
    const { client } = await connectStdio(home, args);
    try {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(count);
      const answer = client.callTool({ name: 'list-calendars', arguments: {} });
      if (count === 5) await expect(answer).rejects.toThrow(/Unknown tool/);
      else expect((await answer).isError).toBeUndefined();
    } finally {
      await client.close();
    }
  });
});
