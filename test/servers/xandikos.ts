import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersPropfind, end, freePort, start, untilReady } from './local-process.js';
import { type TestServer, USERS } from './test-server.js';

/** Xandikos in a temporary folder. It has one user and accepts any name and password. */
export async function startXandikos(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'xandikos-'));
  const port = await freePort();
  const log = join(folder, 'log');
  const [{ username, password }] = USERS;
  await mkdir(join(folder, 'store'));
  const child = start(
    '/usr/bin/xandikos',
    ['-d', join(folder, 'store'), '-l', '127.0.0.1', '-p', String(port)].concat([
      '--current-user-principal',
      `/${username}/`,
      '--defaults',
    ]),
    log,
    { env: { HOME: folder } },
  );
  const url = `http://127.0.0.1:${port}/`;
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child, log, () => answersPropfind(url, { username, password }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { name: 'xandikos', url, username, password, stop };
}
