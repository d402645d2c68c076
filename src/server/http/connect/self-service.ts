import type { CallLimit } from '../../../ports/replicas/call-limit.js';
import type {
  DeletedUser,
  LastingSessions,
  SignedInUser,
  UserAccount,
} from '../../../ports/users/user-directory.js';

export interface OfferedProvider {
  readonly name: string;
  readonly title: string;
  /** True if each customer has their own server. */
  readonly needsAddress: boolean;
  /** Login requirements. */
  readonly note?: string;
  /** Page to create an app password. */
  readonly page?: string;
}

export interface OfferedPolicy {
  readonly name: string;
  readonly sentence: string;
}

/** Choices that the operator allows. */
export interface Offer {
  readonly providers: readonly OfferedProvider[];
  /** True if users can sign in at Google. */
  readonly google: boolean;
  readonly accounts: number;
  /** Selectable policies; the first is the default. */
  readonly policies: readonly OfferedPolicy[];
}

export interface EnteredAccount {
  readonly provider?: string;
  readonly url?: string;
  readonly username: string;
  readonly password: string;
}

/** Actions of users at `/connect`. Failures are CalendarErrors whose messages users see. */
export interface SelfService {
  readonly sessions: LastingSessions;
  /** Limits sign-ins per network. */
  readonly signIns: CallLimit;
  /** Limits account tests per user. */
  readonly tests: CallLimit;
  readonly offer: Offer;
  /** The sign-in address, and sealed state for the browser's cookie. */
  begin(): Promise<{ readonly url: string; readonly pending: string }>;
  finish(back: URL, pending: string): Promise<SignedInUser>;
  find(id: string): Promise<SignedInUser | undefined>;
  accounts(user: SignedInUser): Promise<readonly UserAccount[]>;
  /** Tests the account, stores it if that succeeds, and returns its name. */
  add(user: SignedInUser, entered: EnteredAccount): Promise<string>;
  /** The sign-in address at Google, and state for the browser, sealed for the user and session. */
  beginGoogle(
    user: SignedInUser,
    session: string,
    username: string,
  ): Promise<{ readonly url: string; readonly pending: string }>;
  /** Tests the account of a returning user, stores it if that succeeds, and returns its name. */
  finishGoogle(
    user: SignedInUser,
    session: string,
    came: { readonly back: URL; readonly pending: string },
  ): Promise<string>;
  /** Tests an account again and stores the result. */
  retry(user: SignedInUser, name: string): Promise<void>;
  remove(user: SignedInUser, name: string): Promise<void>;
  choose(user: SignedInUser, policy: string): Promise<void>;
  /** Lines of the audit log, newest first, at most `most`. */
  audit(user: SignedInUser, most: number): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** All data about a user as parts of one JSON document, without passwords. */
  data(user: SignedInUser): AsyncIterable<string>;
  delete(user: SignedInUser): Promise<DeletedUser>;
}
