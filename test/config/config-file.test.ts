import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../src/config/settings.js';
import { failureOf } from '../thrown.js';
import { folder, inNewFolder, load, withFile } from './load-settings.js';

inNewFolder();

describe('an account in the configuration file', () => {
  const account = { kind: 'caldav', name: 'a', username: 'ana@icloud.example' };

  it('of a known provider needs no address, and takes its further hosts along', async () => {
    const { load: loaded } = withFile({
      accounts: [{ ...account, provider: 'icloud', password: 'abcd-efgh' }],
    });
    expect((await loaded()).accounts).toMatchObject([
      {
        url: 'https://caldav.icloud.com/',
        allowedHosts: ['https://*.icloud.com'],
        access: { kind: 'password' },
      },
    ]);
  });

  it('may be a subscription, whose address is kept secret', async () => {
    const url = 'https://cal.real.test/private-canary/basic.ics';
    const settings = await withFile({ accounts: [{ kind: 'webcal', name: 'team', url }] }).load();
    expect(settings.accounts).toMatchObject([{ kind: 'webcal', allowPrivate: false }]);
    expect(JSON.stringify(settings)).not.toContain('canary');
    expect(secretsOf(settings)).toEqual([url]);
  });

  it('may get its secret from a command or by OAuth, and no secret is shown', async () => {
    const own = { ...account, url: 'https://dav.real.test/' };
    const oauth = { tokenUrl: 'https://id.real.test/token', clientId: 'c', refreshTokenEnv: 'REFRESH' };
    const accounts = [
      { ...own, name: 'command', passwordCommand: ['pass', 'show', 'dav'] },
      { ...own, name: 'oauth', oauth },
    ];
    const settings = await withFile({ accounts }, { REFRESH: 'r3fr3sh-canary' }).load();
    expect(settings.accounts).toMatchObject([
      { access: { kind: 'password', password: { kind: 'command', command: ['pass', 'show', 'dav'] } } },
      { access: { kind: 'oauth', tokenUrl: oauth.tokenUrl, clientId: 'c' } },
    ]);
    expect(JSON.stringify(settings)).not.toContain('canary');
    expect(secretsOf(settings)).toEqual(['r3fr3sh-canary']);
    const [failed] = (await withFile({ accounts: [{ ...own, oauth }] }).load()).failedAccounts;
    expect(failed).toMatchObject({ name: 'a', error: { code: 'CONFIGURATION' } });
  });
});

describe('the configuration file', () => {
  it('gives accounts of every kind, with paths beside the file', async () => {
    const accounts = [
      {
        kind: 'caldav',
        name: 'work',
        url: 'https://dav.fastmail.com',
        username: 'ana',
        passwordEnv: 'WORK_PW',
      },
      { kind: 'local', name: 'home', dir: 'calendars' },
      { kind: 'ics', name: 'holidays', path: '/data/holidays.ics' },
    ];
    const content = {
      accounts,
      timezone: 'Europe/Berlin',
      weekStart: 'sun',
      calendar: 'Work',
      stateDir: 'state',
    };
    const settings = await withFile(content, { WORK_PW: 'hunter-hunter' }).load();
    expect(settings.accounts).toMatchObject([
      { kind: 'caldav', name: 'work' },
      { kind: 'local', dir: join(folder, 'calendars') },
      { kind: 'ics', path: '/data/holidays.ics' },
    ]);
    expect(settings).toMatchObject({
      timezone: 'Europe/Berlin',
      weekStart: 7,
      calendar: 'Work',
      stateDir: join(folder, 'state'),
    });
  });

  it('loses to the environment', async () => {
    const file = withFile(
      { timezone: 'Europe/Berlin', calendar: 'Work', deadlines: { read: 20, write: 30 } },
      { CALENDAR_TIMEZONE: 'UTC', CALDAV_CALENDAR_NAME: 'AI', CALENDAR_READ_DEADLINE: '7' },
    );
    expect(await file.load()).toMatchObject({
      timezone: 'UTC',
      calendar: 'AI',
      deadlines: { read: 7, write: 30 },
    });
  });

  it('keeps the other accounts when one has no password', async () => {
    const accounts = [
      {
        kind: 'caldav',
        name: 'work',
        url: 'https://dav.fastmail.com',
        username: 'ana',
        passwordEnv: 'NOT_SET',
      },
      { kind: 'local', name: 'home', dir: '/calendars' },
    ];
    const settings = await withFile({ accounts }).load();
    expect(settings.accounts.map(({ name }) => name)).toEqual(['home']);
    expect(settings.failedAccounts.map(({ name }) => name)).toEqual(['work']);
    expect(settings.failedAccounts[0]?.error.info.suggestion).toContain('NOT_SET');
  });

  it('warns when others can read a password in it', async () => {
    const account = {
      kind: 'caldav',
      name: 'a',
      url: 'https://dav.fastmail.com',
      username: 'ana',
      password: 'canary-x',
    };
    const file = withFile({ accounts: [account] });
    expect((await file.load()).warnings).toEqual([]);
    chmodSync(file.path, 0o644);
    const { warnings } = await file.load();
    if (process.platform !== 'win32') expect(warnings[0]).toContain('chmod 600');
    expect(warnings.join()).not.toContain('canary');
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"accounts": [\n {"password": "canary-x",,}', /not valid JSON/],
    ['an unknown key', { acounts: [] }, /acounts/],
    ['a wrong value', { weekStart: 'noon' }, /weekStart/],
    ['a deadline longer than anybody waits', { deadlines: { read: 3600 } }, /deadlines/],
    [
      'two accounts of one name',
      {
        accounts: [
          { kind: 'local', name: 'a', dir: 'x' },
          { kind: 'local', name: 'a', dir: 'y' },
        ],
      },
      /this name/,
    ],
    ['a list', [], /not valid/],
    [
      'a password in the wrong place',
      {
        accounts: [
          { kind: 'caldav', name: 'a', url: 'https://ana:canary-x@dav.fastmail.com', usrname: 'canary-x' },
        ],
      },
      /accounts/,
    ],
  ])('with %s is refused, and not quoted', async (_, content, reason) => {
    const error = await failureOf(withFile(content).load());
    expect(error.code).toBe('CONFIGURATION');
    expect(`${error.message} ${error.info.path} ${error.info.didYouMean}`).toMatch(reason);
    expect(JSON.stringify([error.message, error.info])).not.toContain('canary');
  });

  it('may have comments and last commas', async () => {
    const text = `\ufeff{
      // where I am
      "timezone": "Europe/Berlin", /* and when */
      "accounts": [{ "kind": "local", "name": "home", "dir": "x // y", },],
    }`;
    expect(await withFile(text).load()).toMatchObject({
      timezone: 'Europe/Berlin',
      accounts: [{ kind: 'local', dir: join(folder, 'x // y') }],
    });
  });

  it.each([
    ['', 'is empty'],
    ['{\n  "a": canary-x }', '(line 2, column 8: a text or name needs double quotes here)'],
    [
      '{\n  "a": "canary-x", "b": { "a": 1 },\n  "\\u0061": 2 }',
      'has "a" twice in one object (line 3, column 3)',
    ],
    ['{ "a": 1, // "a": 2\n "canary-x y": [{ "a": 1 }, { "a": 2 }], "canary-x y": 1, }', 'has a name twice'],
    ['{\n  "a": "canary-x"\n  "b": 1 }', '(line 3, column 3: a comma is missing)'],
    ['{ "a": ["canary-x" }', '(line 1, column 20: a comma'],
    ['{ "a": "C:\\canary-x" }', '(line 1, column 8: a backslash is written twice'],
    ["{ 'a': 1 }", '(line 1, column 3: '],
    ['{ "a": 1 } canary-x', '(line 1, column 12: '],
    ['{ "a": 1', '(line 1, column '],
    ['[]', 'It must be one object, in braces.'],
  ])('%j is refused with its place', async (text, reason) => {
    const { code, message, info } = await failureOf(withFile(text).load());
    expect(code).toBe('CONFIGURATION');
    expect(message).toContain(reason);
    expect(JSON.stringify([message, info.suggestion])).not.toContain('canary');
    expect(message).not.toContain('The call');
  });

  it('must exist when it is named', async () => {
    expect((await failureOf(load({ CALENDAR_CONFIG: join(folder, 'nope.json') }))).message).toMatch(
      /does not exist/,
    );
  });
});
