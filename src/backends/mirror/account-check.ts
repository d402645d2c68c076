import { CalendarError } from '../../../schemas/error.js';
import type { Instant } from '../../../schemas/time.js';
import type { MirroredAccount, MirrorStore } from '../../ports/mirror-store.js';
import type { SyncSource } from '../../ports/sync-source.js';

export interface AccountCheck {
  /** The listing of the account, asked for at `since` or later; one request for all who want it at the same time. */
  listing(since: Instant): Promise<MirroredAccount>;
  /** The listing as it was last seen, by this process or another one. */
  known(): MirroredAccount | undefined;
  /** The calendars themselves have changed: the listing is of no use any more, except where there is no other. */
  expire(): void;
}

interface Round {
  /** Undefined until the request is made: whoever comes before may join. */
  begunAt?: Instant;
  readonly result: Promise<MirroredAccount>;
}

/** How long the copy of a calendar that is not listed any more is kept. */
const GONE_KEPT_MS = 24 * 3_600_000;

/** Asks the server what its calendars are and which of them changed: one request an account. */
export function createAccountCheck(
  source: SyncSource,
  store: MirrorStore,
  now: () => Instant,
  signal: AbortSignal,
): AccountCheck {
  let current: Round | undefined;
  let expirations = 0;

  const known = (): MirroredAccount | undefined => store.account(source.identity);

  function begin(): Round {
    let start: (value: Promise<MirroredAccount>) => void = () => undefined;
    const result = new Promise<MirroredAccount>((resolve) => {
      start = resolve;
    });
    const round: Round = { result };
    current = round;
    // The calls that one question makes for its calendars come one after another in the same turn.
    setImmediate(() => {
      round.begunAt = now();
      start(ask(round.begunAt));
    });
    const end = (): void => {
      if (current === round) current = undefined;
    };
    result.then(end, end);
    return round;
  }

  async function ask(checkedAt: Instant): Promise<MirroredAccount> {
    if (signal.aborted) throw new CalendarError('CANCELLED', 'The account was closed.');
    const before = known();
    // A ctag is enough to see a change; a token is needed where there is none, and once to begin with.
    const tokens =
      before === undefined ||
      before.calendars.some(({ info, ctag }) => ctag === undefined && info.unlisted === undefined);
    const expirationsBefore = expirations;
    const listing = await source.list({ tokens, before }, signal);
    const account = { ...listing, checkedAt: expirations === expirationsBefore ? checkedAt : 0 };
    store.saveAccount(source.identity, account);
    // Else it is done in the background.
    if (source.onDemand !== undefined) {
      const ids = listing.calendars.map(({ info }) => info.id);
      store.prune(source.identity, ids, checkedAt - GONE_KEPT_MS);
    }
    return account;
  }

  return {
    known,
    expire() {
      expirations++;
      current = undefined;
      const account = known();
      if (account !== undefined) store.saveAccount(source.identity, { ...account, checkedAt: 0 });
    },
    async listing(since) {
      const account = known();
      if (account !== undefined && account.checkedAt >= since && account.checkedAt <= now()) return account;
      if (current !== undefined && (current.begunAt === undefined || current.begunAt >= since)) {
        return current.result;
      }
      return begin().result;
    },
  };
}
