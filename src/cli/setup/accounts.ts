import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AccountSettings } from '../../../schemas/settings/settings.js';
import { accountSecrets } from '../../config/account-secrets.js';
import { removeKeychain } from '../../secrets/keychain.js';
import type { SecretSource } from '../../secrets/secret-source.js';
import { applyChanges, type ChangeSet, stillInKeychain } from '../../setup/change-set.js';
import { editJson, type JsonEdit } from '../../setup/edit-json.js';
import { forgetAccounts } from '../../setup/forget-accounts.js';
import { fittedTo } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { accountPlace } from './account-place.js';
import { type Conversation, conversing, settingsSoFar } from './conversation.js';
import { forgottenLines } from './forgotten-lines.js';
import { SERVICES } from './keep-secret.js';
import { testAccount } from './try-account.js';

/** `accounts`: lists, tests, renames and removes the accounts of the configuration file. */
export function runAccounts(call: CommandCall): Promise<number> {
  return conversing(call, async (talk) => {
    const [task = 'list', name, newName] = call.args;
    if (task === 'list') return list(talk);
    if (task === 'test') return test(talk, name);
    if (task === 'rename') return rename(talk, name, newName);
    if (task === 'remove') return remove(talk, name);
    throw new UsageError(`"accounts" does not know "${task}": test, rename or remove.`);
  });
}

function list({ file: { accounts = [] }, options, path }: Conversation): number {
  const rows = accounts.map((one) => {
    const { name, kind } = one;
    const place = accountPlace(one);
    // Prints only scheme and host; the rest of a web address may be secret.
    return { name, kind, place: kind === 'webcal' ? (/^\w+:\/\/[^/?#]+/.exec(place)?.[0] ?? '') : place };
  });
  const widest = Math.max(0, ...rows.map(({ name }) => name.length));
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(rows, undefined, 2)}\n`
      : rows.length === 0
        ? noAccount(path)
        : rows
            .map(({ name, kind, place }) => `${name.padEnd(widest)}  ${kind.padEnd(11)}  ${place}\n`)
            .join(''),
  );
  return 0;
}

function noAccount(path: string): string {
  return fittedTo(process.stdout, `No account is configured in ${path}: calendar-mcp setup adds one.\n`);
}

async function test(talk: Conversation, name: string | undefined): Promise<number> {
  const { file, settings, folder, signal, path } = talk;
  const wanted = name === undefined ? (file.accounts ?? []) : [accountNamed(talk, name)];
  if (wanted.length === 0) process.stdout.write(noAccount(path));
  let failed = 0;
  for (const account of wanted) {
    try {
      const { calendars } = await testAccount({ account }, { settings, folder, signal });
      process.stdout.write(`ok      ${account.name}: ${counted(calendars.length, 'calendar')}\n`);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      failed++;
      const { message, info } = error;
      process.stdout.write(
        `FAILED  ${account.name}: ${message}\n${info.suggestion === undefined ? '' : `        ${info.suggestion}\n`}`,
      );
    }
  }
  return Number(failed > 0);
}

async function rename(
  talk: Conversation,
  name: string | undefined,
  newName: string | undefined,
): Promise<number> {
  if (name === undefined || newName === undefined)
    throw new UsageError('"accounts rename" takes the name and the new name.');
  const { file } = talk;
  const account = accountNamed(talk, name);
  const at = (file.accounts ?? []).indexOf(account);
  const { formerNames = [] } = account;
  const others = (file.accounts ?? []).filter((one) => one !== account);
  if (newName === name || others.some((one) => [one.name, ...(one.formerNames ?? [])].includes(newName)))
    throw new UsageError(`There is a "${newName}" already, or an account was called so.`);
  const renamed = (text: string): string =>
    text.startsWith(`${name}/`) ? `${newName}${text.slice(name.length)}` : text;
  const calendars = typeof file.policy === 'object' ? file.policy.calendars : undefined;
  await write(talk, [
    [['accounts', at, 'name'], newName],
    // Calendars, trash and undo stay under the first name.
    [['accounts', at, 'formerNames'], [...new Set([...formerNames, name])]],
    ...(['defaultCalendar', 'defaultTaskList', 'calendar'] as const).flatMap((key) => {
      const text = file[key];
      return text === undefined ? [] : [[[key], renamed(text)] as const];
    }),
    ...(['visible', 'writable'] as const).flatMap((key) => {
      const patterns = calendars?.[key];
      return patterns === undefined ? [] : [[['policy', 'calendars', key], patterns.map(renamed)] as const];
    }),
  ]);
  process.stdout.write(`"${name}" is now called "${newName}".\n`);
  return 0;
}

/** Removes the account and its secret. Visibility rules stay, so hidden calendars of other accounts stay hidden. */
async function remove(talk: Conversation, name: string | undefined): Promise<number> {
  const { ask, file, path, folder, env, settings } = talk;
  const account = accountNamed(talk, name);
  const asked = `Remove "${account.name}" from ${path}, and delete its password on this computer?`;
  if (!(await ask.agree(`${asked} Its calendars stay where they are.`, false))) return 1;
  const at = (file.accounts ?? []).indexOf(account);
  const defaults = (['defaultCalendar', 'defaultTaskList'] as const).filter((key) =>
    file[key]?.startsWith(`${account.name}/`),
  );
  const gone = [
    [['accounts', at], undefined],
    ...defaults.map((key) => [[key], undefined] as const),
  ] as const;
  await write(talk, gone, { isFinal: true });
  const left: string[] = [];
  for (const source of secretsOfAccount(account, { env, folder })) {
    if (source.kind === 'file') await rm(source.path, { force: true });
    if (source.kind === 'keychain')
      await removeKeychain(source.entry).catch(() => left.push(stillInKeychain([source.entry])));
  }
  const isWhole = left.length === 0 ? ', and its password was deleted on this computer' : '';
  const lines = [
    `"${account.name}" was removed from ${path}${isWhole}.`,
    ...forgottenLines(await forgetAccounts(settings, await settingsSoFar(talk))),
    ...left,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** Only secrets that this program stored, because others may belong to other programs. */
function secretsOfAccount(
  account: AccountSettings,
  at: { readonly env: NodeJS.ProcessEnv; readonly folder: string },
): readonly SecretSource[] {
  if (account.kind !== 'caldav') return [];
  const access = accountSecrets(account, { ...at, username: account.username });
  const all = access.kind === 'password' ? [access.password] : [access.refreshToken, access.clientSecret];
  return all
    .filter((source) => source !== undefined)
    .filter((source) =>
      source.kind === 'keychain'
        ? Object.values(SERVICES).some((service) => service === source.entry.service)
        : source.kind === 'file' && dirname(source.path) === join(at.folder, 'secrets'),
    );
}

function accountNamed({ file: { accounts = [] } }: Conversation, name: string | undefined): AccountSettings {
  const found = accounts.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = accounts.map((one) => `"${one.name}"`).join(', ');
  throw new UsageError(names === '' ? 'There are no accounts yet.' : `Which account? There are ${names}.`);
}

async function write(
  { path, settings }: Conversation,
  edits: readonly JsonEdit[],
  more: Pick<ChangeSet, 'isFinal'> = {},
): Promise<void> {
  const change = { path, edit: (text: string | undefined) => editJson(text, edits) };
  await applyChanges({ files: [change], secrets: [], ...more }, settings.stateDir);
}
