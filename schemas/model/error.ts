/** The closed list of error codes (docs/guide/errors.md); true if a retry of the same call can help. */
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

export type Outcome = 'applied' | 'not_applied' | 'unknown';

/** One problem of the input; `path` is a JSON pointer such as `/query/filters/when`. */
export interface Violation {
  readonly code: ErrorCode;
  readonly path: string;
  readonly message: string;
  readonly didYouMean?: readonly string[];
}

export const MOST_VIOLATIONS = 20;

/** An action that needs the user's consent; the token then allows it once. */
export interface PendingAction {
  readonly token: string;
  /** Trusted text. */
  readonly description: string;
  /** The settings behind the question; for the guard, also a reason and the sources of recent text (from calendars). */
  readonly because: readonly {
    readonly setting: string;
    readonly reason?: string;
    readonly readWithinTheHour?: readonly string[];
  }[];
  /** The effect of the action; names in it come from calendars. */
  readonly preview: object;
  /** Local time with offset. */
  readonly expiresAt: string;
  readonly destructive: boolean;
}

interface ErrorDetails {
  readonly path?: string;
  readonly didYouMean?: readonly string[];
  /** `didYouMean` holds other values, not other spellings of the given one. */
  readonly suggestionIsPlaceholder?: boolean;
  readonly suggestion?: string;
  /** A complete, valid call. */
  readonly example?: unknown;
  /** The example is the caller's own call, corrected, so it makes `didYouMean` and the messages redundant. */
  readonly isCorrected?: boolean;
  readonly outcome?: Outcome;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  /** All violations of one call; `code`, `path` and `message` repeat the first. */
  readonly violations?: readonly Violation[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** With CONFIRMATION_REQUIRED. */
  readonly pendingAction?: PendingAction;
  /** The unknown calendar name, and its likely meanings; the error itself only has its place in the call. */
  readonly unknownCalendar?: {
    readonly name: string;
    readonly meant?: readonly string[] | 'all' | undefined;
    /** No calendar has this name. */
    readonly isNew: boolean;
  };
  /** Replacements in the caller's own call, for `example`; an id replaces filters if the scope needs one. */
  readonly callPatch?: {
    readonly id?: string;
    readonly filters?: Readonly<Record<string, unknown>>;
    readonly scope?: 'this' | 'following' | 'all';
    readonly changes?: Readonly<Record<string, unknown>>;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly calendar?: string;
  };
  /** For the terminal only: the refused login, and if a browser sign-in has expired. */
  readonly refusedLogin?: { readonly account: string; readonly user: string; readonly isEnded: boolean };
  /** For the terminal only: the account that could not be listed. */
  readonly account?: string;
  /** For the terminal only: the setting that names a missing calendar, or that could name one. */
  readonly setting?: 'defaultCalendar' | 'defaultTaskList';
  /** For the terminal only: other words for a person. */
  readonly atShell?: { readonly message?: string; readonly suggestion?: string };
  /** For the audit log only: settings of the policy that refused a write. */
  readonly refusedBy?: readonly string[];
  readonly cause?: unknown;
}

/**
 * The only error that reaches a client. `message` and `suggestion` hold trusted text only: never event text, never a
 * secret, never a server's own words.
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

  /** Adds details, for callers that know more (a path, an outcome). */
  with(info: ErrorDetails): CalendarError {
    return new CalendarError(this.code, this.message, { ...this.info, ...info });
  }
}
