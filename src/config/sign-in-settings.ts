import type { POLICIES, Policy } from '../../schemas/model/policy.js';
import type { HttpFile } from '../../schemas/settings/http.js';
import { policyOf } from '../../schemas/settings/policy.js';
import type { SecretSource } from '../secrets/secret-source.js';
import { optionalSource, type SecretContext } from './account-secrets.js';

export type PolicyName = keyof typeof POLICIES;

/** What `http.signIn` of the configuration file says, with every default decided. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: SecretSource;
  /** As it is asked for. */
  readonly scope: string;
  readonly audience: string;
  readonly allow?: { readonly claim: string; readonly values: readonly string[] };
  readonly bounds: PersonBounds;
}

/** What people who sign in may have. */
export interface PersonBounds {
  /** Undefined: any. */
  readonly hosts?: readonly string[];
  readonly accounts: number;
  readonly policy: Policy;
  readonly mayChoose: readonly PolicyName[];
  readonly readOnly: boolean;
  readonly privateAddresses: boolean;
}

const ACCOUNTS = 10;
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
      ...(hosts !== undefined && { hosts: hosts.map((host) => host.toLowerCase()) }),
      accounts: file.accounts ?? ACCOUNTS,
      policy: policyOf(policy),
      mayChoose,
      readOnly: file.readOnly ?? false,
      privateAddresses: file.privateAddresses ?? false,
    },
  };
}

function clientSecretOf(
  file: NonNullable<HttpFile['signIn']>,
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
