import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { MirroredAccount, MirrorStore } from '../../../ports/mirror-store.js';
import type { SyncSource } from '../../../ports/sync-source.js';

export interface AccountCheck {
  /**
   * The listing of the account, requested at `since` or later; concurrent callers share a request.
   * `names`: omits change markers while nothing is copied, for a quick first answer.
   * `refresh`: as in `BackendRequest`.
   */
  listing(
    since: Instant,
    how?: { readonly names?: true; readonly refresh?: boolean | undefined },
  ): Promise<MirroredAccount>;
  /** The last listing, by any process. */
  known(): MirroredAccount | undefined;
  /** Call after a change to the calendars: the listing is outdated, but stays as a fallback. */
  expire(): void;
}

interface Round {
  /** Undefined until the request starts; callers can still join. */
  begunAt?: Instant;
  readonly bare: boolean;
  refresh: boolean;
  readonly result: Promise<MirroredAccount>;
}

/** Lists calendars and their changes with one request per account. */
export function createAccountCheck(
  source: SyncSource,
  store: MirrorStore,
  now: () => Instant,
  signal: AbortSignal,
): AccountCheck {
  let current: Round | undefined;
  let expirations = 0;

  const known = (): MirroredAccount | undefined => store.account(source.identity);

  function begin(bare: boolean, refresh: boolean): Round {
    const result = afterThisTurn(() => {
      round.begunAt = now();
      return ask(round.begunAt, { bare, refresh: round.refresh });
    });
    const round: Round = { bare, refresh, result };
    current = round;
    const end = (): void => {
      if (current === round) current = undefined;
    };
    result.then(end, end);
    return round;
  }

  async function ask(
    checkedAt: Instant,
    { bare, refresh }: { readonly bare: boolean; readonly refresh: boolean },
  ): Promise<MirroredAccount> {
    if (signal.aborted) throw new CalendarError('CANCELLED', 'The account was closed.');
    const before = known();
    const expirationsBefore = expirations;
    const marks = bare ? 'none' : needsTokens(before) ? 'all' : 'ctags';
    const listing = await source.list({ marks, before, refresh }, signal);
    const account: MirroredAccount = {
      ...listing,
      checkedAt: expirations === expirationsBefore ? checkedAt : 0,
      ...(bare ? { bare: true } : {}),
    };
    // Another process or a copy has requested more meanwhile.
    const other = known();
    if (bare && other !== undefined && other.bare === undefined) return other;
    store.saveAccount(source.identity, account);
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
    async listing(since, { names = false, refresh = false } = {}) {
      const account = known();
      const isBare = account === undefined || account.bare === true;
      const mayBeBare = names && isBare;
      const isEnough = mayBeBare || !isBare;
      if (account !== undefined && isEnough && account.checkedAt >= since && account.checkedAt <= now()) {
        return account;
      }
      const running = current !== undefined && (mayBeBare || !current.bare) ? current : undefined;
      if (running !== undefined && (running.begunAt === undefined || running.begunAt >= since)) {
        running.refresh ||= refresh;
        return running.result;
      }
      return begin(mayBeBare, refresh).result;
    },
  };
}

/** One query calls this for each calendar in the same turn, so wait for all of them. */
function afterThisTurn<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    setImmediate(() => resolve(work()));
  });
}

/** A ctag is enough to detect a change. Tokens are needed without a ctag, and once at the start. */
function needsTokens(before: MirroredAccount | undefined): boolean {
  return (
    before === undefined ||
    before.bare === true ||
    before.calendars.some(({ info, ctag }) => ctag === undefined && info.unlisted === undefined)
  );
}
