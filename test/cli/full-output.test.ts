// @module-tag programs
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtMain } from '../server/built-server.js';
import { sandbox } from '../server/stdio-process.js';
import { untilIdle } from '../until-idle.js';

const DESCRIPTION = Array.from({ length: 100 }, () => 'DESCRIPTION more than fits, ').join('\r\n ');

it('a command whose output nobody reads ends at the first signal', async () => {
  const { root, env, remove } = sandbox();
  const folder = join(root, 'calendars', 'Calendar');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < 100; n++) {
    const event = [`UID:e${n}`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261124T100000Z', `SUMMARY:E${n}`];
    const lines = ['BEGIN:VEVENT', ...event, `DESCRIPTION:${DESCRIPTION}`, 'END:VEVENT'];
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''];
    writeFileSync(join(folder, `e${n}.ics`), text.join('\r\n'));
  }
  const pipe = join(root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open at both ends, and never read.
  const held = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const query = JSON.stringify({ query: { type: 'events', format: 'ics' } });
  const child = spawn(process.execPath, [builtMain(), 'read', query], {
    env,
    stdio: ['ignore', held, 'inherit'],
  });
  try {
    const ended = once(child, 'exit');
    // However busy the machine is, it has written what the pipe takes.
    await untilIdle(child);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  } finally {
    child.kill('SIGKILL');
    closeSync(held);
    remove();
  }
});
