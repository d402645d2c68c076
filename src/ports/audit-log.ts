/** The caller: the assistant through a client (self-declared name), or a person at the shell. */
interface AuditedCaller {
  readonly kind: 'assistant' | 'person';
  readonly client?: string | undefined;
  /** The user of the HTTP endpoint. */
  readonly user?: string | undefined;
}

/** Form of consent: a dialog of the client, a token in the repeated call, or the terminal. */
export type AgreedIn = 'dialog' | 'token' | 'terminal';

/** An operation of a call, with its target and scope. */
export interface AuditedOperation {
  readonly operation: string;
  readonly id?: string;
  readonly scope?: string;
}

/** One changed object, by SHA-256 of its stored text. */
export interface AuditedChange {
  readonly did: string;
  /** Id of the event, or of the changed calendar itself. */
  readonly id: string;
  readonly calendar?: string;
  readonly before?: string;
  readonly after?: string;
  readonly title?: string;
}

interface OfCall {
  /** Identifies the call in all its lines. */
  readonly call: string;
  /** The client's span of the call (W3C Trace Context). */
  readonly traceparent?: string;
  readonly by: AuditedCaller;
}

/** One line of the audit log, without time, number and hash. Only `title` is text from an event. */
export type AuditEntry =
  /** Before the first change is sent. */
  | ({
      readonly type: 'began';
      readonly operations: readonly AuditedOperation[];
      readonly process: { readonly pid: number; readonly host: string; readonly started: string };
    } & OfCall)
  /** A part of a long list; the rest is in the next lines of the call. */
  | ({ readonly type: 'changed'; readonly changes: readonly AuditedChange[] } & OfCall)
  /** Before the call is answered. */
  | ({
      readonly type: 'ended';
      readonly operations: readonly AuditedOperation[];
      readonly outcome: string;
      readonly code?: string;
      readonly policy: 'allow' | 'confirm' | 'deny';
      /** The settings that required consent, or refused. */
      readonly rules?: readonly string[];
      readonly agreed?: AgreedIn;
      /** Failed operations of a batch, by index. */
      readonly failed?: readonly { readonly index: number; readonly code: string }[];
      readonly changes: readonly AuditedChange[];
    } & OfCall)
  /** Before the assistant sees or counts events that it did not create, with the user's consent. */
  | ({
      readonly type: 'released';
      readonly agreed: AgreedIn;
      readonly events: number;
      /** Ids of their calendars. */
      readonly calendars: readonly string[];
      /** Ids of the visible events; the rest of a long list is in the next lines of the call. */
      readonly ids: readonly string[];
    } & OfCall)
  /** A partial line after a crash was removed. `headLost`: lines may have been lost with the head of the log. */
  | { readonly type: 'repaired'; readonly bytes: number; readonly headLost?: true }
  /** Everything up to this line exceeded the limits and was deleted. */
  | { readonly type: 'pruned'; readonly through: { readonly line: number; readonly hash: string } };

/** Every write and refusal, on disk before it is acknowledged. */
export interface AuditLog {
  /** Adds lines atomically. They are durable when it returns; throws a `CalendarError` otherwise. */
  append(entries: readonly AuditEntry[]): Promise<void>;
}
