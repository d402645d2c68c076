import type { CallLimit } from '../../../ports/replicas/call-limit.js';
import type {
  DeletedUser,
  LastingSessions,
  SignedInUser,
  UserAccount,
} from '../../../ports/users/user-directory.js';

/** A provider that people may choose. */
export interface OfferedProvider {
  readonly name: string;
  readonly title: string;
  /** Its customers have servers of their own. */
  readonly needsAddress: boolean;
  /** What a login there needs. */
  readonly note?: string;
  /** Where an app password is made. */
  readonly page?: string;
}

/** What an assistant may do. */
export interface OfferedPolicy {
  readonly name: string;
  readonly sentence: string;
}

/** What the operator leaves to people. */
export interface Offer {
  readonly providers: readonly OfferedProvider[];
  /** Accounts at Google, where people sign in for it. */
  readonly google: boolean;
  readonly accounts: number;
  /** Those that may be chosen besides the default one, which comes first. */
  readonly policies: readonly OfferedPolicy[];
}

/** What a form for an account has. */
export interface EnteredAccount {
  readonly provider?: string;
  readonly url?: string;
  readonly username: string;
  readonly password: string;
}

/** What people do for themselves at `/connect`. Failures are CalendarErrors, of which people see the words. */
export interface SelfService {
  readonly sessions: LastingSessions;
  /** Of sign-ins from one address. */
  readonly signIns: CallLimit;
  /** Of accounts that one person tests. */
  readonly tests: CallLimit;
  readonly offer: Offer;
  /** Where the browser goes to sign in, and what it keeps meanwhile: sealed. */
  begin(): Promise<{ readonly url: string; readonly pending: string }>;
  finish(back: URL, pending: string): Promise<SignedInUser>;
  find(id: string): Promise<SignedInUser | undefined>;
  accounts(user: SignedInUser): Promise<readonly UserAccount[]>;
  /** Tests it, and keeps it where that went well; its name. */
  add(user: SignedInUser, entered: EnteredAccount): Promise<string>;
  /** Where the browser goes to sign in at Google, and what it keeps meanwhile: sealed for the person and their session. */
  beginGoogle(
    user: SignedInUser,
    session: string,
    username: string,
  ): Promise<{ readonly url: string; readonly pending: string }>;
  /** Tests the account of who has come back, and keeps it where that went well; its name. */
  finishGoogle(
    user: SignedInUser,
    session: string,
    came: { readonly back: URL; readonly pending: string },
  ): Promise<string>;
  /** Tests one again, and keeps how that went. */
  retry(user: SignedInUser, name: string): Promise<void>;
  remove(user: SignedInUser, name: string): Promise<void>;
  choose(user: SignedInUser, policy: string): Promise<void>;
  /** The newest lines of the audit log first, at most `most`. */
  audit(user: SignedInUser, most: number): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Everything kept about a person, as pieces of one JSON document; no password. */
  data(user: SignedInUser): AsyncIterable<string>;
  delete(user: SignedInUser): Promise<DeletedUser>;
}
