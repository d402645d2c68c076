// @module-tag programs
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProgram } from '../../server/run-program.js';
import { treeOf } from '../../setup/tree-of.js';
import { PASSWORD, type SetupHome, setupHome, USER } from './setup-home.js';

let home: SetupHome;
const FOLDER = '.config/calendar-mcp';
beforeEach(async () => {
  home = await setupHome();
  const accounts = `// mine
{
  "accounts": [
    // the office
    { "kind": "caldav", "name": "work", "url": "${home.dav.origin}/", "username": "${USER}", "passwordFile": "secrets/work" },
    { "kind": "webcal", "name": "team", "url": "webcal://127.0.0.1:45997/canary.ics" }
  ],
  "defaultCalendar": "work/cal",
  "defaultTaskList": "work/todo",
  "policy": { "calendars": { "visible": ["work/*", "team/*", "workshop/x"] } }
}
`;
  home.put(`${FOLDER}/calendar-mcp.json`, accounts);
  home.put(`${FOLDER}/secrets/work`, `${PASSWORD}\n`);
  chmodSync(join(home.root, FOLDER, 'secrets/work'), 0o600);
});
afterEach(() => home.remove());

const run = (...args: readonly string[]) => runProgram(['accounts', ...args], { env: home.env });
const config = () => readFileSync(join(home.root, FOLDER, 'calendar-mcp.json'), 'utf8');

it('are listed, without the part of an address that may be secret', async () => {
  const { code, stdout } = await run();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `work  caldav       ${USER} at ${home.dav.origin}/\nteam  webcal       webcal://127.0.0.1:45997\n`,
  });
  expect(JSON.parse((await run('--json')).stdout)).toMatchObject([
    { name: 'work' },
    { name: 'team', kind: 'webcal' },
  ]);
});

it('are tested, each for itself', async () => {
  const { code, stdout } = await run('test');
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^ok {6}work: 2 calendars\nFAILED {2}team: /),
  });
  expect(await run('test', 'work')).toMatchObject({ code: 0 });
});

it('are renamed wherever they are named, and comments stay', async () => {
  expect(await run('rename', 'work', 'office', '--yes')).toMatchObject({ code: 0, stderr: '' });
  const text = config();
  for (const part of [
    '// mine',
    '// the office',
    '"name": "office"',
    '"defaultCalendar": "office/cal"',
    '"defaultTaskList": "office/todo"',
  ])
    expect(text).toContain(part);
  expect(text.replace(/\s/g, '')).toContain('["office/*","team/*","workshop/x"]');
  expect(await run('test', 'office')).toMatchObject({ code: 0 });
});

it('are removed with their secret, and what was hidden stays hidden', async () => {
  expect(await run('remove', 'work')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --yes'),
  });
  expect(existsSync(join(home.root, FOLDER, 'secrets/work'))).toBe(true);
  expect(await run('remove', 'work', '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(home.root, FOLDER, 'secrets/work'))).toBe(false);
  expect(config()).not.toMatch(/"work"|defaultCalendar|defaultTaskList/);
  expect(config()).toContain('"visible"');
});

it.each([
  [['rename', 'work', 'team'], /"team" already/],
  [['rename', 'work'], /takes the name and the new name/],
  [['remove', 'home', '--yes'], /There are "work", "team"/],
  [['delete', 'work'], /does not know "delete"/],
])('%j is refused and changes nothing', async (args, expected) => {
  const before = treeOf(home.root);
  expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(expected) });
  expect(treeOf(home.root)).toEqual(before);
});
