import type { PASSWORD_KEYS } from '../../schemas/settings/secret-keys.js';
import type { AccountSettings } from '../../schemas/settings/settings.js';
import { secret } from '../secrets/secret.js';
import type { SecretSource } from '../secrets/secret-source.js';
import { inFolder } from './config-values.js';
import { correctIn, rejectPlaceholderSecret } from './reject-placeholders.js';

/** Credentials of a CalDAV account. */
export type AccountSecrets =
  | { readonly kind: 'password'; readonly password: SecretSource }
  | {
      readonly kind: 'oauth';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret?: SecretSource;
      readonly refreshToken: SecretSource;
      /** People sign in on this server's web page, not at a terminal. */
      readonly isOnPage?: true;
    };

export interface SecretContext {
  readonly username: string;
  readonly env: NodeJS.ProcessEnv;
  /** Base of relative paths. */
  readonly folder: string;
}

type CalDavSettings = Extract<AccountSettings, { kind: 'caldav' }>;
type PasswordKeys = Pick<CalDavSettings, (typeof PASSWORD_KEYS)[number]>;
type OAuthSettings = NonNullable<CalDavSettings['oauth']>;
type KeychainSettings = NonNullable<CalDavSettings['passwordKeychain']>;

/** Throws CONFIGURATION if a given secret is missing or a placeholder. */
export function accountSecrets(account: CalDavSettings, context: SecretContext): AccountSecrets {
  if (account.oauth !== undefined) return oauthAccess(account.oauth, context);
  return { kind: 'password', password: passwordSource(account, context) };
}

/** Throws CONFIGURATION if a given password is missing or a placeholder. */
export function passwordSource(
  { password, passwordCommand, passwordEnv, passwordKeychain, passwordFile }: PasswordKeys,
  context: SecretContext,
): SecretSource {
  const [program, ...args] = passwordCommand ?? [];
  if (program !== undefined) return { kind: 'command', command: [program, ...args] };
  if (passwordKeychain !== undefined) return fromKeychain(passwordKeychain, context);
  if (passwordFile !== undefined) return fromFile(passwordFile, context);
  if (passwordEnv !== undefined) return fromVariable(passwordEnv, context);
  return fromText(password, 'the configuration file', context);
}

export function optionalSource(ways: PasswordKeys, context: SecretContext): SecretSource | undefined {
  return Object.values(ways).some(Boolean) ? passwordSource(ways, context) : undefined;
}

function oauthAccess(oauth: OAuthSettings, context: SecretContext): AccountSecrets {
  const { tokenUrl, clientId } = oauth;
  const clientSecret = clientSecretOf(oauth, context);
  const refreshToken = refreshTokenOf(oauth, context);
  return {
    kind: 'oauth',
    tokenUrl,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    refreshToken,
  };
}

function clientSecretOf(
  { clientSecretEnv, clientSecretKeychain, clientSecretFile }: OAuthSettings,
  context: SecretContext,
): SecretSource | undefined {
  if (clientSecretKeychain !== undefined) return fromKeychain(clientSecretKeychain, context);
  if (clientSecretFile !== undefined) return fromFile(clientSecretFile, context);
  return clientSecretEnv === undefined ? undefined : fromVariable(clientSecretEnv, context);
}

function refreshTokenOf(
  { refreshTokenEnv = '', refreshTokenFile, refreshTokenKeychain }: OAuthSettings,
  context: SecretContext,
): SecretSource {
  if (refreshTokenFile !== undefined) return fromFile(refreshTokenFile, context);
  if (refreshTokenKeychain !== undefined) return fromKeychain(refreshTokenKeychain, context);
  return fromVariable(refreshTokenEnv, context);
}

function fromKeychain(
  { service, account }: KeychainSettings,
  { username }: SecretContext,
): SecretSource & { readonly kind: 'keychain' } {
  return { kind: 'keychain', entry: { service, account: account ?? username } };
}

function fromFile(path: string, { folder }: SecretContext): SecretSource & { readonly kind: 'file' } {
  return { kind: 'file', path: inFolder(folder, path) };
}

function fromVariable(variable: string, context: SecretContext): SecretSource {
  return fromText(context.env[variable], `the environment variable ${variable}`, context);
}

function fromText(text: string | undefined, where: string, { username }: SecretContext): SecretSource {
  return { kind: 'given', value: secret(rejectPlaceholderSecret(text, username, correctIn(where))) };
}
