import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type HttpSettings, httpSettings } from '../../config/http-settings.js';
import { type ConfigFile, expandHome, readConfigFile } from '../../config/read-config-file.js';
import { configPath } from '../../doctor/check-settings.js';
import { type AccessToken, readTokenFile, tokenDigest, tokenLine } from '../../secrets/access-tokens.js';
import { editJson, type JsonEdit } from '../../setup/edit-json.js';
import { withFolderLock } from '../../system/folder-lock.js';
import { ifThere } from '../../system/if-there.js';
import { makeFolder } from '../../system/make-folder.js';
import { putFile } from '../../system/put-file.js';
import { fittedTo } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { interruptSignal } from '../shell/interrupt-signal.js';
import { UsageError } from '../shell/usage-error.js';
import { newUser } from './new-user.js';

interface Place extends CommandCall {
  /** Configuration file; it may not exist yet. */
  readonly path: string;
  readonly file: ConfigFile;
  readonly http: HttpSettings;
  readonly tokenFile: string;
}

const DAY_MS = 86_400_000;
/** Also valid as a file and folder name on every system. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@-]{0,98}[A-Za-z0-9])?$/;

const CHANGES: Readonly<Record<string, (place: Place, name: string) => Promise<number>>> = { add, revoke };

/** `token`: creates, lists and revokes tokens for the HTTP endpoint. */
export async function runToken(call: CommandCall): Promise<number> {
  const [task = 'list', name] = call.args;
  if (task in CHANGES && name === undefined) throw new UsageError(`"token ${task}" takes a name.`);
  if (task === 'list') return list(await placeOf(call));
  const change = CHANGES[task];
  if (change === undefined) throw new UsageError(`"token" does not know "${task}": add, list or revoke.`);
  const folder = dirname(pathOf(call));
  makeFolder(folder);
  // Locked, because concurrent changes would lose a token.
  const work = async () => change(await placeOf(call), name ?? '');
  return withFolderLock(folder, interruptSignal(), async () => undefined, work);
}

function pathOf(call: CommandCall): string {
  return resolve(expandHome(configPath(call).path));
}

async function placeOf(call: CommandCall): Promise<Place> {
  const path = pathOf(call);
  const file = await readConfigFile(path, false);
  const http = httpSettings(file.settings.http, file.folder, call.env);
  return { ...call, path, file, http, tokenFile: http.tokenFile ?? join(file.folder, 'tokens') };
}

async function add(place: Place, name: string): Promise<number> {
  const { options, http, tokenFile, path, file } = place;
  if (!NAME.test(name)) throw new UsageError('A name has letters, digits and . _ @ - only, such as ben.');
  const { text, tokens } = await readTokenFile(tokenFile);
  if (tokens.some((one) => one.name === name))
    throw new UsageError(`There is a token of "${name}" already: calendar-mcp token revoke ${name}`);
  const others = [
    ...tokens.map((one) => `token:${one.name}`),
    ...http.users.flatMap((one) => one.identities),
  ];
  const isAlike = (other: string): boolean =>
    other !== `token:${name}` && other.toLowerCase() === `token:${name}`.toLowerCase();
  if (others.some(isAlike)) throw new UsageError('Another name differs in upper and lower case only.');
  const user = isOwn(place, tokens) ? await newUser(name, file.folder, http) : undefined;
  const edits: readonly JsonEdit[] = [
    ...(http.tokenFile === undefined ? [[['http', 'tokenFile'], 'tokens'] as const] : []),
    ...(user?.edit === undefined ? [] : [user.edit]),
  ];
  const token = randomBytes(32).toString('base64url');
  const readOnly = options['read-only'] === true;
  const since = new Date().toISOString().slice(0, 10);
  const line = tokenLine({ name, digest: tokenDigest(token), readOnly, since });
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await putFile(tokenFile, `${start}${line}\n`, 0o600);
  // Last, so a server that starts in between knows the token but shows it nothing yet.
  if (edits.length > 0) {
    const before = await ifThere(readFile(path, 'utf8'));
    await putFile(path, await editJson(before, edits), ((await ifThere(stat(path)))?.mode ?? 0o600) & 0o777);
  }
  const config = user?.config;
  if (options.json === true) {
    const shown = { name, token, readOnly, ...(config !== undefined && { config }) };
    process.stdout.write(`${JSON.stringify(shown, undefined, 2)}\n`);
    return 0;
  }
  process.stdout.write(`${token}\n`);
  process.stderr.write(
    fittedTo(
      process.stderr,
      [
        `This is the token of ${name}${readOnly ? ', who may only read' : ''}. It is not shown again.`,
        `Clients send it with every request: Authorization: Bearer …, to ${http.publicUrl ?? 'http://127.0.0.1:PORT'}/mcp`,
        ...(config === undefined ? [] : [`The calendars of ${name} are configured in ${config}`]),
        edits.length > 0 ? 'Restart the server if it runs: its configuration has changed.' : '',
      ]
        .filter((sentence) => sentence !== '')
        .map((sentence) => `${sentence}\n`)
        .join(''),
    ),
  );
  return 0;
}

/** True if the new caller gets their own calendars: other callers have them, or `--own` is given. */
function isOwn({ options, http, file, path }: Place, tokens: readonly AccessToken[]): boolean {
  if (http.users.length > 0) return true;
  if (options.own !== true) return false;
  const inTheWay =
    file.settings.accounts !== undefined
      ? `the accounts in ${path} are shared by all callers. Move them into the file of a user first`
      : http.oauth?.subjects !== undefined
        ? 'http.oauth.subjects shares the calendars. Name users instead'
        : tokens.length > 0
          ? `${tokens.map(({ name }) => name).join(', ')} would lose the calendars that are shared now. Revoke these tokens first`
          : undefined;
  if (inTheWay === undefined) return true;
  throw new CalendarError('CONFIGURATION', `Nobody can have calendars of their own yet: ${inTheWay}.`, {
    suggestion: 'docs/guide/http.md shows both ways, under "Several users".',
  });
}

async function revoke({ http, tokenFile }: Place, name: string): Promise<number> {
  const { text, tokens } = await readTokenFile(tokenFile);
  if (!tokens.some((one) => one.name === name)) {
    const names = tokens.map((one) => one.name).join(', ');
    throw new UsageError(
      names === '' ? 'There are no tokens.' : `There is no such token. There are: ${names}.`,
    );
  }
  const lines = text.split('\n').filter((line) => line.trim().split(/\s/, 1)[0] !== name);
  await putFile(tokenFile, lines.join('\n'), 0o600);
  const config = configOf(name, http);
  process.stderr.write(
    fittedTo(
      process.stderr,
      [
        `The token of ${name} is refused from the next request on.\n`,
        ...(config === undefined ? [] : [`The calendars of ${name} stay, and ${config} too.\n`]),
        ...(tokens.length === 1 ? ['It was the last one: nobody is let in until there is another.\n'] : []),
      ].join(''),
    ),
  );
  return 0;
}

async function list({ options, http, tokenFile }: Place): Promise<number> {
  const { tokens } = await readTokenFile(tokenFile);
  const rows = tokens.map(({ name, readOnly, since }) => {
    const config = configOf(name, http);
    return { name, readOnly, ...(since && { since }), ...(config !== undefined && { config }) };
  });
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
    return 0;
  }
  if (rows.length === 0) {
    process.stdout.write('There are no tokens yet: calendar-mcp token add NAME makes one.\n');
    return 0;
  }
  const noUser = http.users.length > 0 ? 'no calendars' : 'shared calendars';
  const cells = rows.map(({ name, readOnly, since, config }) => [
    name,
    readOnly ? 'reads' : 'reads and writes',
    ageOf(since),
    config ?? noUser,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  return 0;
}

function ageOf(since: string | undefined): string {
  if (since === undefined) return 'written by hand';
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / DAY_MS));
  return days === 0 ? 'made today' : `${counted(days, 'day')} old`;
}

/** Configuration file of the token's user. */
function configOf(name: string, { users }: HttpSettings): string | undefined {
  return users.find(({ identities }) => identities.includes(`token:${name}`))?.config;
}
