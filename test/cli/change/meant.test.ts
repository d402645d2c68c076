import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { startFaultServer } from '../../backends/caldav/fault-server.js';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = (...args: string[]) => runInProcess(args, { env: home.env });
beforeAll(async () => {
  for (const name of ['Family', 'Work']) mkdirSync(join(home.root, 'calendars', name), { recursive: true });
  for (const words of ['dentist thursday 9am', 'dentist monday 10am'])
    await run('add', words, '--calendar', 'Work');
});
afterAll(() => home.remove());

describe('add, where several events match', () => {
  it.each([
    ['move the dentist to friday', 'move ID to 2026-11-27'],
    ['cancel the dentist', 'rm ID'],
  ])('%s lists them, and says what to type', async (words, toType) => {
    const { code, stdout, stderr } = await run('add', words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`Several match; name one by its id, as in "${toType}":\n`);
    expect(stderr.match(/^ {2}[0-9a-z]{10} {2}\w{3} \d+ Nov .* Dentist, Work$/gm)).toHaveLength(2);
    expect(stderr).not.toMatch(/--help|AMBIGUOUS/);
  });
});

describe('what else may be meant', () => {
  it('leaves out what is proposed', async () => {
    const { stderr } = await run('add', 'flight friday at 9', '--calendar', 'Work');
    expect(stderr).toMatch(/^Would add Flight, Fri 27 Nov 09:00/);
    expect(stderr).toContain('\n  Or: Fri 27 Nov 21:00\n');
  });

  it('asks where a place is nearly the name of a calendar', async () => {
    const { code, stderr } = await run('add', 'lunch friday 12:00 in Famly');
    expect(code).toBe(2);
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      '"Famly" is taken for a place; for the calendar, say "in Family".',
    );
  });
});

describe('a list of tasks', () => {
  it.each([
    ['buy milk tomorrow', '--calendar', 'Tasks'],
    ['buy milk tomorrow in tasks'],
    ['task: buy milk tomorrow in Tasks'],
  ])('gets a task: %s %s %s', async (...args) => {
    const server = await startFaultServer();
    atEnd(server.close);
    server.calendars.set(
      '/home/tasks/',
      new Map([
        ['D:displayname', 'Tasks'],
        ['C:supported-calendar-component-set', '<C:comp name="VTODO"/>'],
      ]),
    );
    const box = sandbox();
    atEnd(box.remove);
    const { CALENDAR_DIR: _, ...env } = box.env;
    const account = { CALDAV_URL: server.origin, CALDAV_USERNAME: 'ana', CALDAV_PASSWORD: 'canary' };
    const { stdout, stderr } = await runInProcess(['add', ...args, '--dry-run'], {
      env: { ...env, ...account },
    });
    expect({ stdout, stderr }).toEqual({
      stdout: 'Would add the task Buy milk, due Wed 25 Nov, Tasks.\n',
      stderr: '',
    });
  });
});
