import { existsSync } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { end, run, signalGroup, start, systemUser, untilReady } from './local-process.js';

/** A separate PostgreSQL, removed with the server that uses it. */
export interface Postgres {
  /** Folder of its socket. */
  readonly socket: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program as the database administrator. */
  admin(command: string, args: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const ROOT = '/usr/lib/postgresql';
/** Tests need not survive a power failure; committed data survives the end of every process. */
const CARELESS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB'];
/** Settings of a production server, for measurements. */
export const DURABLE = ['fsync=on', 'shared_buffers=256MB', 'max_wal_size=4GB'];

/** Starts a cluster in `folder`, on a socket and, if given, on a port of 127.0.0.1. An existing one keeps its data. */
export async function startPostgres(
  folder: string,
  port?: number,
  kind: readonly string[] = CARELESS,
): Promise<Postgres> {
  const versions = (await readdir(ROOT)).sort((left, right) => Number(right) - Number(left));
  const programs = join(ROOT, versions[0] ?? '', 'bin');
  const user = await systemUser('postgres');
  const [data, socket] = [join(folder, 'pg'), join(folder, 'sock')];
  if (!existsSync(data)) {
    for (const path of [data, socket]) {
      await mkdir(path);
      await chown(path, user.uid, user.gid);
    }
    const options = ['-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
    await run(join(programs, 'initdb'), ['-D', data, ...options], { user, cwd: socket });
  }
  const settings = [
    `unix_socket_directories=${socket}`,
    `listen_addresses=${port === undefined ? '' : '127.0.0.1'}`,
    ...(port === undefined ? [] : [`port=${port}`]),
    ...kind,
  ];
  const log = join(folder, 'pg.log');
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const child = start(join(programs, 'postgres'), args, log, { user, cwd: socket });
  const env = {
    PGHOST: socket,
    PGOPTIONS: '--client-min-messages=warning',
    ...(port === undefined ? {} : { PGPORT: String(port) }),
  };
  const admin = async (command: string, rest: readonly string[]): Promise<void> => {
    await run(command, rest, { user, env, cwd: socket });
  };
  // On SIGTERM, it would wait until every client has gone.
  const stop = (): Promise<void> =>
    end(child, (signal) => signalGroup(child, signal === 'SIGTERM' ? 'SIGINT' : signal));
  try {
    await untilReady(child, log, async () => {
      await admin(join(programs, 'psql'), ['-qXc', 'SELECT 1', 'postgres']);
      return true;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { socket, env, admin, stop };
}
