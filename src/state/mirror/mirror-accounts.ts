import type { MirroredAccount, MirrorStore } from '../../ports/mirror-store.js';
import type { MirrorDatabase } from './mirror-database.js';

/** Changes after a write by another connection. */
const VERSION = '(SELECT data_version FROM pragma_data_version)';

export function createMirrorAccounts({
  get,
  run,
}: MirrorDatabase): Pick<MirrorStore, 'account' | 'saveAccount'> {
  /** Cached, because a query reads the listing for each of its calendars. */
  const listings = new Map<
    string,
    { readonly version: string; readonly account: MirroredAccount | undefined }
  >();

  function stored(identity: string): MirroredAccount | undefined {
    const sql = 'SELECT checked_at, listing FROM accounts WHERE identity = ?';
    const row = get<{ readonly checked_at: number; readonly listing: string }>(sql, identity);
    // Written by `saveAccount` in the same layout.
    return row === undefined
      ? undefined
      : { ...(JSON.parse(row.listing) as Omit<MirroredAccount, 'checkedAt'>), checkedAt: row.checked_at };
  }

  return {
    account(identity) {
      const sql = `SELECT checked_at, ${VERSION} AS version FROM accounts WHERE identity = ?`;
      const at = get<{ readonly checked_at: number; readonly version: number }>(sql, identity);
      if (at === undefined) return undefined;
      const version = `${at.version} ${at.checked_at}`;
      let known = listings.get(identity);
      if (known?.version !== version) {
        known = { version, account: stored(identity) };
        listings.set(identity, known);
      }
      return known.account;
    },
    saveAccount(identity, { checkedAt, ...listing }) {
      listings.delete(identity);
      run(
        'INSERT OR REPLACE INTO accounts (identity, checked_at, listing) VALUES (?, ?, ?)',
        identity,
        checkedAt,
        JSON.stringify(listing),
      );
    },
  };
}
