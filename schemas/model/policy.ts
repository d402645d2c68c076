/** Permission: immediately, only with the user's consent, or never. */
export type Mode = 'allow' | 'confirm' | 'deny';

/** The visible part of an event: its times, also its title, or everything. */
export type Granularity = 'freebusy' | 'summary' | 'full';

/** A complete set of permissions; the configuration file gives parts of it or its name. */
export interface Policy {
  /** `careful`, `trusted`, `dedicated`, `read-only`, or `custom` if the operator set parts of it. */
  readonly name: string;
  /** Allows no writes, and hides `calendar_write`. */
  readonly readOnly: boolean;
  /** Names, ids and `account/name`, with `*` for any part. For callers, invisible calendars do not exist. */
  readonly calendars: { readonly visible: readonly string[]; readonly writable: readonly string[] };
  /** By origin: events that the assistant created, and all others; `ask` shows those after confirmation. */
  readonly read: { readonly assistant: Granularity; readonly others: Granularity | 'ask' };
  readonly write: {
    readonly create: Mode;
    readonly update: Mode;
    /** To the trash. */
    readonly delete: Mode;
    /** Permanently (`soft: false`). */
    readonly purge: Mode;
    /** Emails people who are not on the event yet. */
    readonly invite: Mode;
    readonly respond: Mode;
    /** Applies to partly visible events, in addition to the operation's own mode. */
    readonly hidden: Mode;
    /** More changes than `over` in one call. */
    readonly bulk: { readonly over: number; readonly mode: Mode };
  };
  /** Looks up names in address books and directories; `none`: only in events. */
  readonly people: 'names' | 'none';
  /** Email addresses, with `*` for any part; `others` are new addresses on the event that match none. */
  readonly recipients: { readonly allow: readonly string[]; readonly others: Mode };
  /**
   * After showing text by others, requires consent for its possible goals: deleting, cancelling, and mailing the text
   * of other events.
   */
  readonly guard: boolean;
  /** Most actions per hour without consent: changes (including deletions), deletions, and emailed people. */
  readonly limits: { readonly changes: number; readonly deletions: number; readonly recipients: number };
  /** `auto` asks through the client if possible, or else by token. */
  readonly confirmation: 'auto' | 'elicitation' | 'token';
}

/** More than anyone does in an hour. */
export const NO_LIMIT = 1_000_000;

const EVERYTHING = { visible: ['*'], writable: ['*'] };
const ALL_SHOWN = { assistant: 'full', others: 'full' } as const;

const TRUSTED: Policy = {
  name: 'trusted',
  readOnly: false,
  calendars: EVERYTHING,
  read: ALL_SHOWN,
  write: {
    create: 'allow',
    update: 'allow',
    delete: 'allow',
    purge: 'allow',
    invite: 'allow',
    respond: 'allow',
    hidden: 'confirm',
    bulk: { over: 10, mode: 'allow' },
  },
  people: 'names',
  recipients: { allow: ['*'], others: 'allow' },
  guard: false,
  limits: { changes: NO_LIMIT, deletions: NO_LIMIT, recipients: NO_LIMIT },
  confirmation: 'auto',
};

/** The default: irreversible or bulk changes need the user's consent. */
const CAREFUL: Policy = {
  ...TRUSTED,
  name: 'careful',
  write: { ...TRUSTED.write, purge: 'confirm', invite: 'confirm', bulk: { over: 10, mode: 'confirm' } },
  recipients: { allow: [], others: 'confirm' },
  guard: true,
  limits: { changes: 600, deletions: 100, recipients: 100 },
};

/** For the assistant's own calendar: events by others need consent to show. */
const DEDICATED: Policy = {
  ...CAREFUL,
  name: 'dedicated',
  read: { assistant: 'full', others: 'ask' },
};

const READ_ONLY: Policy = { ...CAREFUL, name: 'read-only', readOnly: true };

export const POLICIES = {
  careful: CAREFUL,
  trusted: TRUSTED,
  dedicated: DEDICATED,
  'read-only': READ_ONLY,
} as const;
