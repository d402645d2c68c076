import type { POLICIES, Policy } from '../../schemas/model/policy.js';
import type { HttpFile } from '../../schemas/settings/http.js';
import { policyOf } from '../../schemas/settings/policy.js';
import type { SecretSource } from '../secrets/secret-source.js';
import { optionalSource, type SecretContext } from './account-secrets.js';

type GoogleFile = NonNullable<NonNullable<HttpFile['signIn']>['google']>;
export type PolicyName = keyof typeof POLICIES;

/** The `http.signIn` section of the configuration file, with defaults filled in. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: SecretSource;
  /** OAuth scopes, separated by spaces. */
  readonly scope: string;
  readonly audience: string;
  readonly allow?: { readonly claim: string; readonly values: readonly string[] };
  readonly bounds: PersonBounds;
}

/** The server's OAuth client at Google. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret?: SecretSource;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
  /** Address of the CalDAV service; undefined: the default. */
  readonly url?: string;
}

/** Limits for people who sign in. */
export interface PersonBounds {
  /** Undefined: no Google accounts. */
  readonly google?: GoogleClient;
  /** Undefined: any. */
  readonly hosts?: readonly string[];
  readonly accounts: number;
  readonly policy: Policy;
  readonly mayChoose: readonly PolicyName[];
  readonly readOnly: boolean;
  readonly privateAddresses: boolean;
}

const ACCOUNTS = 10;
/** From Google's documentation for web server applications. */
const GOOGLE = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scope: 'https://www.googleapis.com/auth/calendar',
} as const;
const SCOPES = ['profile', 'email'];

export function signInSettings(
  file: NonNullable<HttpFile['signIn']>,
  publicUrl: string,
  context: Omit<SecretContext, 'username'>,
): SignInSettings {
  const { issuer, clientId, allow, hosts, scopes = SCOPES, policy, mayChoose = [] } = file;
  const clientSecret = clientSecretOf(file, { ...context, username: clientId });
  return {
    issuer,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    scope: [...new Set(['openid', ...scopes])].join(' '),
    audience: file.audience ?? `${publicUrl}/mcp`,
    ...(allow !== undefined && { allow }),
    bounds: {
      ...(file.google !== undefined && { google: googleClient(file.google, context) }),
      ...(hosts !== undefined && { hosts: hosts.map((host) => host.toLowerCase()) }),
      accounts: file.accounts ?? ACCOUNTS,
      policy: policyOf(policy),
      mayChoose,
      readOnly: file.readOnly ?? false,
      privateAddresses: file.privateAddresses ?? false,
    },
  };
}

function googleClient(
  { clientId, authorizationUrl, tokenUrl, scope, url, ...ways }: GoogleFile,
  context: Omit<SecretContext, 'username'>,
): GoogleClient {
  const clientSecret = clientSecretOf(ways, { ...context, username: clientId });
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    authorizationUrl: authorizationUrl ?? GOOGLE.authorizationUrl,
    tokenUrl: tokenUrl ?? GOOGLE.tokenUrl,
    scope: scope ?? GOOGLE.scope,
    ...(url !== undefined && { url }),
  };
}

function clientSecretOf(
  file: Omit<GoogleFile, 'clientId'>,
  context: SecretContext,
): SecretSource | undefined {
  const ways = {
    passwordEnv: file.clientSecretEnv,
    passwordCommand: file.clientSecretCommand,
    passwordKeychain: file.clientSecretKeychain,
    passwordFile: file.clientSecretFile,
  };
  return optionalSource(ways, context);
}
