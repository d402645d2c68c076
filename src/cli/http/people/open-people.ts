import { CalendarError } from '../../../../schemas/model/error.js';
import type { KeyedQueue } from '../../../concurrency/keyed-queue.js';
import type { DatabaseSettings } from '../../../config/database-settings.js';
import { ALGORITHMS, CLOCK_SKEW } from '../../../config/http-settings.js';
import type { Settings } from '../../../config/settings.js';
import type { SignInSettings } from '../../../config/sign-in-settings.js';
import { databasePlace } from '../../../config/stores-place.js';
import { createOpenIdProvider, type OpenIdProvider } from '../../../login/open-id.js';
import type { Log } from '../../../ports/log.js';
import type { SealerSource } from '../../../ports/users/sealer.js';
import type { SecretVault } from '../../../ports/users/secret-vault.js';
import { type LastingSessions, ownerOf, type UserDirectory } from '../../../ports/users/user-directory.js';
import { readSecret } from '../../../secrets/secret-source.js';
import { createTokenReader, type TokenIssuer } from '../../../server/http/auth/json-web-token.js';
import type { Database } from '../../../state/database/database.js';
import { createDatabaseVault } from '../../../state/database/sealed/database-vault.js';
import { shareDatabase } from '../../../state/database/share-database.js';
import { createDatabaseSignIns } from '../../../state/database/users/database-sign-ins.js';
import { createDatabaseUsers } from '../../../state/database/users/database-users.js';

/** Services of a server where people sign in. */
export interface People {
  readonly settings: Settings;
  readonly signIn: SignInSettings;
  readonly database: Database;
  readonly directory: UserDirectory;
  readonly sessions: LastingSessions;
  readonly sealers: SealerSource;
  readonly provider: OpenIdProvider;
  /** Issuer of the access tokens for the endpoint. */
  readonly issuer: TokenIssuer;
  readonly vaultOf: (id: string) => SecretVault;
  /** Serializes the writes of a user. */
  readonly writingOf: (id: string) => KeyedQueue;
  readonly log: Log;
}

const SESSION_MS = 7 * 86_400_000;

/** Connects lazily, when the first person comes; throws CONFIGURATION if a setting is missing. */
export function openPeople(settings: Settings, signIn: SignInSettings, log: Log): People {
  const place = databasePlace(demandDatabase(settings));
  const { sealers } = place;
  if (sealers === undefined) throw missing('a key that seals secrets', 'CALENDAR_SECRET_KEY_FILE');
  const { database, locks } = shareDatabase(place, log);
  const { issuer, clientId } = signIn;
  const keys = {
    issuer,
    jwksUrl: () => provider.jwksUrl(),
    algorithms: ALGORITHMS,
    clockSkew: CLOCK_SKEW,
  };
  const provider = createOpenIdProvider({
    client: () => clientOf(signIn),
    redirectUri: `${settings.http.publicUrl}/connect/signed-in`,
    verify: createTokenReader({ ...keys, audience: clientId }),
  });
  return {
    settings,
    signIn,
    database,
    directory: createDatabaseUsers(database),
    sessions: createDatabaseSignIns(database, SESSION_MS),
    sealers,
    provider,
    issuer: { ...keys, audience: signIn.audience },
    writingOf: (id) => locks.queueOf(ownerOf(id)),
    vaultOf: (id) => createDatabaseVault(database, ownerOf(id), sealers),
    log,
  };
}

async function clientOf({ issuer, clientId, clientSecret, scope }: SignInSettings) {
  const known = clientSecret === undefined ? {} : { clientSecret: await readSecret(clientSecret) };
  return { issuer, clientId, scope, secretIn: 'header', ...known } as const;
}

function demandDatabase({ database }: Settings): DatabaseSettings {
  if (database !== undefined) return database;
  throw missing('a database', 'CALENDAR_DATABASE');
}

function missing(what: string, variable: string): CalendarError {
  return new CalendarError('CONFIGURATION', `http.signIn needs ${what}: accounts of people are kept there.`, {
    suggestion: `Set ${variable} (docs/guide/host.md).`,
  });
}
