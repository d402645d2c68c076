/** Whether something may be done at once, only with the agreement of a person, or not at all. */
export type Mode = 'allow' | 'confirm' | 'deny';

/** How much of an event is shown: when it is, also its title, or everything. */
export type Granularity = 'freebusy' | 'summary' | 'full';

/** Permissions as one whole, every part decided; the configuration file gives parts of it or its name. */
export interface Policy {
  /** `careful`, `trusted`, `dedicated`, `read-only`, or `custom` where the operator wrote parts of it. */
  readonly name: string;
  /** Nothing is written, and `calendar_write` is not listed. */
  readonly readOnly: boolean;
  /** Names, ids and `account/name` of calendars, with `*` for any part. What is not visible does not exist. */
  readonly calendars: { readonly visible: readonly string[]; readonly writable: readonly string[] };
  /** By origin: events that the assistant created, and all others; `ask` shows those with a confirmation. */
  readonly read: { readonly assistant: Granularity; readonly others: Granularity | 'ask' };
  readonly write: {
    readonly create: Mode;
    readonly update: Mode;
    /** Into the trash. */
    readonly delete: Mode;
    /** For good (`soft: false`). */
    readonly purge: Mode;
    /** People are mailed who are not on the event yet. */
    readonly invite: Mode;
    readonly respond: Mode;
    /** What is done to events that are not shown in full, beside what it is. */
    readonly hidden: Mode;
    /** More changes than `over` in one call. */
    readonly bulk: { readonly over: number; readonly mode: Mode };
  };
  /** Whether names are looked up in address books and directories; `none`: in events only. */
  readonly people: 'names' | 'none';
  /** Mail addresses, with `*` for any part; `others` are those that match none and are not on the event yet. */
  readonly recipients: { readonly allow: readonly string[]; readonly others: Mode };
  /**
   * After text that others wrote has been shown, what it may be after needs an agreement: deleting, calling off,
   * and mailing text of other events.
   */
  readonly guard: boolean;
  /** Most that is done in an hour without an agreement: changes, deletions among them, and people mailed. */
  readonly limits: { readonly changes: number; readonly deletions: number; readonly recipients: number };
  /** How a person agrees: `auto` asks through the client where it can, else by token. */
  readonly confirmation: 'auto' | 'elicitation' | 'token';
}

/** More than is ever done in an hour. */
export const NO_LIMIT = 1_000_000;

const EVERYTHING = { visible: ['*'], writable: ['*'] };
const ALL_SHOWN = { assistant: 'full', others: 'full' } as const;

/** Everything is allowed at once. */
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

/** The default: what cannot be taken back, or is much at once, needs a person's agreement. */
const CAREFUL: Policy = {
  ...TRUSTED,
  name: 'careful',
  write: { ...TRUSTED.write, purge: 'confirm', invite: 'confirm', bulk: { over: 10, mode: 'confirm' } },
  recipients: { allow: [], others: 'confirm' },
  guard: true,
  limits: { changes: 600, deletions: 100, recipients: 100 },
};

/** For one calendar of the assistant's own: what it did not create is shown when a person agrees. */
const DEDICATED: Policy = {
  ...CAREFUL,
  name: 'dedicated',
  read: { assistant: 'full', others: 'ask' },
};

const READ_ONLY: Policy = { ...CAREFUL, name: 'read-only', readOnly: true };

/** Whole policies by name. */
export const POLICIES = {
  careful: CAREFUL,
  trusted: TRUSTED,
  dedicated: DEDICATED,
  'read-only': READ_ONLY,
} as const;
