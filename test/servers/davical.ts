import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersPropfind, end, freePort, start, untilReady } from './local-process.js';
import { startPostgres } from './postgres.js';
import { ROOM, type TestServer, USERS } from './test-server.js';

const ROUTER = fileURLToPath(new URL('php/davical-router.php', import.meta.url));
const TABLES = '/usr/share/davical/dba/create-database.sh';

/** DAViCal on PHP's own web server, with its own PostgreSQL; it delivers invitations. */
export async function startDavical(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'davical-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const log = join(folder, 'log');
  const database = await startPostgres(folder);
  const stopDatabase = async (): Promise<void> => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await database.admin('sh', [TABLES, 'davical', 'adminpw']);
    await database.admin('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-c', usersSql(), 'davical']);
    await writeFile(join(folder, 'davical-conf.php'), configuration(database.socket));
  } catch (error) {
    await stopDatabase();
    throw error;
  }
  const env = { DAVICAL_FOLDER: folder, PHP_CLI_SERVER_WORKERS: '4' };
  const child = start('/usr/bin/php', ['-S', `127.0.0.1:${port}`, ROUTER], log, { env, cwd: folder });
  const [{ username, password }] = USERS;
  const url = `http://127.0.0.1:${port}/caldav.php/`;
  const stop = async (): Promise<void> => {
    await end(child);
    await stopDatabase();
  };
  try {
    await untilReady(child, log, () => answersPropfind(url, { username, password }));
    for (const user of [...USERS, ROOM])
      await makeInvitationCalendar(`${url}${user.username}/calendar/`, user);
  } catch (error) {
    await stop();
    throw error;
  }
  return { name: 'davical', url, username, password, stop };
}

/** Makes the calendar that invitations need. */
async function makeInvitationCalendar(
  url: string,
  user: Pick<(typeof USERS)[number] | typeof ROOM, 'username' | 'password'>,
): Promise<void> {
  const headers = { Authorization: `Basic ${btoa(`${user.username}:${user.password}`)}` };
  const { status } = await fetch(url, { method: 'MKCALENDAR', headers });
  if (status !== 201) throw new Error(`DAViCal answers MKCALENDAR with ${status}`);
}

function usersSql(): string {
  const rows = USERS.map(
    ({ username, password, mail }) =>
      `(true, '${username}', '${username}', '${mail}', now(), '**${password}')`,
  );
  return (
    `INSERT INTO usr (active, username, fullname, email, email_ok, password) VALUES ${rows.join(', ')};` +
    'INSERT INTO principal (type_id, user_no, displayname, default_privileges) ' +
    "SELECT 1, user_no, fullname, privilege_to_bits(ARRAY['read-free-busy', 'schedule-deliver']) " +
    `FROM usr WHERE username IN (${USERS.map(({ username }) => `'${username}'`).join(', ')});` +
    'INSERT INTO usr (active, username, fullname, email, email_ok, password) ' +
    `VALUES (true, '${ROOM.username}', '${ROOM.name}', '${ROOM.mail}', now(), '**${ROOM.password}');` +
    'INSERT INTO principal (type_id, user_no, displayname, default_privileges) ' +
    "SELECT 2, user_no, fullname, privilege_to_bits(ARRAY['read', 'read-free-busy', 'schedule-deliver']) " +
    `FROM usr WHERE username = '${ROOM.username}'`
  );
}

function configuration(socket: string): string {
  return [
    '<?php',
    "$_SERVER['SERVER_NAME'] = '127.0.0.1';",
    "$c->domain_name = '127.0.0.1';",
    `$c->pg_connect = array('dbname=davical user=davical_app host=${socket}');`,
    '$c->enable_scheduling = true;',
    '$c->enable_auto_schedule = true;',
    '$c->readonly_webdav_collections = false;',
    '$c->hide_TODO = false;',
    '',
  ].join('\n');
}
