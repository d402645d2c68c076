import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runAtTerminal } from '../run-at-terminal.js';
import { runInProcess } from '../run-in-process.js';

const [home, empty] = [sandbox(), sandbox()];
/** Nothing is configured, also no folder. */
const { CALENDAR_DIR: _, ...bare } = empty.env;
const UNCONNECTED = 'No calendar is connected yet: calendar-mcp setup.\n';

beforeAll(() => mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true }));
afterAll(() => {
  home.remove();
  empty.remove();
});

describe('where there is nothing', () => {
  it.skipIf(!existsSync('/usr/bin/script')).each([
    ['now', '  nothing on now\n'],
    ['next', '  nothing in the next 31 days\n'],
  ])('a person is told so: %s', async (command, said) => {
    expect(await runAtTerminal([command], { ...home.env, NO_COLOR: '1' })).toBe(said);
  });

  it.each([
    ['now', '\n'],
    ['next', '\n'],
  ])('a status bar or a program gets nothing: %s', async (command, stdout) => {
    expect(await runInProcess([command], { env: home.env })).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  it('says how to connect a calendar', async () => {
    const agenda = await runInProcess(['agenda'], { env: bare });
    expect(agenda).toMatchObject({ code: 0, stdout: '  nothing planned\n', stderr: UNCONNECTED });
    const accounts = await runInProcess(['accounts', 'test'], { env: bare });
    expect(accounts.stdout).toMatch(/^No account is configured in .*: calendar-mcp setup adds one\.\n$/);
  });
});
