export interface SignedInUser {
  /** Opaque, and the same at every sign-in. */
  readonly id: string;
  /** Unchanged from the provider. */
  readonly name: string;
  readonly createdAt: number;
  readonly signedInAt: number;
  /** Requests are refused. */
  readonly suspended: boolean;
  /** The user's own choice. */
  readonly policy?: string;
  /** Changes whenever their accounts or settings do. */
  readonly revision: number;
}

/** An account that a user has added; its password is in their vault. */
export interface UserAccount {
  readonly name: string;
  /** A known provider; otherwise `url` is set. */
  readonly provider?: string;
  readonly url?: string;
  readonly username: string;
  readonly test: AccountTest;
}

export interface AccountTest {
  readonly at: number;
  readonly calendars?: number;
  /** Trusted text. */
  readonly problem?: string;
}

export interface UserDirectory {
  find(id: string): Promise<SignedInUser | undefined>;
  list(): Promise<readonly (SignedInUser & { readonly accounts: number })[]>;
  /** Records a sign-in of a new or returning user. */
  signedIn(id: string, name: string): Promise<SignedInUser>;
  /** False if there is no such user. */
  suspend(id: string, how: { readonly suspended: boolean }): Promise<boolean>;
  choose(id: string, policy: string | undefined): Promise<void>;
  accounts(id: string): Promise<readonly UserAccount[]>;
  /** False if the name is taken, or there are already `most` accounts. */
  addAccount(id: string, account: UserAccount, most: number): Promise<boolean>;
  tested(id: string, name: string, test: AccountTest): Promise<void>;
  removeAccount(id: string, name: string): Promise<void>;
  /** Tells running programs that a user's data changed. */
  changed(id: string): Promise<void>;
  /** Removes the user and everything stored about them. */
  delete(id: string): Promise<DeletedUser>;
}

export interface DeletedUser {
  readonly found: boolean;
  /** The audit log remains, because only its owner can delete it. */
  readonly keptAudit: boolean;
}

/** Sign-ins that every replica knows. */
export interface LastingSessions {
  /** The secret of a new sign-in, for its cookie. */
  begin(id: string): Promise<string>;
  /** Undefined if it has ended. */
  userOf(secret: string): Promise<string | undefined>;
  end(secret: string): Promise<void>;
  endAll(id: string): Promise<void>;
  count(id: string): Promise<number>;
}

/** The owner of everything that a user stores; no user of the configuration can have this name. */
export function ownerOf(id: string): string {
  return `person/${id}`;
}
