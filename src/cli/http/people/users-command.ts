import { rm } from 'node:fs/promises';
import { counted } from '../../../../schemas/model/counted.js';
import { personFolder } from '../../../config/person-settings.js';
import { loadSettings, type Settings } from '../../../config/settings.js';
import { databasePlace } from '../../../config/stores-place.js';
import type { SignedInUser, UserDirectory } from '../../../ports/users/user-directory.js';
import { cleanText } from '../../../server/answers/clean-text.js';
import { openDatabase } from '../../../state/database/database.js';
import { createDatabaseUsers } from '../../../state/database/users/database-users.js';
import { SILENT_LOG } from '../../../system/json-log.js';
import { fittedTo } from '../../screen/screen.js';
import { askPerson } from '../../shell/ask-person.js';
import type { CommandCall } from '../../shell/command.js';
import { configuredDatabase } from '../../shell/configured-database.js';
import { UsageError } from '../../shell/usage-error.js';

interface Place extends CommandCall {
  readonly settings: Settings;
  readonly directory: UserDirectory;
}

const CHANGES: Readonly<Record<string, (place: Place, user: SignedInUser) => Promise<number>>> = {
  suspend: (place, user) => suspend(place, user, { suspended: true }),
  resume: (place, user) => suspend(place, user, { suspended: false }),
  delete: remove,
};

/** `users`: lists, suspends and deletes people who signed in. Shows no password and no calendar. */
export async function runUsers(call: CommandCall): Promise<number> {
  const [task = 'list', id] = call.args;
  const change = CHANGES[task];
  if (task !== 'list' && change === undefined)
    throw new UsageError(`"users" does not know "${task}": list, suspend, resume or delete.`);
  if (change !== undefined && id === undefined)
    throw new UsageError(`"users ${task}" takes the id of a user.`);
  const settings = await loadSettings(call.flags, call.env);
  const database = openDatabase(databasePlace(configuredDatabase(settings)), SILENT_LOG);
  try {
    const place = { ...call, settings, directory: createDatabaseUsers(database) };
    if (change === undefined) return await list(place);
    return await change(place, await named(place, id ?? ''));
  } finally {
    await database.close();
  }
}

async function list({ directory, options }: Place): Promise<number> {
  const users = await directory.list();
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(users, undefined, 2)}\n`);
    return 0;
  }
  if (users.length === 0) process.stdout.write('Nobody has signed in yet.\n');
  for (const { id, name, accounts, signedInAt, suspended } of users) {
    const day = new Date(signedInAt).toISOString().slice(0, 10);
    const state = suspended ? ', suspended' : '';
    process.stdout.write(
      `${id}  ${cleanText(name) || '-'}  ${counted(accounts, 'account')}, signed in ${day}${state}\n`,
    );
  }
  return 0;
}

/** Finds a user by ID or by a unique prefix of it. */
async function named({ directory }: Place, text: string): Promise<SignedInUser> {
  const found = (await directory.list()).filter(({ id }) => id.startsWith(text));
  const [user] = found;
  if (user !== undefined && found.length === 1) return user;
  throw new UsageError(
    found.length === 0 ? 'There is no such user: see "calendar-mcp users".' : 'Several ids begin like this.',
  );
}

async function suspend(
  { directory }: Place,
  { id }: SignedInUser,
  how: { readonly suspended: boolean },
): Promise<number> {
  await directory.suspend(id, how);
  return say(
    how.suspended
      ? 'Suspended: from now on, servers refuse this user. Everything kept about them stays.'
      : 'Resumed: servers let this user in again.',
  );
}

async function remove({ directory, settings, options }: Place, { id, name }: SignedInUser): Promise<number> {
  const ask = askPerson(options.yes === true);
  const who = cleanText(name) || id;
  const question = `This deletes ${who} with accounts, passwords, trash, undo and audit log.`;
  if (ask === undefined) throw new UsageError('Without a terminal, "users delete" needs --yes.');
  if ((await ask(question)) !== 'agreed') return 1;
  const { keptAudit } = await directory.delete(id);
  await rm(personFolder(settings, id), { recursive: true, force: true });
  say('Deleted. Other replicas remove their copies of calendars within an hour.');
  return keptAudit
    ? say('The audit log stays: only the owner of the tables can delete it. Run this command as that user.')
    : 0;
}

function say(sentence: string): number {
  process.stderr.write(fittedTo(process.stderr, `${sentence}\n`));
  return 0;
}
