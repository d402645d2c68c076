/** The closed list of error codes (docs/guide/errors.md) and whether trying the same call again can help. */
export const ERROR_CODES = {
  INVALID_ARGUMENT: false,
  UNKNOWN_FIELD: false,
  INVALID_DATE: false,
  INVALID_TIMEZONE: false,
  INVALID_RECURRENCE: false,
  INVALID_REGEX: false,
  INVALID_ICS: false,
  SCOPE_REQUIRED: false,
  NOT_FOUND: false,
  CALENDAR_NOT_FOUND: false,
  AMBIGUOUS_TARGET: false,
  CONFLICT: false,
  ALREADY_EXISTS: false,
  IDEMPOTENCY_MISMATCH: false,
  POSSIBLE_DUPLICATE: false,
  HAS_CONFLICTS: false,
  CONFIRMATION_REQUIRED: false,
  CONFIRMATION_INVALID: false,
  CONFIRMATION_EXPIRED: false,
  DECLINED: false,
  POLICY_DENIED: false,
  READ_ONLY: false,
  PERMISSION_DENIED: false,
  AUTH_FAILED: false,
  RATE_LIMITED: true,
  QUOTA_EXCEEDED: false,
  LOCKED: true,
  UNAVAILABLE: true,
  TIMEOUT: true,
  TLS_ERROR: false,
  REDIRECT_REFUSED: false,
  UPSTREAM_ERROR: true,
  BAD_UPSTREAM_RESPONSE: false,
  RESPONSE_TOO_LARGE: false,
  OUTCOME_UNKNOWN: false,
  UNSUPPORTED: false,
  EXPANSION_LIMIT: false,
  UNREADABLE_OBJECT: false,
  STORAGE_FULL: false,
  STORAGE_ERROR: false,
  CONFIGURATION: false,
  CANCELLED: false,
  INTERNAL: false,
} as const satisfies Record<string, boolean>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Whether a write took effect. */
export type Outcome = 'applied' | 'not_applied' | 'unknown';

/** One thing wrong with the input; `path` is a JSON pointer such as `/query/filters/when`. */
export interface Violation {
  readonly code: ErrorCode;
  readonly path: string;
  readonly message: string;
  readonly didYouMean?: readonly string[];
}

/** Violations that one error names. */
export const MOST_VIOLATIONS = 20;

/** Something a person has to agree to; the token then allows it once. */
export interface PendingAction {
  readonly token: string;
  /** Trusted text. */
  readonly description: string;
  /** The settings why a person is asked; of the guard, whose text was read, which comes from calendars, and a sentence. */
  readonly because: readonly {
    readonly setting: string;
    readonly reason?: string;
    readonly readWithinTheHour?: readonly string[];
  }[];
  /** What it would do; names in it come from calendars. */
  readonly preview: object;
  /** Local time with offset. */
  readonly expiresAt: string;
  readonly destructive: boolean;
}

interface ErrorDetails {
  readonly path?: string;
  readonly didYouMean?: readonly string[];
  /** The entries of `didYouMean` are other values than the one that was given, not other ways to write it. */
  readonly suggestionIsPlaceholder?: boolean;
  readonly suggestion?: string;
  /** A complete call that would be valid. */
  readonly example?: unknown;
  /** The example is the caller's own call put right, so it says what `didYouMean` and the messages would. */
  readonly isCorrected?: boolean;
  readonly outcome?: Outcome;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  /** All violations of one call; `code`, `path` and `message` are those of the first. */
  readonly violations?: readonly Violation[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** With CONFIRMATION_REQUIRED. */
  readonly pendingAction?: PendingAction;
  /**
   * The name of a calendar that the error is about, and what it may stand for; the error itself names only its place in
   * the call.
   */
  readonly unknownCalendar?: {
    readonly name: string;
    readonly meant?: readonly string[] | 'all' | undefined;
    /** Nothing is called like this. */
    readonly isNew: boolean;
  };
  /** What the caller's own call says instead in `example`; an id where the scope needs one, in place of filters. */
  readonly callPatch?: {
    readonly id?: string;
    readonly filters?: Readonly<Record<string, unknown>>;
    readonly scope?: 'this' | 'following' | 'all';
    readonly changes?: Readonly<Record<string, unknown>>;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly calendar?: string;
  };
  /** Whose login the server refused, and whether a sign-in with a browser has ended: for the terminal, not for the caller. */
  readonly refusedLogin?: { readonly account: string; readonly user: string; readonly isEnded: boolean };
  /** The account that could not be listed: for the terminal, not for the caller. */
  readonly account?: string;
  /** The setting that names a calendar which is not there, or would name the one that is not said: for the terminal, not for the caller. */
  readonly setting?: 'defaultCalendar' | 'defaultTaskList';
  /** The same for a person at the terminal, where it is said otherwise; not for the caller. */
  readonly atShell?: { readonly message?: string; readonly suggestion?: string };
  /** Settings of the policy that refused a write: for the audit log, not for the caller. */
  readonly refusedBy?: readonly string[];
  readonly cause?: unknown;
}

/**
 * The only error that reaches a client. `message` and `suggestion` hold trusted text only: never event text,
 * never a secret, never a server's own words.
 */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly code: ErrorCode;
  readonly info: ErrorDetails;

  constructor(code: ErrorCode, message: string, info: ErrorDetails = {}) {
    super(message, info.cause === undefined ? undefined : { cause: info.cause });
    this.code = code;
    this.info = info;
  }

  get retryable(): boolean {
    return this.info.retryable ?? ERROR_CODES[this.code];
  }

  /** The same error with more details, for callers that know more (a path, an outcome). */
  with(info: ErrorDetails): CalendarError {
    return new CalendarError(this.code, this.message, { ...this.info, ...info });
  }
}
