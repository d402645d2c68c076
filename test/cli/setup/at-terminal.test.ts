// @module-tag programs
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { treeOf } from '../../setup/tree-of.js';
import {
  CTRL_C,
  conversation,
  ENTER,
  PASSWORD,
  type SetupHome,
  type Step,
  setupHome,
  USER,
} from './setup-home.js';

let home: SetupHome;
beforeEach(async () => {
  home = await setupHome();
});
afterEach(() => home.remove());

const steps = (): readonly Step[] => [
  [/Where is your calendar\?/, ENTER],
  [/email address, or the address of the server\?/, `${home.dav.origin}${ENTER}`],
  [/user name there\?/, `${USER}${ENTER}`],
  [/Password for ana:/, `${PASSWORD}${ENTER}`],
  [/to recognize invitations/, ENTER],
  [/calendars may the assistant see\?/, ENTER],
  [/should new events go\?/, ENTER],
  [/may the assistant do\?/, ENTER],
  [/apps should use it\?/, ENTER],
  [/Write these changes\?/, ENTER],
];

describe.skipIf(!existsSync('/usr/bin/script'))('a setup at a terminal', () => {
  it('asks, shows what it would write, and ends with the first answer', async () => {
    const { code, screen, left } = await conversation(home, ['setup'], steps());
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(screen).toContain('Apps found: Cursor, Codex.');
    expect(screen).toContain('Time zone: Europe/Berlin (setup --timezone ZONE changes it).');
    // With one place to keep it, where the password goes is shown, and not asked.
    expect(screen).not.toMatch(/password be kept/);
    expect(screen).toMatch(/secrets\/\S+\n│ +\+ \(a secret, not shown\)/);
    expect(screen).toMatch(/\+ +"calendar": \{/);
    expect(screen).toContain('The server answers. Your next seven days:');
    expect(screen).not.toContain(PASSWORD);
    expect(parse(readFileSync(join(home.root, '.cursor/mcp.json'), 'utf8')).mcpServers).toHaveProperty(
      'calendar',
    );
  });

  it('leaves an account alone unless somebody says otherwise', async () => {
    await conversation(home, ['setup'], steps());
    const before = treeOf(home.root);
    const [name = ''] = Object.keys(before).filter((path) => /secrets\/[^/]+$/.test(path));
    const asked: readonly Step[] = [[/Remove "/, ENTER]];
    const words = ['accounts', 'remove', name.slice(name.lastIndexOf('/') + 1)];
    expect(await conversation(home, words, asked)).toMatchObject({ code: 1, left: 0 });
    expect(Object.keys(treeOf(home.root))).toContain(name);
  });

  it('shows the whole command of a client, however long', async () => {
    const config = join(home.root, 'a folder with a long name', 'of settings '.repeat(6).trim(), 'mine.json');
    const { code, screen } = await conversation(home, ['setup', '--config', config], steps());
    expect(code).toBe(0);
    const shown = screen.replace(/\n│ */g, '').replaceAll(' ', '');
    expect(shown).toContain(`"--config","${config.replaceAll(' ', '')}"`);
    expect(screen).not.toContain('…/');
    const preview = screen.slice(screen.indexOf('mcp_servers.calendar'), screen.indexOf('Write these'));
    expect(preview.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('works without colours, and in 80 columns', async () => {
    const { code, raw, screen } = await conversation(
      { env: { ...home.env, NO_COLOR: '1' } },
      ['setup'],
      steps(),
    );
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour begins with.
    expect(raw.replace(/\u001b\[(?:7|8|27|28)m/g, '')).not.toMatch(/\u001b\[[\d;]*m/);
    // Paths are as long as they are, and what is typed is drawn again with each key.
    const free = /\/tmp\/|█|▪_/;
    const wide = screen.split('\n').filter((one) => one.length > 80 && !free.test(one));
    expect(wide).toEqual([]);
  });

  it('lets a wrong password be corrected', async () => {
    const [where, address, user, password, ...rest] = steps();
    if (where === undefined || address === undefined || user === undefined || password === undefined)
      throw new Error();
    const wrong: readonly Step[] = [
      where,
      address,
      user,
      [password[0], `wrong${ENTER}`],
      [/Try again\?/, ENTER],
    ];
    const { code, screen } = await conversation(
      home,
      ['setup'],
      [...wrong, [user[0], ENTER], password, ...rest],
    );
    expect(code).toBe(0);
    expect(screen).toContain('rejected this user name or password');
    expect(screen).not.toContain('refresh: true');
  });

  it('shows only what the options leave open', async () => {
    const options = [
      '--url',
      home.dav.origin,
      '--user',
      USER,
      '--policy',
      'careful',
      '--client',
      'none',
      '--keep',
      'file',
    ];
    const open = steps().filter(([shown]) =>
      /Password for|recognize invitations|assistant see|events go|Write/.test(shown.source),
    );
    expect(await conversation(home, ['setup', ...options], open)).toMatchObject({ code: 0, left: 0 });
  });

  it.each(Array.from({ length: 10 }, (_, at) => at))('Ctrl-C at question %i leaves nothing', async (at) => {
    const before = treeOf(home.root);
    const all = steps();
    const [shown] = all[at] ?? [/never/];
    const { code, screen } = await conversation(home, ['setup'], [...all.slice(0, at), [shown, CTRL_C]]);
    expect({ code, screen }).toMatchObject({
      code: 130,
      screen: expect.stringContaining('Nothing was changed.'),
    });
    expect(treeOf(home.root)).toEqual(before);
  });

  it('Ctrl-C while the server does not answer leaves nothing', async () => {
    const before = treeOf(home.root);
    home.dav.fault = () => true;
    const all: readonly Step[] = [...steps().slice(0, 4), [/Signing in/, CTRL_C]];
    const { code, screen } = await conversation(home, ['setup'], all);
    expect({ code, screen }).toMatchObject({
      code: 130,
      screen: expect.stringContaining('Nothing was changed.'),
    });
    expect(treeOf(home.root)).toEqual(before);
  });

  it.each(['SIGTERM', 'SIGINT'])('%s at a question leaves nothing', async (signal) => {
    const before = treeOf(home.root);
    const [where] = steps();
    if (where === undefined) throw new Error();
    const asked = /email address, or the address of the server\?\n.*ana@example/;
    const { code, screen } = await conversation(home, ['setup'], [where, [asked, '']], async (seen) => {
      process.kill(Number(/pid=(\d+)/.exec(seen)?.[1]), signal);
      return '';
    });
    expect({ code, screen }).toMatchObject({
      code: 130,
      screen: expect.stringContaining('Nothing was changed.'),
    });
    expect(treeOf(home.root)).toEqual(before);
  });

  it('saying no at the end leaves nothing', async () => {
    const before = treeOf(home.root);
    const { code } = await conversation(
      home,
      ['setup'],
      [...steps().slice(0, 9), [/Write these changes\?/, 'n']],
    );
    expect(code).toBe(130);
    expect(treeOf(home.root)).toEqual(before);
  });
});
