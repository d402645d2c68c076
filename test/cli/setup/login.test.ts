// @module-tag programs
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthorizationServer,
  CLIENT,
  startAuthorizationServer,
} from '../../login/authorization-server.js';
import { startNextcloud } from '../../login/nextcloud-server.js';
import { visit } from '../../login/visit.js';
import { hasSecretService, keyringHome } from '../../secrets/secret-service.js';
import { runProgram } from '../../server/run-program.js';
import { treeOf } from '../../setup/tree-of.js';
import { CTRL_C, conversation, ENTER, type SetupHome, setupHome } from './setup-home.js';

let home: SetupHome;
let server: AuthorizationServer;
beforeEach(async () => {
  home = await setupHome();
  server = await startAuthorizationServer();
  home.dav.fault = ({ request, answer, apply }) => {
    void server
      .accepts(request.headers.authorization)
      .then((isGood) => answer(isGood ? apply() : { status: 401 }));
    return true;
  };
});
afterEach(async () => {
  server.close();
  await home.remove();
});

/** A browser that writes down where it was sent, for a person of the tests who goes there. */
function browser(): Record<string, string> {
  const program = home.put(
    'bin/browser',
    `#!/bin/sh\nprintf '%s' "$1" > "${home.root}/asked.new"; mv "${home.root}/asked.new" "${home.root}/asked"\n`,
  );
  execFileSync('chmod', ['755', program]);
  return { BROWSER: program };
}

/** What the browser was sent to, as soon as it was. */
const asked = async (): Promise<string> => {
  for (;;) {
    const url = readText(join(home.root, 'asked'));
    if (url !== undefined) return url;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

function readText(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path, 'utf8');
}

const run = (args: readonly string[], env: Record<string, string> = {}, stdin = '') =>
  runProgram(args, { env: { ...home.env, ...env }, stdin });
const oauth = () => [
  '--url',
  home.dav.origin,
  '--user',
  'ana',
  '--client-id',
  CLIENT.id,
  '--issuer',
  server.issuer,
];
const token = () => join(home.root, '.config/calendar-mcp/secrets/calendars');
const config = () => join(home.root, '.config/calendar-mcp/calendar-mcp.json');

describe('an account that takes no password', () => {
  it('is set up with a browser, keeps its rotating token, and is signed in to again when the login has ended', async () => {
    const going = asked().then((url) => visit(url));
    const first = await run(['setup', ...oauth(), '--client', 'none', '--yes'], browser());
    await going;
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const [account] = JSON.parse(readFileSync(config(), 'utf8')).accounts;
    expect(account.oauth).toEqual({
      issuer: server.issuer,
      tokenUrl: `${server.issuer}/token`,
      clientId: CLIENT.id,
      refreshTokenFile: 'secrets/calendars',
    });
    expect(statSync(token()).mode & 0o777).toBe(0o600);
    const before = readFileSync(token(), 'utf8');
    expect(await run(['accounts', 'test'])).toMatchObject({
      code: 0,
      stdout: 'ok      calendars: 2 calendars\n',
    });
    // Testing an account exchanges its token: the new one must not be lost.
    expect(readFileSync(token(), 'utf8')).not.toBe(before);
    expect(await run(['accounts', 'test'])).toMatchObject({ code: 0 });

    const sentence = /login of (?:this account|account "calendars") has ended[\s\S]*calendar-mcp login/;
    server.endLogins();
    const refresh = '{"query":{"type":"events","filters":{"when":"today"},"refresh":true}}';
    for (const args of [['read', refresh], ['doctor'], ['accounts', 'test']] as const) {
      const { code, stdout, stderr } = await run(args);
      expect([args[0], code, sentence.test((stdout + stderr).replaceAll('\\"', '"'))]).toEqual([
        args[0],
        1,
        true,
      ]);
    }
    server.startLogins();
    writeFileSync(join(home.root, 'asked'), '');
    execFileSync('rm', [join(home.root, 'asked')]);
    const again = asked().then((url) => visit(url));
    expect(await run(['login'], browser())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Signed in to "calendars": 2 calendars.'),
    });
    await again;
    expect(await run(['read', refresh])).toMatchObject({ code: 0 });
  });

  it('is set up by a code on another device', async () => {
    const { stdout, code } = await new Promise<Awaited<ReturnType<typeof run>>>((resolve, reject) => {
      const going = asked().then((url) => visit(url));
      run(['setup', ...oauth(), '--device', '--client', 'none', '--yes'], browser()).then(resolve, reject);
      going.catch(reject);
    });
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Enter this code there: [A-Z]{4}-[A-Z]{4}/),
    });
  });

  it('over ssh: the address that the browser ended at is pasted', async () => {
    const { code, screen } = await conversation(
      home,
      [
        'setup',
        ...oauth(),
        '--client',
        'none',
        '--policy',
        'careful',
        '--keep',
        'file',
        '--address',
        'none',
        '--calendars',
        'cal',
        '--no-browser',
      ],
      [
        [/paste the address/, ''],
        [/Write these/, ENTER],
      ],
      async (shown) => {
        const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/auth\?\S+/.exec(shown.replace(/\n│ {2}/g, '')) ?? [];
        return `${await visit(url, { stopAt: new URL(url).searchParams.get('redirect_uri') ?? '' })}${ENTER}`;
      },
    );
    expect({ code, screen }).toMatchObject({
      code: 0,
      screen: expect.stringContaining('The server answers'),
    });
  });
});

it('Ctrl-C during a login leaves nothing', async () => {
  const before = treeOf(home.root);
  const args = ['setup', ...oauth(), '--no-browser'];
  const { code, screen } = await conversation(home, args, [[/paste the address/, CTRL_C]]);
  expect({ code, screen }).toMatchObject({
    code: 130,
    screen: expect.stringContaining('Nothing was changed.'),
  });
  expect(treeOf(home.root)).toEqual(before);
});

describe('Nextcloud', () => {
  it('is signed in to in the browser, which makes an app password that is kept', async () => {
    const cloud = await startNextcloud();
    const made = () => [...cloud.made.keys()];
    home.dav.fault = ({ request, answer }) => {
      const accepted = made().map((password) => `Basic ${Buffer.from(`ana:${password}`).toString('base64')}`);
      if (accepted.includes(request.headers.authorization ?? '')) return false;
      answer({ status: 401 });
      return true;
    };
    // The login and the calendars of a real one are on the same host.
    cloud.calendars = home.dav.origin;
    const going = asked().then((url) => visit(url));
    const place = ['--provider', 'nextcloud', '--url', cloud.url, '--user', 'ana'];
    const ended = await run(['setup', ...place, '--client', 'none', '--yes'], browser());
    await going;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(home.root, '.config/calendar-mcp/secrets/nextcloud'), 'utf8')).toBe(
      `${made()[0]}\n`,
    );
    cloud.close();
  });
});

describe('a login', () => {
  it('changes a password only for one that works', async () => {
    home.dav.fault = ({ request, answer }) => {
      if (request.headers.authorization === `Basic ${Buffer.from('ana:new one').toString('base64')}`)
        return false;
      answer({ status: 401 });
      return true;
    };
    const accounts = [
      { kind: 'caldav', name: 'work', url: home.dav.origin, username: 'ana', passwordFile: 'pass' },
    ];
    home.put('.config/calendar-mcp/calendar-mcp.json', JSON.stringify({ accounts }));
    home.put('.config/calendar-mcp/pass', 'old one\n');
    const before = treeOf(home.root);
    expect(await run(['login', 'work', '--password-stdin'], {}, 'wrong')).toMatchObject({ code: 1 });
    expect(treeOf(home.root)).toEqual(before);
    expect(await run(['login', 'wrok', '--password-stdin'], {}, 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"work"'),
    });
    expect(await run(['login', '--password-stdin'], {}, 'new one')).toMatchObject({ code: 0 });
    expect(readFileSync(join(home.root, '.config/calendar-mcp/pass'), 'utf8')).toBe('new one\n');
  });
});

describe.skipIf(!hasSecretService())('with a keychain', () => {
  it('the password is there and in no file, and leaves with its account', async () => {
    home.dav.fault = undefined;
    const keyring = keyringHome();
    const session = await keyring.session('open');
    const env = { DBUS_SESSION_BUS_ADDRESS: session.env.DBUS_SESSION_BUS_ADDRESS ?? '' };
    const place = ['--url', home.dav.origin, '--user', 'ana', '--account', 'work'];
    const ended = await run(
      ['setup', ...place, '--password-stdin', '--client', 'none', '--yes'],
      env,
      'canary',
    );
    expect(ended.stdout).toContain('Keychain: the entry of "calendar-mcp" for "work"');
    const { accounts } = JSON.parse(readFileSync(config(), 'utf8'));
    expect(accounts).toMatchObject([{ passwordKeychain: { service: 'calendar-mcp', account: 'work' } }]);
    expect(Buffer.from(Object.values(treeOf(home.root)).join(' ')).toString()).not.toContain('canary');
    expect(await run(['accounts', 'test'], env)).toMatchObject({ code: 0 });
    expect(await run(['accounts', 'remove', 'work', '--yes'], env)).toMatchObject({ code: 0 });
    const found = (): string =>
      execFileSync('/usr/bin/secret-tool', ['lookup', 'service', 'calendar-mcp', 'username', 'work'], {
        env: { ...session.env },
      }).toString();
    expect(found).toThrow();
    await session.end();
    keyring.remove();
  });
});
