/** A person who signs in by themselves. */
export interface SignedInUser {
  /** Says nothing about them, and is the same at every sign-in. */
  readonly id: string;
  /** As the provider says it. */
  readonly name: string;
  readonly createdAt: number;
  readonly signedInAt: number;
  /** Nothing is served to them. */
  readonly suspended: boolean;
  /** The policy that they have chosen. */
  readonly policy?: string;
  /** Another number whenever their accounts or settings are others. */
  readonly revision: number;
}

/** An account that a user has added; its password is in their vault. */
export interface UserAccount {
  readonly name: string;
  /** A known one, or undefined with an address. */
  readonly provider?: string;
  readonly url?: string;
  readonly username: string;
  readonly test: AccountTest;
}

/** How the last test of an account ended. */
export interface AccountTest {
  readonly at: number;
  readonly calendars?: number;
  /** Trusted text. */
  readonly problem?: string;
}

/** The users of a server, and what each has. */
export interface UserDirectory {
  find(id: string): Promise<SignedInUser | undefined>;
  list(): Promise<readonly (SignedInUser & { readonly accounts: number })[]>;
  /** A person has signed in: a new user, or one who comes again. */
  signedIn(id: string, name: string): Promise<SignedInUser>;
  /** False where there is no such user. */
  suspend(id: string, how: { readonly suspended: boolean }): Promise<boolean>;
  choose(id: string, policy: string | undefined): Promise<void>;
  accounts(id: string): Promise<readonly UserAccount[]>;
  /** False where the name is taken, or there are `most` of them. */
  addAccount(id: string, account: UserAccount, most: number): Promise<boolean>;
  tested(id: string, name: string, test: AccountTest): Promise<void>;
  removeAccount(id: string, name: string): Promise<void>;
  /** What a user has changed in a way that a running program has to learn. */
  changed(id: string): Promise<void>;
  /** Removes the user and everything kept about them. */
  delete(id: string): Promise<DeletedUser>;
}

export interface DeletedUser {
  readonly found: boolean;
  /** Only its owner may delete the audit log: it is still there. */
  readonly keptAudit: boolean;
}

/** Sign-ins that every replica knows. */
export interface LastingSessions {
  /** The secret of a new one, for its cookie. */
  begin(id: string): Promise<string>;
  /** Undefined where it has ended. */
  userOf(secret: string): Promise<string | undefined>;
  end(secret: string): Promise<void>;
  endAll(id: string): Promise<void>;
  count(id: string): Promise<number>;
}

/** Whose everything is that a user keeps; no user of the configuration has such a name. */
export function ownerOf(id: string): string {
  return `person/${id}`;
}
