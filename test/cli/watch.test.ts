// @module-tag programs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtMain } from '../server/built-server.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
beforeAll(() => void mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true }));
afterAll(() => home.remove());

function watching(env: Record<string, string>) {
  const child = spawn(process.execPath, [builtMain(), 'watch'], { env });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const shows = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, 'data');
  };
  return { child, said: () => output, shows };
}

it('draws the day again when a calendar changes, rests in between, and ends on Ctrl-C', async () => {
  const { child, said, shows } = watching(home.env);
  await shows('nothing planned');
  await runInProcess(['add', 'tea today from 17:00 to 18:00', '--yes'], { env: home.env });
  await shows('17:00 – 18:00 ▌Work Tea');
  // The same picture is not drawn twice.
  expect(said().match(/Tea/g)).toHaveLength(1);
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
});

it('says what could not be read, and keeps what was seen', async () => {
  const box = sandbox();
  const folder = join(box.root, 'calendars');
  mkdirSync(join(folder, 'Work'), { recursive: true });
  await runInProcess(['add', 'tea today from 17:00 to 18:00', '--yes'], { env: box.env });
  const { child, said, shows } = watching(box.env);
  try {
    await shows('Work Tea');
    // A file that is no calendar any more.
    writeFileSync(join(folder, 'Work', 'broken.ics'), 'BEGIN:VCALENDAR');
    await shows('Not shown: 1 event of Work.');
    expect(said().match(/Work Tea/g)).toHaveLength(2);
  } finally {
    child.kill('SIGINT');
    await once(child, 'close');
    box.remove();
  }
});
