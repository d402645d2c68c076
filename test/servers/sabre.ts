import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersPropfind, end, freePort, run, start, untilReady } from './local-process.js';
import { type TestServer, USERS } from './test-server.js';

const PROGRAM = fileURLToPath(new URL('php/sabre.php', import.meta.url));
const TABLES = fileURLToPath(new URL('php/sabre-tables.php', import.meta.url));

/** sabre/dav on PHP's own web server and SQLite: the family of Nextcloud and Baikal. It requires Digest. */
export async function startSabre(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sabre-'));
  const port = await freePort();
  const log = join(folder, 'log');
  const env = { SABRE_FOLDER: folder, PHP_CLI_SERVER_WORKERS: '4' };
  await run('/usr/bin/php', [TABLES, JSON.stringify(USERS)], { env });
  const child = start('/usr/bin/php', ['-S', `127.0.0.1:${port}`, PROGRAM], log, { env, cwd: folder });
  const [{ username, password }] = USERS;
  const url = `http://127.0.0.1:${port}/`;
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // It refuses Basic; any answer is enough.
    await untilReady(child, log, () => answersPropfind(url, { username, password }, 401));
  } catch (error) {
    await stop();
    throw error;
  }
  return { name: 'sabre', url, username, password, stop };
}
