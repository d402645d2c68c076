import type { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { MirroredAccount } from '../../../ports/mirror-store.js';
import type { AccountCheck } from '../sync/account-check.js';
import type { SyncContext } from '../sync/sync-context.js';
import { type Compare, isUnreachable } from './compare-with-patience.js';

interface ListContext {
  readonly check: AccountCheck;
  readonly compare: Compare;
  readonly now: SyncContext['now'];
  readonly freshnessMs: number;
}

interface MirroredList {
  readonly calendars: readonly CalendarInfo[];
  readonly ownAddresses: readonly string[];
}

const NO_ACCOUNT: MirroredAccount = { calendars: [], ownAddresses: [], checkedAt: 0 };

/** The recent calendar list, or the known one if the server is unreachable. */
export async function listMirrored(
  { check, compare, now, freshnessMs }: ListContext,
  { signal, refresh, startedAt = now() }: BackendRequest,
): Promise<MirroredList> {
  const since = refresh ? startedAt : now() - freshnessMs;
  let because: CalendarError | undefined;
  try {
    await compare(
      () => check.listing(since, { names: true, refresh }),
      { insist: check.known() === undefined },
      signal,
    );
  } catch (error) {
    if (!isUnreachable(error) || check.known() === undefined) throw error;
    because = error;
  }
  const { calendars, ownAddresses, checkedAt } = check.known() ?? NO_ACCOUNT;
  const asOf = checkedAt === 0 ? {} : { asOf: checkedAt };
  return {
    ownAddresses,
    calendars: calendars.map(({ info }) =>
      because === undefined ? { ...info, ...asOf } : { ...info, stale: { ...asOf, because } },
    ),
  };
}
