import { join } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import { parseServerUrl } from '../backends/caldav/account/discover.js';
import { forgetDiscovered, identityOf } from '../backends/caldav/account/discovery-cache.js';
import { refusalKey } from '../backends/caldav/auth/kept-refusal.js';
import { firstName } from '../config/accounts.js';
import type { Settings } from '../config/settings.js';
import type { StateStore } from '../ports/state-store.js';
import { createFileStore } from '../state/file-store.js';
import { forgetMirrored } from '../state/mirror/forget-mirrored.js';
import { SILENT_LOG } from '../system/json-log.js';
import { systemClock } from '../system/system-clock.js';

/** Result of the cleanup after accounts left the configuration. */
export interface Forgotten {
  readonly accounts: readonly string[];
  /** File with copies that could not be removed. */
  readonly left?: string;
}

type Configured = Pick<Settings, 'accounts' | 'stateDir'>;

/**
 * Removes the calendar copies and server discovery of accounts that are gone. Keeps what a person may still want:
 * deleted events, undo data and the audit log.
 */
export async function forgetAccounts(
  before: Configured,
  after: Configured,
  state: StateStore = createFileStore(before.stateDir, systemClock()),
): Promise<Forgotten> {
  const stay = new Set(identitiesOf(after).values());
  const gone = [...identitiesOf(before)].filter(([, identity]) => !stay.has(identity));
  if (gone.length === 0) return { accounts: [] };
  const { stateDir } = before;
  const identities = gone.map(([, identity]) => identity);
  const accounts = gone.map(([name]) => name);
  try {
    for (const identity of identities) {
      await forgetDiscovered(state, identity);
      await state.take(refusalKey(identity));
    }
    if (await forgetMirrored(stateDir, identities, SILENT_LOG)) return { accounts };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
  }
  return { accounts, left: join(stateDir, 'mirror.sqlite') };
}

function identitiesOf({ accounts }: Configured): ReadonlyMap<string, string> {
  return new Map(
    accounts.flatMap((account) => {
      if (account.kind !== 'caldav') return [];
      const { name, url, username } = account;
      return [
        [name, identityOf({ name: firstName(account), url: parseServerUrl(url).href, username })] as const,
      ];
    }),
  );
}
