import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../server/run-program.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
const { CALENDAR_DIR: _, ...env } = home.env;
const file = join(home.root, 'calendar-mcp.json');
const run = (...args: string[]) => runInProcess([...args, '--config', file], { env });

function configure(defaultCalendar: string): void {
  const dir = join(home.root, 'calendars');
  writeFileSync(file, JSON.stringify({ accounts: [{ name: 'home', kind: 'local', dir }], defaultCalendar }), {
    mode: 0o600,
  });
}

beforeAll(() => {
  for (const name of ['Work', 'Family']) mkdirSync(join(home.root, 'calendars', name), { recursive: true });
});
afterAll(() => home.remove());

describe('a default calendar that does not exist', () => {
  it('is named, with those that do', async () => {
    configure('Wrok');
    const { code, stderr } = await run('add', 'tea tomorrow at 5pm');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CALENDAR_NOT_FOUND: The setting defaultCalendar names "Wrok"\..*\n/);
    expect(stderr).toContain('did you mean: Work, Family\n');
    expect(stderr).toContain('Correct defaultCalendar in the configuration file, or add --calendar NAME.');
  });

  it('does not matter where --calendar names one', async () => {
    configure('Nope');
    expect(await run('add', 'tea tomorrow at 5pm', '--calendar', 'Family')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Added Tea, .*, Family\.\n/),
    });
  });

  it('is found by doctor', async () => {
    configure('Nope');
    const { stderr } = await runProgram(['doctor', '--config', file], { env });
    expect(stderr).toContain('the default calendar: No calendar has the configured name.');
  });
});

it('names the list of tasks that is configured and does not exist', async () => {
  const dir = join(home.root, 'calendars');
  const settings = { accounts: [{ name: 'home', kind: 'local', dir }], defaultTaskList: 'Chores' };
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  const { code, stderr } = await run('add', 'todo: buy milk', '--yes');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^CALENDAR_NOT_FOUND: The setting defaultTaskList names "Chores"\./);
  expect(stderr).toContain('Correct defaultTaskList in the configuration file, or add --calendar NAME.');
});
