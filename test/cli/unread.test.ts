// @module-tag programs
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
afterAll(() => home.remove());

/** An account whose server is not there. */
const DEAD = { kind: 'caldav', name: 'dead', url: 'http://127.0.0.1:9/', username: 'a', password: 'b' };
const LOOKING: readonly (readonly [string, ...string[]])[] = [
  ['agenda'],
  ['week'],
  ['month'],
  ['free'],
  ['conflicts'],
  ['stats'],
  ['search', 'zeppelin'],
  ['export'],
  ['read', '{"query":{"type":"events","format":"agenda"}}'],
  ['read', '{"query":{"type":"calendars"}}'],
  ['analyze', '{"analysis":{"type":"attention"}}'],
];
const EMPTY = /nothing (?:planned|overlaps|found)$|^ {2}0 h in 0 events$/m;

function running(name: string, accounts: readonly object[]) {
  const { CALENDAR_DIR: _, ...env } = home.env;
  const config = join(home.root, `${name}.json`);
  writeFileSync(config, JSON.stringify({ accounts }), { mode: 0o600 });
  return (args: readonly string[]) => runInProcess(args, { env: { ...env, CALENDAR_CONFIG: config } });
}

describe('where no account can be read', () => {
  const run = running('dead', [DEAD]);

  it.each(LOOKING)('%s fails', async (...args) => {
    for (const more of [[], ...(args[0] === 'export' ? [] : [['--json']])]) {
      const { code, stdout, stderr } = await run([...args, ...more]);
      expect(code).toBe(1);
      if (more.length === 0) expect(stdout).toBe('');
      else expect(JSON.parse(stdout)).toMatchObject({ success: false, error: { code: 'CONFIGURATION' } });
      expect(stderr).not.toBe('');
    }
  });
});

describe('where one of two accounts can be read', () => {
  const folder = join(home.root, 'calendars');
  const run = running('partly', [{ kind: 'local', name: 'here', dir: folder }, DEAD]);
  beforeAll(() => mkdirSync(join(folder, 'Work')));

  it.each(LOOKING.filter(([name]) => name !== 'search'))('%s names the other and fails', async (...args) => {
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stdout).not.toMatch(EMPTY);
    expect(`${stdout}${stderr}`).toMatch(/dead/);
    if (!stdout.startsWith('{')) expect(stderr).toMatch(/^Not read: dead\/\* \([A-Z_]+\): \S/m);
    expect(stderr).not.toContain('see sources');
  });

  it('a search without hits fails as a whole', async () => {
    const { code, stdout } = await run(['search', 'zeppelin']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('an event that is not found may be in the other', async () => {
    const { code, stderr } = await run(['add', 'cancel the dentist on friday']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Not read: dead/m);
  });
});

describe('where one event cannot be read', () => {
  const dir = join(home.root, 'damaged');
  const run = running('damaged', [{ kind: 'local', name: 'here', dir }]);
  beforeAll(() => {
    mkdirSync(join(dir, 'Work'), { recursive: true });
    writeFileSync(join(dir, 'Work', 'broken.ics'), 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:broken\r\n');
  });

  it.each(LOOKING.filter(([, json]) => json?.includes('calendars') !== true))(
    '%s names it and fails',
    async (...args) => {
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(1);
      expect(stdout).not.toMatch(EMPTY);
      if (!stdout.startsWith('{')) expect(stderr).toMatch(/^Not shown: 1 event of /m);
    },
  );
});
