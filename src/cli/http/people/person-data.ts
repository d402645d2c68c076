import type { SignedInUser } from '../../../ports/users/user-directory.js';
import { parseAuditLine } from '../../../state/audit/audit-files.js';
import type { Database } from '../../../state/database/database.js';
import {
  auditOfUser,
  newestAuditOfUser,
  objectsOfUser,
  stateOfUser,
} from '../../../state/database/users/export-user.js';
import type { People } from './open-people.js';

/** Everything that is kept of a person as one JSON document, in pieces. Of passwords, that there is one. */
export async function* personData(
  { database, directory, sessions }: People,
  user: SignedInUser,
): AsyncGenerator<string> {
  const accounts = (await directory.accounts(user.id)).map((account) => ({
    ...account,
    password: 'kept, sealed',
  }));
  const about = { user: datesIn(user), accounts, signedInBrowsers: await sessions.count(user.id) };
  yield `${JSON.stringify(about).slice(0, -1)},"state":{`;
  let between = '';
  for await (const [key, json] of stateOfUser(database, user.id)) {
    yield `${between}\n${JSON.stringify(key)}:${json}`;
    between = ',';
  }
  yield '},"audit":[';
  between = '';
  for await (const line of auditOfUser(database, user.id)) {
    yield `${between}\n${line}`;
    between = ',';
  }
  yield '],"objects":[';
  between = '';
  for await (const object of objectsOfUser(database, user.id)) {
    yield `${between}\n${object}`;
    between = ',';
  }
  yield ']}\n';
}

/** The newest lines of the audit log first. */
export async function newestAudit(
  database: Database,
  { id }: SignedInUser,
  most: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines = await newestAuditOfUser(database, id, most);
  return lines.flatMap((text) => parseAuditLine(text) ?? []).map((line) => ({ ...line }));
}

function datesIn({ createdAt, signedInAt, revision: _, ...user }: SignedInUser): object {
  return {
    ...user,
    createdAt: new Date(createdAt).toISOString(),
    signedInAt: new Date(signedInAt).toISOString(),
  };
}
