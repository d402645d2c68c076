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

/** Streams all data about a person as one JSON document. Includes no password, only that there is one. */
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
  yield* listed(stateOfUser(database, user.id), ([key, json]) => `${JSON.stringify(key)}:${json}`);
  yield '},"audit":[';
  yield* listed(auditOfUser(database, user.id), String);
  yield '],"objects":[';
  yield* listed(objectsOfUser(database, user.id), String);
  yield ']}\n';
}

/** Prints one item per line, separated by commas. */
async function* listed<T>(all: AsyncIterable<T>, print: (one: T) => string): AsyncGenerator<string> {
  let between = '';
  for await (const one of all) {
    yield `${between}\n${print(one)}`;
    between = ',';
  }
}

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
