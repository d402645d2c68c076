import type { CalDavOptions } from '../backends/caldav/caldav-backend.js';
import type { KeyedQueue } from '../concurrency/keyed-queue.js';
import type { Log } from '../ports/log.js';
import type { RefreshTokenStore } from '../ports/refresh-token-store.js';
import type { SecretVault } from '../ports/users/secret-vault.js';
import { createRefreshTokenStore } from '../secrets/refresh-token-store.js';
import { createVaultTokenStore } from '../secrets/sealed/vault-token-store.js';
import { readSecret, type SecretSource } from '../secrets/secret-source.js';
import type { AccountSecrets } from './account-secrets.js';
import type { Account } from './accounts.js';

interface Tools {
  readonly log: Log;
  readonly stateDir: string;
  /** The vault is shared by all replicas. */
  readonly stores: { readonly vault?: SecretVault; readonly writing: KeyedQueue };
  readonly deadlines: { readonly read: number; readonly write: number };
  /** By account. Shared, because a token that the provider replaced must not be used again. */
  readonly refreshTokens: Map<string, RefreshTokenStore>;
}

/** Share of the write deadline that is kept to check whether the write took effect. */
const VERIFY_SHARE = 0.15;

/** Secrets from a command, file or keychain are read when needed. */
export function caldavOptions(
  {
    name,
    url,
    username,
    access,
    login,
    allowedHosts,
    publicOnly,
    addresses,
  }: Extract<Account, { kind: 'caldav' }>,
  tools: Tools,
): CalDavOptions {
  const credentials = credentialsOf(name, access, tools);
  const { log, deadlines } = tools;
  return {
    ...{
      name,
      url,
      username,
      ...credentials,
      ...(login !== undefined && { login }),
      allowedHosts,
      ...(publicOnly !== undefined && { publicOnly }),
      ownAddresses: addresses,
      log,
    },
    answerMs: deadlines.read * 1000,
    lookMs: deadlines.write * 1000 * VERIFY_SHARE,
  };
}

function credentialsOf(
  name: string,
  access: AccountSecrets,
  tools: Tools,
): Pick<CalDavOptions, 'password' | 'oauth'> {
  switch (access.kind) {
    case 'password': {
      const { password } = access;
      return { password: password.kind === 'given' ? password.value.reveal() : () => readSecret(password) };
    }
    case 'oauth': {
      const { tokenUrl, clientId, clientSecret, isOnPage } = access;
      const secretPart = clientSecret === undefined ? {} : { clientSecret: () => readSecret(clientSecret) };
      return {
        oauth: {
          tokenUrl,
          clientId,
          ...secretPart,
          ...(isOnPage && { isOnPage }),
          refreshToken: tokensOf(access.refreshToken, name, tools),
        },
      };
    }
  }
}

function tokensOf(
  source: SecretSource,
  name: string,
  { log, stateDir, stores: { vault, writing }, refreshTokens }: Tools,
): RefreshTokenStore {
  const tokens =
    refreshTokens.get(name) ??
    (vault === undefined
      ? createRefreshTokenStore(source, { name, stateDir, log })
      : createVaultTokenStore(source, { name, vault, writing, log }));
  refreshTokens.set(name, tokens);
  return tokens;
}
