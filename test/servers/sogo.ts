import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answersPropfind,
  end,
  freePort,
  signalGroup,
  start,
  systemUser,
  untilReady,
} from './local-process.js';
import { startPostgres } from './postgres.js';
import { ROOM, type TestServer, USERS } from './test-server.js';

/** SOGo without mail and without a front web server, with its own PostgreSQL and memcached. */
export async function startSogo(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sogo-'));
  await chmod(folder, 0o755);
  const [port, databasePort] = [await freePort(), await freePort()];
  const log = join(folder, 'log');
  const running = join(folder, 'run');
  const user = await systemUser('sogo');
  await mkdir(running);
  await chown(running, user.uid, user.gid);
  const database = await startPostgres(folder, databasePort);
  const options = { user, cwd: running, env: { HOME: running } };
  const cacheSocket = join(running, 'cache');
  const cache = start('/usr/bin/memcached', ['-s', cacheSocket, '-m', '32'], log, options);
  const stopOthers = async (): Promise<void> => {
    await Promise.all([end(cache), database.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await database.admin('psql', ['-qX', '-c', 'CREATE USER sogo', 'postgres']);
    await database.admin('psql', ['-qX', '-c', 'CREATE DATABASE sogo OWNER sogo', 'postgres']);
    await database.admin('psql', ['-qX', '-U', 'sogo', '-c', usersSql(), 'sogo']);
  } catch (error) {
    await stopOthers();
    throw error;
  }
  const url = `http://127.0.0.1:${port}/SOGo/dav/`;
  const settings = configuration(`postgresql://sogo:x@127.0.0.1:${databasePort}/sogo`, cacheSocket);
  const process = ['-WOPort', `127.0.0.1:${port}`, '-WONoDetach', 'YES', '-WOWorkersCount', '3'];
  const files = ['-WOPidFile', join(running, 'pid'), '-WOLogFile', '-'];
  const child = start('/usr/sbin/sogod', [...process, ...files, ...settings], log, options);
  const stop = async (): Promise<void> => {
    // It is slow on SIGTERM, and nothing in it needs saving.
    await end(child, () => signalGroup(child, 'SIGKILL'));
    await stopOthers();
  };
  try {
    for (const { username, password } of USERS) {
      const calendar = `${url}${username}/Calendar/personal/`;
      await untilReady(child, log, () => answersPropfind(calendar, { username, password }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const [{ username, password }] = USERS;
  return { name: 'sogo', url, username, password, stop };
}

function usersSql(): string {
  const rows = USERS.map(
    ({ username, password, mail }) =>
      `('${username}', '${username}', '${password}', '${username}', '${mail}', NULL, NULL)`,
  );
  rows.push(
    `('${ROOM.username}', '${ROOM.username}', '${ROOM.password}', '${ROOM.name}', '${ROOM.mail}', 'room', 1)`,
  );
  return (
    'CREATE TABLE sogo_users (c_uid text PRIMARY KEY, c_name text, c_password text, c_cn text, mail text, kind text, bookings integer);' +
    `INSERT INTO sogo_users VALUES ${rows.join(', ')}`
  );
}

function configuration(database: string, cacheSocket: string): string[] {
  const users =
    `({type=sql; id=users; viewURL="${database}/sogo_users"; canAuthenticate=YES; isAddressBook=YES; ` +
    'displayName=Users; userPasswordAlgorithm=plain; KindFieldName=kind; MultipleBookingsFieldName=bookings;})';
  const settings: Readonly<Record<string, string>> = {
    SOGoProfileURL: `${database}/sogo_user_profile`,
    OCSFolderInfoURL: `${database}/sogo_folder_info`,
    OCSSessionsFolderURL: `${database}/sogo_sessions_folder`,
    OCSEMailAlarmsFolderURL: `${database}/sogo_alarms_folder`,
    SOGoUserSources: users,
    SOGoMemcachedHost: cacheSocket,
    SOGoTimeZone: 'UTC',
    SOGoAppointmentSendEMailNotifications: 'NO',
    SOGoCalendarDAVAccessEnabled: 'YES',
    SOGoIMAPServer: '',
    SOGoMaximumFailedLoginCount: '0',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value]);
}
