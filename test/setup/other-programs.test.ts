import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsSchema } from '../../schemas/settings/settings.js';
import { foreignAccounts } from '../../src/setup/other-programs.js';
import { wordsOf } from '../../src/setup/words-of.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

const found = async () => {
  const all = await foreignAccounts('linux', {}, home);
  expect(all.unread).toEqual([]);
  const accounts = all.accounts.map(({ account }) => account);
  expect(settingsSchema.safeParse({ accounts })).toMatchObject({ success: true });
  return accounts;
};

describe('what other programs know', () => {
  it('is nothing where there are none, or their files say nothing that helps', async () => {
    expect(await found()).toEqual([]);
    put('.config/khal/config', '[calendars]\n[[home]]\ncolor = red\npath = /no/such/folder/*\n');
    put(
      '.config/vdirsyncer/config',
      '[storage a]\ntype = "caldav"\nurl = "not an address"\nusername = "u"\n',
    );
    put('.thunderbird/x.default/prefs.js', 'user_pref("calendar.registry.1.type", "storage");\n');
    expect(await found()).toEqual([]);
  });

  it('names what is there and cannot be read', async () => {
    mkdirSync(join(home, '.config/khal/config'), { recursive: true });
    put('.thunderbird/profiles.ini', '');
    mkdirSync(join(home, '.thunderbird/x.default/prefs.js'), { recursive: true });
    expect(await foreignAccounts('linux', {}, home)).toEqual({
      accounts: [],
      unread: [join(home, '.config/khal/config'), join(home, '.thunderbird/x.default/prefs.js')],
    });
  });

  it('is the folder that khal reads, once for all its calendars', async () => {
    mkdirSync(join(home, 'cal', 'work'), { recursive: true });
    put(
      '.config/khal/config',
      `[calendars]\n\n[[work]]\npath = ${home}/cal/work\n[[all]]\npath = ${home}/cal/*\ntype = discover\n\n[locale]\ntimeformat = %H:%M\n`,
    );
    expect(await found()).toEqual([{ kind: 'local', name: 'khal', dir: join(home, 'cal') }]);
  });

  it('is the accounts of vdirsyncer with their password commands, but no password', async () => {
    put(
      '.config/vdirsyncer/config',
      `[general]
status_path = "~/.vdirsyncer/status/"
[pair work]
a = "local"
b = "work"
[storage local]
type = "filesystem"
path = "~/cal"
[storage work]
type = "caldav"
url = "https://dav.company.test/"
username = "ana"
password.fetch = ["command", "pass", "show", "work mail"]
[storage home]
type = "caldav"
url = "https://cloud.home.test/remote.php/dav/"
username = "ana"
password = "canary"
[storage typed]
type = "caldav"
url = "https://third.test/"
username = "ana"
password.fetch = ["prompt", "Password"]
`,
    );
    const accounts = await found();
    expect(accounts).toEqual([
      {
        kind: 'caldav',
        name: 'work',
        url: 'https://dav.company.test/',
        username: 'ana',
        passwordCommand: ['pass', 'show', 'work mail'],
      },
      { kind: 'caldav', name: 'home', url: 'https://cloud.home.test/remote.php/dav/', username: 'ana' },
      { kind: 'caldav', name: 'typed', url: 'https://third.test/', username: 'ana' },
    ]);
    expect(JSON.stringify(accounts)).not.toContain('canary');
  });

  it('is the accounts behind the calendars of Thunderbird, each once', async () => {
    const pref = (id: string, key: string, value: string) =>
      `user_pref("calendar.registry.${id}.${key}", "${value}");\n`;
    const calendar = (id: string, path: string) =>
      pref(id, 'type', 'caldav') + pref(id, 'uri', `https://dav.test${path}`) + pref(id, 'username', 'ana');
    put(
      '.thunderbird/ab.default-release/prefs.js',
      calendar('1', '/ana/work/') + calendar('2', '/ana/home/') + pref('3', 'type', 'ics'),
    );
    expect(await found()).toEqual([
      { kind: 'caldav', name: 'dav.test', url: 'https://dav.test/', username: 'ana' },
    ]);
  });
});

it.each([
  ['pass show x', ['pass', 'show', 'x']],
  [`sh -c 'echo "a b"'`, ['sh', '-c', 'echo "a b"']],
  ['  op read "op://Private/Cal/pass word"  ', ['op', 'read', 'op://Private/Cal/pass word']],
  [`a b'c d'"e f"`, ['a', 'bc de f']],
  ['x $(rm -rf /) ~', ['x', '$(rm', '-rf', '/)', '~']],
])('the words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
