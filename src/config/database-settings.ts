import { defined } from '../../schemas/model/defined.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { DatabaseFile } from '../../schemas/settings/database.js';
import { type Secret, secret } from '../secrets/secret.js';
import type { SecretSource } from '../secrets/secret-source.js';
import { optionalSource, passwordSource, type SecretContext } from './account-secrets.js';
import { configValue, inFolder } from './config-values.js';

/** Database shared by the replicas of a server. */
export interface DatabaseSettings {
  /** The address may hold a password. */
  readonly url: Secret;
  readonly password?: SecretSource;
  /** Source of the keys that seal user secrets; undefined: the database stores none. */
  readonly secretKey?: SecretSource;
  readonly connections: number;
  readonly userMegabytes: number;
}

const CONNECTIONS = 10;
const USER_MEGABYTES = 100;

/** Undefined if everything is kept in files; throws CONFIGURATION. The variable overrides the file. */
export function databaseSettings(
  file: DatabaseFile | undefined,
  { env, folder }: { readonly env: NodeJS.ProcessEnv; readonly folder: string },
): DatabaseSettings | undefined {
  const url = configValue(env.CALENDAR_DATABASE) ?? file?.url;
  if (url === undefined) return undefined;
  const context = { env, folder, username: userOf(url) };
  const password = passwordOf(file, context);
  const secretKey = secretKeyOf(file, context);
  return {
    url: secret(url),
    ...defined({ password, secretKey }),
    connections: file?.connections ?? CONNECTIONS,
    userMegabytes: file?.userMegabytes ?? USER_MEGABYTES,
  };
}

function passwordOf(file: Partial<DatabaseFile> = {}, context: SecretContext): SecretSource | undefined {
  const named = fileIn(context.env.CALENDAR_DATABASE_PASSWORD_FILE);
  if (named !== undefined) return named;
  const isGiven = Object.keys(file).some((key) => key.startsWith('password'));
  return isGiven ? passwordSource(file, context) : undefined;
}

function secretKeyOf(
  { secretKeyEnv, secretKeyCommand, secretKeyKeychain, secretKeyFile }: Partial<DatabaseFile> = {},
  context: SecretContext,
): SecretSource | undefined {
  const ways = {
    passwordEnv: secretKeyEnv,
    passwordCommand: secretKeyCommand,
    passwordKeychain: secretKeyKeychain,
    passwordFile: secretKeyFile,
  };
  return fileIn(context.env.CALENDAR_SECRET_KEY_FILE) ?? optionalSource(ways, context);
}

function fileIn(variable: string | undefined): SecretSource | undefined {
  const path = configValue(variable);
  return path === undefined ? undefined : { kind: 'file', path: inFolder(process.cwd(), path) };
}

function userOf(url: string): string {
  if (URL.canParse(url)) {
    const { protocol, username } = new URL(url);
    if (protocol === 'postgres:' || protocol === 'postgresql:') return decodeURIComponent(username);
  }
  throw new CalendarError('CONFIGURATION', 'CALENDAR_DATABASE is not the address of a PostgreSQL database.', {
    suggestion: 'Write it as postgres://user@host:5432/name.',
  });
}
