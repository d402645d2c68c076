import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersPropfind, end, freePort, start, untilReady } from './local-process.js';
import { type TestServer, USERS } from './test-server.js';

export interface Login {
  readonly username: string;
  readonly password: string;
}

export interface RadicaleSettings {
  /** Users with calendars there. */
  readonly logins?: readonly Login[];
  readonly port?: number;
}

/** Radicale in a temporary folder; it starts without calendars, or with those that `fill` puts into its store. */
export async function startRadicale(
  fill?: (store: string) => Promise<void>,
  { logins = USERS, ...at }: RadicaleSettings = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'radicale-'));
  const port = at.port ?? (await freePort());
  const log = join(folder, 'log');
  await mkdir(join(folder, 'store'));
  await fill?.(join(folder, 'store'));
  await writeFile(
    join(folder, 'users'),
    logins.map(({ username, password }) => `${username}:${password}\n`).join(''),
  );
  const config = [
    '[server]',
    `hosts = 127.0.0.1:${port}`,
    'max_connections = 40',
    '[auth]',
    'type = htpasswd',
    'htpasswd_encryption = plain',
    `htpasswd_filename = ${join(folder, 'users')}`,
    'delay = 0',
    '[rights]',
    'type = owner_only',
    '[storage]',
    `filesystem_folder = ${join(folder, 'store')}`,
    '[logging]',
    'level = warning',
  ];
  await writeFile(join(folder, 'config'), `${config.join('\n')}\n`);
  const child = start('/usr/bin/radicale', ['--config', join(folder, 'config')], log);
  const [{ username, password } = USERS[0]] = logins;
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
  return { name: 'radicale', url, username, password, stop };
}
