// @module-tag programs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { builtMain } from '../server/built-server.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

/** The shipped program, until it has printed its link. */
async function startOpen(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const home = sandbox();
  atEnd(home.remove);
  const all = [builtMain(), 'open', '--dir', join(home.root, 'calendars'), '--create', ...args];
  const child = spawn(process.execPath, all, { env: { ...home.env, CALENDAR_LOG: 'debug', ...env } });
  atEnd(() => child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part) => {
      said[name] += String(part);
    });
  await expect.poll(() => said.stdout).toMatch(/Ctrl-C/);
  const [link = ''] = /http:\S+/.exec(said.stdout) ?? [];
  return { child, said, link, key: new URL(link).searchParams.get('key') ?? '' };
}

describe('calendar-mcp open', () => {
  it('prints a link that opens the week once, on this computer, and ends with Ctrl-C', async () => {
    const { child, said, link, key } = await startOpen(['--no-browser']);
    expect(said.stdout).toMatch(
      /^Open this link in a browser on this computer:\nhttp:\/\/127\.0\.0\.1:\d+\/open\?key=[\w-]{43}\n/,
    );
    const week = new URL('/week', link);
    expect((await fetch(week)).status).toBe(401);
    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/week']);
    const [cookie = ''] = opened.headers.getSetCookie()[0]?.split(';') ?? [];
    const page = await fetch(week, { headers: { Cookie: cookie } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="answer"')]);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
    expect(said.stderr).not.toContain(key);
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('opens the browser with it', async () => {
    const { root, remove } = sandbox();
    atEnd(remove);
    const [program, seen] = [join(root, 'browser'), join(root, 'seen')];
    writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > '${seen}'\n`);
    chmodSync(program, 0o700);
    const { said, link } = await startOpen([], { BROWSER: program });
    await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8')).toBe(link);
    expect(said.stdout).toMatch(/^Your week opens in your browser\./);
  });

  it('asks whose week it is where each user has calendars of their own', async () => {
    const { root, env, remove } = sandbox();
    atEnd(remove);
    const config = join(root, 'calendar-mcp.json');
    const http = { tokenFile: 'tokens', users: [{ token: 'ana', config: 'ana.json' }] };
    writeFileSync(config, JSON.stringify({ http }), { mode: 0o600 });
    for (const [args, says] of [
      [[], 'name one with --user'],
      [['--user', 'cleo'], '--user names no user'],
    ] as const) {
      const { code, stdout, stderr } = await runInProcess(['open', '--config', config, ...args], { env });
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
    }
  });
});
