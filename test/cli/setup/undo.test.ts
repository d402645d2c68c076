// @module-tag programs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventText } from '../../backends/caldav/event-text.js';
import { runProgram } from '../../server/run-program.js';
import { treeOf } from '../../setup/tree-of.js';
import { PASSWORD, type SetupHome, setupHome, USER } from './setup-home.js';

const STATE = '.local/state/calendar-mcp';
const TITLE = 'Oncologist';

let home: SetupHome;
beforeEach(async () => {
  home = await setupHome();
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const times = [`DTSTART:${day}T110000Z`, `DTEND:${day}T120000Z`];
  home.dav.objects.set('/home/cal/a.ics', { etag: '"1"', ics: eventText('a', TITLE, times) });
});
afterEach(() => home.remove());

const run = (args: readonly string[], stdin = '') => runProgram(args, { env: home.env, stdin });
const setUp = async (...more: readonly string[]) => {
  const account = ['--url', home.dav.origin, '--user', USER, '--password-stdin'];
  const ended = await run(['setup', ...account, '--yes', ...more], PASSWORD);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(TITLE) });
};
/** All but the folders that others put things in as well. */
const tree = () =>
  Object.fromEntries(
    Object.entries(treeOf(home.root)).filter(([path]) => !/^\.local(?:\/state)?$/.test(path)),
  );
const stateFiles = () => readdirSync(join(home.root, STATE), { recursive: true, encoding: 'utf8' });
const holding = (words: string) =>
  stateFiles().filter((name) => {
    try {
      return readFileSync(join(home.root, STATE, name)).includes(words);
    } catch {
      return false;
    }
  });

describe('undoing a setup', () => {
  it('leaves the home as it was, byte for byte, without the copies that its first answer made', async () => {
    const before = tree();
    await setUp();
    expect(holding(TITLE)).not.toEqual([]);
    const { code, stdout, stderr } = await run(['setup', '--undo']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('.cursor/mcp.json');
    expect(stdout).toMatch(/copies of .* were removed/);
    expect(tree()).toEqual(before);
    expect((await run(['setup', '--undo'])).stdout).toBe('There is no setup to undo.\n');
    expect(tree()).toEqual(before);
  });

  it('names what it keeps of what was changed meanwhile, and how to remove it', async () => {
    await setUp();
    expect(await run(['rm', TITLE, '--yes'])).toMatchObject({ code: 0 });
    const { code, stdout } = await run(['setup', '--undo']);
    expect(code).toBe(0);
    expect(stdout).toContain('Deleted events, what undo needs and the log of changes are kept in');
    expect(stdout).toMatch(/rm -r .*\/calendar-mcp'?\n/);
    expect(stateFiles().filter((name) => name.startsWith('mirror'))).toEqual([]);
    expect(stateFiles()).toContain('audit');
  });

  it('takes back one change after the other', async () => {
    const before = tree();
    await setUp('--account', 'home');
    const first = tree();
    expect(await run(['setup', '--policy', 'read-only', '--yes'])).toMatchObject({ code: 0 });
    expect(await run(['accounts', 'rename', 'home', 'private', '--yes'])).toMatchObject({ code: 0 });
    const said = [];
    for (let n = 0; n < 4; n++) said.push((await run(['setup', '--undo'])).stdout);
    expect(said.map((text) => /(\d+ earlier changes?) can be undone as well/.exec(text)?.[1])).toEqual([
      '2 earlier changes',
      '1 earlier change',
      undefined,
      undefined,
    ]);
    expect(said[3]).toBe('There is no setup to undo.\n');
    expect(tree()).toEqual(before);
    expect(first).not.toEqual(before);
  });

  it('keeps the copies of the accounts that stay', async () => {
    await setUp('--account', 'first', '--client', 'none');
    writeFileSync(
      join(home.root, '.config/calendar-mcp/calendar-mcp.json'),
      readFileSync(join(home.root, '.config/calendar-mcp/calendar-mcp.json'), 'utf8').replace(
        '"accounts": [',
        `"accounts": [{"kind": "caldav", "name": "other", "url": "${home.dav.origin}/other/", "username": "${USER}", "passwordFile": "secrets/first"},`,
      ),
    );
    const settled = { ...treeOf(home.root) };
    expect(settled).toHaveProperty([`${STATE}/mirror.sqlite`]);
    await run(['accounts', 'remove', 'other', '--yes']);
    expect(holding(TITLE)).not.toEqual([]);
    await run(['accounts', 'remove', 'first', '--yes']);
    expect(holding(TITLE)).toEqual([]);
  });
});
