// @module-tag servers
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { eventText } from '../backends/caldav/event-text.js';
import { conversation, ENTER, type SetupHome, setupHome } from '../cli/setup/setup-home.js';
import { PATIENT } from '../patience.js';
import { runProgram } from '../server/run-program.js';
import { treeOf } from '../setup/tree-of.js';
import { makeCalendar, rawRequest } from './make-calendar.js';

const server = inject('servers').radicale;

describe.skipIf(server === null)('a setup with Radicale', () => {
  if (server === null) return;
  const { url, username, password } = server;
  let home: SetupHome;
  let name: string;
  beforeEach(async () => {
    home = await setupHome();
    home.put('.config/calendar-mcp/calendar-mcp.json', JSON.stringify({ deadlines: PATIENT }));
    name = `Setup ${Date.now()}`;
    const calendar = await makeCalendar(server, name, undefined, ['VEVENT']);
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const times = [`DTSTART:${day}T110000Z`, `DTEND:${day}T113000Z`];
    const headers = { 'Content-Type': 'text/calendar' };
    await rawRequest(server, 'PUT', `${calendar}a.ics`, eventText(name, 'Dentist', times), headers);
  });
  afterEach(() => home.remove());

  const run = (args: readonly string[], stdin = '') => runProgram(args, { env: home.env, stdin });
  const account = ['--url', url, '--user', username];

  it('goes from nothing to the first answer, and back', async () => {
    const files = () => Object.entries(treeOf(home.root)).filter(([path]) => !path.startsWith('.local'));
    const before = files();
    const args = [
      'setup',
      ...account,
      '--password-stdin',
      '--calendars',
      name,
      '--client',
      'cursor',
      '--yes',
    ];
    expect(await run(args, password)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/1 event\b[\s\S]*The server answers\.[\s\S]*Dentist/),
    });
    expect((await run(['add', 'lunch with Ana tomorrow at noon', '--yes'])).code).toBe(0);
    expect(await run(['agenda'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Lunch[\s\S]*Dentist|Dentist[\s\S]*Lunch/i),
    });
    expect(await run(['setup', '--undo'])).toMatchObject({ code: 0 });
    expect(files()).toEqual(before);
  });

  it('asks which of several lists new tasks go to, and writes them there', async () => {
    const lists = [`${name} first`, `${name} second`];
    for (const list of lists) await makeCalendar(server, list, undefined, ['VTODO']);
    const shown = ['--calendars', [name, ...lists].join(','), '--task-list', lists[1] ?? ''];
    const args = ['setup', ...account, '--password-stdin', ...shown, '--client', 'none', '--yes'];
    expect(await run(args, password)).toMatchObject({ code: 0, stderr: '' });
    const file = join(home.root, '.config/calendar-mcp/calendar-mcp.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).defaultTaskList).toMatch(/ second$/);
    const task = { mutation: { operation: 'create', type: 'task', data: { title: 'Paint' } } };
    const { stdout } = await run(['write', JSON.stringify(task)]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { event: { list: lists[1] } } });
  });

  it('corrects a wrong password at a terminal', async () => {
    const options = [
      'setup',
      ...account,
      '--calendars',
      name,
      '--policy',
      'careful',
      '--client',
      'none',
      '--keep',
      'file',
    ];
    const { code, screen } = await conversation(home, options, [
      [/Password for/, `wrong${ENTER}`],
      [/Try again\?/, ENTER],
      [/user name there\?/, ENTER],
      [/Password for/, `${password}${ENTER}`],
      [/to recognize invitations/, ENTER],
      [/Write these changes\?/, ENTER],
    ]);
    expect({ code, screen }).toMatchObject({ code: 0, screen: expect.stringContaining('Dentist') });
    const file = join(home.root, '.config/calendar-mcp/calendar-mcp.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ accounts: [{ username }] });
  });
});
