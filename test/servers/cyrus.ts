import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '../patience.js';
import { answersPropfind, end, freePort, start, untilReady } from './local-process.js';
import { ROOM, type TestServer, USERS } from './test-server.js';

const PROGRAMS = '/usr/lib/cyrus/bin';
const ADMIN = { username: 'cyrus', password: 'cyruspw' };

/** Cyrus in a temporary folder, as its own system user; every user gets a calendar named Default. */
export async function startCyrus(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cyrus-'));
  await chmod(folder, 0o755);
  const [http, imap] = [await freePort(), await freePort()];
  const log = join(folder, 'log');
  const pidFile = join(folder, 'conf', 'master.pid');
  for (const name of ['conf', 'spool', 'proc', 'lock', 'sieve', 'sock']) {
    await mkdir(join(folder, name), { mode: 0o750 });
  }
  await writeFile(join(folder, 'imapd.conf'), imapdConf(folder));
  await writeFile(join(folder, 'cyrus.conf'), cyrusConf(folder, http, imap));
  for (const { username, password } of [ADMIN, ...USERS, ROOM]) {
    const args = ['-p', '-c', '-f', join(folder, 'sasldb2'), '-u', 'localhost', username];
    execFileSync('/usr/sbin/saslpasswd2', args, { input: `${password}\n` });
  }
  for (const name of ['conf', 'spool', 'proc', 'lock', 'sieve', 'sock', 'sasldb2']) {
    execFileSync('chown', ['-R', 'cyrus:mail', join(folder, name)]);
  }
  const files = ['-C', join(folder, 'imapd.conf'), '-M', join(folder, 'cyrus.conf'), '-p', pidFile];
  const child = start('runuser', ['-u', 'cyrus', '-g', 'mail', '--', `${PROGRAMS}/master`, ...files], log);
  const [{ username, password }] = USERS;
  const url = `http://127.0.0.1:${http}/dav/`;
  const stop = async (): Promise<void> => {
    await end(child, (signal) => signalMaster(pidFile, signal));
    await rm(folder, { recursive: true, force: true });
  };
  let mailboxes = false;
  try {
    await untilReady(child, log, async () => {
      // A user needs a mailbox before Cyrus makes the calendar home.
      if (!mailboxes) await createMailboxes(imap);
      mailboxes = true;
      const homes = [...USERS, ROOM].map((user) =>
        answersPropfind(`${url}calendars/user/${user.username}/`, user),
      );
      return (await Promise.all(homes)).every(Boolean);
    });
    await openRoom(imap);
  } catch (error) {
    await stop();
    throw error;
  }
  return { name: 'cyrus', url, username, password, stop };
}

/** Lets others see the room and its busy times. Cyrus 3.6 cannot mark it as a room. */
async function openRoom(imap: number): Promise<void> {
  const boxes = ['', '/#calendars', '/#calendars/Default'].map((box) => `user/${ROOM.username}${box}`);
  await tellImap(
    imap,
    boxes.map((box, index) => `r${index} SETACL ${box} anyone lr9`),
  );
}

/** Signals the exact process whose id the server wrote; runuser, its parent, ends with it. */
function signalMaster(pidFile: string, signal: NodeJS.Signals): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').trim()), signal);
  } catch {
    // It has already ended, or never started.
  }
}

async function createMailboxes(port: number): Promise<void> {
  await tellImap(
    port,
    [...USERS, ROOM].map(({ username }, index) => `b${index} CREATE user/${username}`),
  );
}

async function tellImap(port: number, commands: readonly string[]): Promise<void> {
  const lines = [`a LOGIN ${ADMIN.username} ${ADMIN.password}`, ...commands, 'z LOGOUT'];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('IMAP is silent')));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answers += chunk.toString('latin1');
      if (!/^z OK/m.test(answers)) return;
      socket.end();
      if (/^a OK/m.test(answers)) resolve();
      else reject(new Error('IMAP login failed'));
    });
    socket.write(`${lines.join('\r\n')}\r\n`);
  });
}

function imapdConf(folder: string): string {
  const settings: Readonly<Record<string, string>> = {
    configdirectory: `${folder}/conf`,
    proc_path: `${folder}/proc`,
    mboxname_lockpath: `${folder}/lock`,
    sievedir: `${folder}/sieve`,
    defaultpartition: 'main',
    'partition-main': `${folder}/spool`,
    lmtpsocket: `${folder}/sock/lmtp`,
    idlesocket: `${folder}/sock/idle`,
    notifysocket: `${folder}/sock/notify`,
    admins: ADMIN.username,
    unixhierarchysep: 'yes',
    altnamespace: 'no',
    allowplaintext: 'yes',
    servername: 'localhost',
    sasl_mech_list: 'PLAIN',
    sasl_pwcheck_method: 'auxprop',
    sasl_auxprop_plugin: 'sasldb',
    sasl_sasldb_path: `${folder}/sasldb2`,
    httpmodules: 'caldav carddav',
    caldav_allowscheduling: 'on',
    caldav_create_default: 'yes',
    caldav_create_attach: 'no',
    calendar_user_address_set: 'example.org',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function cyrusConf(folder: string, http: number, imap: number): string {
  const run = (program: string): string => `"${PROGRAMS}/${program} -C ${folder}/imapd.conf`;
  return [
    'START {',
    `  recover cmd=${run('ctl_cyrusdb')} -r"`,
    '}',
    'SERVICES {',
    `  imap cmd=${run('imapd')}" listen="127.0.0.1:${imap}" proto="tcp4" prefork=0`,
    `  http cmd=${run('httpd')}" listen="127.0.0.1:${http}" proto="tcp4" prefork=2 maxchild=200`,
    '}',
    'EVENTS {',
    '}',
    '',
  ].join('\n');
}
