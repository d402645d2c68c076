// @module-tag programs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepRefusal } from '../../src/backends/caldav/auth/kept-refusal.js';
import { createFileStore } from '../../src/state/file-store.js';
import { systemClock } from '../../src/system/system-clock.js';
import { atEnd } from '../at-end.js';
import { startFaultServer } from '../backends/caldav/fault-server.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const GOOD = 'sesame-canary-4711';
const BAD = 'a-wrong-canary';

/** A person at a shell: each command is a process of its own, on one state folder. */
async function shell() {
  const server = await startFaultServer();
  atEnd(server.close);
  server.fault = ({ request, answer }) => {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (Buffer.from(basic, 'base64').toString() === `ana:${GOOD}`) return false;
    answer({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="calendars"' } });
    return true;
  };
  const box = sandbox();
  atEnd(box.remove);
  const { CALENDAR_DIR: _, ...env } = box.env;
  const agenda = (password: string) =>
    runInProcess(['agenda', 'today'], {
      env: { ...env, CALDAV_URL: server.origin, CALDAV_USERNAME: 'ana', CALDAV_PASSWORD: password },
    });
  return { server, box, agenda };
}

describe('a wrong password at the shell', () => {
  it('is sent once, however often a status bar asks', async () => {
    const { server, box, agenda } = await shell();
    for (let run = 0; run < 4; run++)
      expect(await agenda(BAD)).toMatchObject({
        code: 1,
        stdout: expect.not.stringContaining('nothing planned'),
      });
    expect(server.requests).toHaveLength(1);
    const { stderr } = await agenda(BAD);
    expect(stderr).toMatch(/Check the user name and password[\s\S]*accounts test/);
    expect(stderr).not.toMatch(/refresh: true|repeat the call/);
    const state = box.env.CALENDAR_STATE_DIR ?? '';
    const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).toString('latin1')).not.toContain('canary');
  });

  it('is no obstacle once it is corrected, and forgotten then', async () => {
    const { box, agenda } = await shell();
    const kept = () => createFileStore(box.env.CALENDAR_STATE_DIR ?? '', systemClock()).keys('rest/');
    await agenda(BAD);
    expect(await kept()).toHaveLength(1);
    expect(await agenda(GOOD)).toMatchObject({ code: 0, stderr: '' });
    expect(await kept()).toEqual([]);
  });
});

it('the pause grows with each refusal of the same password, up to five minutes', async () => {
  const box = sandbox();
  atEnd(box.remove);
  let now = Date.now();
  const kept = keepRefusal(createFileStore(box.root, systemClock()), 'account', () => now);
  const pauses: number[] = [];
  for (let run = 0; run < 6; run++) {
    await kept.refused('Basic one');
    const since = now;
    while (await kept.isResting('Basic one')) now += 10_000;
    pauses.push((now - since) / 1000);
  }
  expect(pauses).toEqual([30, 60, 120, 240, 300, 300]);
  await kept.refused('Basic one');
  await kept.accepted();
  expect(await kept.isResting('Basic one')).toBe(false);
});
