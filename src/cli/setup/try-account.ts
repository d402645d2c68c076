import { ALL_TIME } from '../../../schemas/model/time.js';
import type { AccountSettings } from '../../../schemas/settings/settings.js';
import { accountOf } from '../../config/accounts.js';
import { rejectPlaceholderSecret } from '../../config/reject-placeholders.js';
import type { Settings } from '../../config/settings.js';
import type { Backend, CalendarInfo } from '../../ports/backend.js';
import type { RefreshTokenStore } from '../../ports/refresh-token-store.js';
import { openAlone } from '../shell/open-alone.js';

/** An account before it is stored, with its secrets in memory only. */
export interface Candidate {
  readonly account: AccountSettings;
  /** Password or refresh token; undefined if the settings have a source for it. */
  readonly secret?: string | undefined;
  readonly clientSecret?: string | undefined;
}

export interface AccountTestResult {
  readonly calendars: readonly (Pick<CalendarInfo, 'name' | 'writable' | 'components'> & {
    readonly events?: number | undefined;
  })[];
  /** The person's own addresses, as far as the server knows them. */
  readonly addresses: readonly string[];
  /** Current refresh token, which the provider may have replaced. */
  readonly secret: string | undefined;
}

/** Maximum number of calendars whose events are counted. */
const COUNTED = 30;
const VARIABLES = { password: 'SETUP_PASSWORD', client: 'SETUP_CLIENT_SECRET' } as const;

/** Signs in as a server would and lists the calendars; throws the sign-in error. Stores nothing. */
export async function testAccount(
  candidate: Candidate,
  {
    settings,
    folder,
    signal,
  }: { readonly settings: Settings; readonly folder: string; readonly signal: AbortSignal },
): Promise<AccountTestResult> {
  const env = {
    ...process.env,
    [VARIABLES.password]: candidate.secret,
    [VARIABLES.client]: candidate.clientSecret,
  };
  let secret = candidate.secret;
  const tokens = secret === undefined ? undefined : kept(secret, (token) => (secret = token));
  demandRealSecrets(candidate);
  const account = accountOf(withVariables(candidate), env, folder, process.platform);
  return openAlone(account, { settings, ...(tokens && { tokens }) }, async (backend) => {
    const calendars = await backend.calendars({ signal });
    const counts = await Promise.all(
      calendars.map((one, at) => (at < COUNTED ? eventsOf(backend, one, signal) : undefined)),
    );
    return {
      calendars: calendars.map(({ name, writable, components }, at) => ({
        ...{ name, writable, components },
        events: counts[at],
      })),
      addresses: backend.ownAddresses,
      secret,
    };
  });
}

/** Checks entered secrets here, because the suggestion differs from that for a setting. */
function demandRealSecrets({ account, secret, clientSecret }: Candidate): void {
  if (account.kind !== 'caldav') return;
  for (const entered of [secret, clientSecret])
    if (entered !== undefined)
      rejectPlaceholderSecret(entered, account.username, 'Enter the one that the calendar server knows.');
}

/** The final account, but with secrets from variables and without a mirror. */
function withVariables({ account, secret, clientSecret }: Candidate): AccountSettings {
  if (account.kind !== 'caldav') return account;
  const { passwordKeychain, passwordFile, oauth, ...rest } = account;
  const bare = { ...rest, mirror: false };
  if (oauth === undefined)
    return secret === undefined
      ? { ...account, mirror: false }
      : { ...bare, passwordEnv: VARIABLES.password };
  const { refreshTokenFile, refreshTokenKeychain, clientSecretFile, clientSecretKeychain, ...grant } = oauth;
  return {
    ...bare,
    oauth: {
      ...(secret === undefined ? oauth : { ...grant, refreshTokenEnv: VARIABLES.password }),
      ...(clientSecret !== undefined && { clientSecretEnv: VARIABLES.client }),
    },
  };
}

/** Keeps the refresh token in memory only. */
function kept(first: string, changed: (token: string) => void): RefreshTokenStore {
  let token = first;
  return {
    read: async () => token,
    async replace(next) {
      token = next;
      changed(next);
    },
    alone: (work) => work(),
  };
}

/** Cheap if the server can list versions. Undefined on failure, because only the list of calendars matters. */
async function eventsOf(
  backend: Backend,
  calendar: CalendarInfo,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    if ('sync' in backend) {
      const { sync } = backend as Backend &
        Pick<import('../../ports/sync-source.js').SyncableBackend, 'sync'>;
      return (await sync.versions({ id: calendar.id, href: calendar.href }, signal)).versions.size;
    }
    if (backend.kind === 'applescript') return undefined;
    const call = backend.target.compileRead(
      { range: ALL_TIME, pushed: [], residual: { kind: 'and', of: [] } },
      calendar,
    );
    return (await backend.scan(call, { signal })).objects.length;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
