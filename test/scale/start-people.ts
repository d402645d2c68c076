import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userIdOf } from '../../src/login/open-id.js';
import { ownerOf } from '../../src/ports/users/user-directory.js';
import { createKeyring } from '../../src/secrets/sealed/keyring.js';
import { openDatabase } from '../../src/state/database/database.js';
import { createDatabaseVault } from '../../src/state/database/sealed/database-vault.js';
import { createDatabaseUsers } from '../../src/state/database/users/database-users.js';
import { atEnd } from '../at-end.js';
import { calendarOf } from '../conformance/events.js';
import { type ClusterSettings, startCluster } from '../replicas/cluster.js';
import { startIssuer } from '../server/http/issuer.js';
import { USERS } from '../servers/test-server.js';
import { SILENT } from '../state/database/fresh-database.js';

const AUDIENCE = 'http://localhost/mcp';
const NAME = 'radicale';
/** At once, as many as the connections that put them there. */
const AT_ONCE = 4;

interface Persons {
  readonly busy: readonly string[];
  readonly others: readonly string[];
  /** Of each who is busy. */
  readonly events: number;
}

/**
 * Replicas for people who sign in, who all have an account on one Radicale already: the `busy` ones that of alice, with
 * events, the others that of bob.
 */
export async function startPeople(
  count: number,
  { busy, others, events }: Persons,
  { http, env, ...settings }: ClusterSettings,
) {
  const issuer = await startIssuer(AUDIENCE);
  atEnd(issuer.close);
  const folder = await mkdtemp(join(tmpdir(), 'people-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const key = join(folder, 'key');
  await writeFile(key, randomBytes(32).toString('base64'), { mode: 0o600 });
  const signIn = {
    ...{ issuer: issuer.settings.issuer, clientId: 'calendar', audience: AUDIENCE },
    ...{ privateAddresses: true, policy: 'trusted' },
  };
  const cluster = await startCluster(count, 'radicale', {
    ...settings,
    http: { stateless: true, publicUrl: 'http://localhost', ...http, signIn },
    env: { CALENDAR_SECRET_KEY_FILE: key, ...env },
    fill: (store) => fillStore(store, events),
  });
  const database = openDatabase({ url: cluster.database, connections: AT_ONCE }, SILENT);
  const directory = createDatabaseUsers(database);
  const sealers = createKeyring({ kind: 'file', path: key });
  const [alice, bob] = USERS;
  const add = async (name: string, { username, password }: (typeof USERS)[number]) => {
    const url = cluster.account?.url ?? '';
    const { id } = await directory.signedIn(userIdOf(signIn.issuer, name), name);
    await directory.addAccount(id, { name: NAME, url, username, test: { at: 0 } }, 1);
    const to = JSON.stringify([url, username]);
    await createDatabaseVault(database, ownerOf(id), sealers).keep(
      { account: NAME, kind: 'password', to },
      password,
    );
  };
  const everyone = [
    ...busy.map((name) => [name, alice] as const),
    ...others.map((name) => [name, bob] as const),
  ];
  for (let at = 0; at < everyone.length; at += AT_ONCE)
    await Promise.all(everyone.slice(at, at + AT_ONCE).map(([name, account]) => add(name, account)));
  await database.close();
  const tokens = new Map<string, string>();
  for (const name of [...busy, ...others])
    tokens.set(name, await issuer.token({ sub: name, exp: issuer.now + 4 * 3600 }));
  return { cluster, tokenOf: (name: string) => tokens.get(name) ?? '' };
}

/** A calendar with events of alice, and an empty one of bob. */
async function fillStore(store: string, events: number): Promise<void> {
  for (const [user, count] of [
    ['alice', events],
    ['bob', 0],
  ] as const) {
    const folder = join(store, 'collection-root', user, 'calendar');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.Radicale.props'), '{"tag":"VCALENDAR"}');
    for (let n = 0; n < count; n++) await writeFile(join(folder, `event-${n}.ics`), event(n));
  }
}

/** Of half an hour on some day of the year of the tests. */
function event(n: number): string {
  const day = new Date(Date.UTC(2026, 0, 1 + (n % 360), 8 + (n % 9)))
    .toISOString()
    .slice(0, 19)
    .replace(/[-:]/g, '');
  const text = `DESCRIPTION:${'About this and that. '.repeat(1 + (n % 10))}`;
  return calendarOf(`event-${n}`, [
    `DTSTART;TZID=Europe/Berlin:${day}`,
    'DURATION:PT30M',
    `SUMMARY:Event ${n}`,
    text,
  ]);
}
