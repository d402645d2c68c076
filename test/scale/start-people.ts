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
import type { Login } from '../servers/radicale.js';
import { SILENT } from '../state/database/fresh-database.js';

const AUDIENCE = 'http://localhost/mcp';
const NAME = 'radicale';
/** At once, as many as the connections that put them there. */
const AT_ONCE = 4;

/** An account on Radicale, with one calendar. */
export interface FilledLogin extends Login {
  readonly events: number;
}

/** Replicas for people who sign in, each of whom has an account on one Radicale already; several may have the same. */
export async function startPeople(
  count: number,
  persons: ReadonlyMap<string, FilledLogin>,
  { http, env, policy = 'trusted', radicale, ...settings }: ClusterSettings,
) {
  const issuer = await startIssuer(AUDIENCE);
  atEnd(issuer.close);
  const folder = await mkdtemp(join(tmpdir(), 'people-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const key = join(folder, 'key');
  await writeFile(key, randomBytes(32).toString('base64'), { mode: 0o600 });
  const signIn = {
    ...{ issuer: issuer.settings.issuer, clientId: 'calendar', audience: AUDIENCE },
    ...{ privateAddresses: true, policy },
  };
  const logins = [...new Set(persons.values())];
  const cluster = await startCluster(count, 'radicale', {
    ...settings,
    http: { stateless: true, publicUrl: 'http://localhost', ...http, signIn },
    env: { CALENDAR_SECRET_KEY_FILE: key, ...env },
    fill: (store) => fillStore(store, logins),
    radicale: { ...radicale, logins },
  });
  const database = openDatabase({ url: cluster.database, connections: AT_ONCE }, SILENT);
  const directory = createDatabaseUsers(database);
  const sealers = createKeyring({ kind: 'file', path: key });
  const add = async (name: string, { username, password }: Login) => {
    const url = cluster.account?.url ?? '';
    const { id } = await directory.signedIn(userIdOf(signIn.issuer, name), name);
    await directory.addAccount(id, { name: NAME, url, username, test: { at: 0 } }, 1);
    const to = JSON.stringify([url, username]);
    await createDatabaseVault(database, ownerOf(id), sealers).keep(
      { account: NAME, kind: 'password', to },
      password,
    );
  };
  const everyone = [...persons];
  for (let at = 0; at < everyone.length; at += AT_ONCE)
    await Promise.all(everyone.slice(at, at + AT_ONCE).map(([name, account]) => add(name, account)));
  await database.close();
  const tokens = new Map<string, string>();
  for (const name of persons.keys())
    tokens.set(name, await issuer.token({ sub: name, exp: issuer.now + 4 * 3600 }));
  return { cluster, tokenOf: (name: string) => tokens.get(name) ?? '' };
}

/** Puts a calendar of each of them into a store of Radicale. */
export async function fillStore(store: string, logins: readonly FilledLogin[]): Promise<void> {
  for (const { username, events } of logins) {
    const folder = join(store, 'collection-root', username, 'calendar');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.Radicale.props'), '{"tag":"VCALENDAR"}');
    for (let n = 0; n < events; n++) await writeFile(join(folder, `event-${n}.ics`), event(n));
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
