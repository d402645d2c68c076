/** Who made a call: the assistant through a client, which names itself, or a person at the shell. */
interface AuditedCaller {
  readonly kind: 'assistant' | 'person';
  readonly client?: string | undefined;
  /** The user of the HTTP endpoint. */
  readonly user?: string | undefined;
}

/** How a person agreed: in a dialog of the client, by a token that the call was repeated with, or in a terminal. */
export type AgreedIn = 'dialog' | 'token' | 'terminal';

/** What a call asks for: of what, and how far. */
export interface AuditedOperation {
  readonly operation: string;
  readonly id?: string;
  readonly scope?: string;
}

/** One object that was changed, by SHA-256 of its stored text. */
export interface AuditedChange {
  readonly did: string;
  /** Of the event, or of the calendar that was itself changed. */
  readonly id: string;
  readonly calendar?: string;
  readonly before?: string;
  readonly after?: string;
  readonly title?: string;
}

interface OfCall {
  /** Names the call in all its lines. */
  readonly call: string;
  /** The span at the client that the call belongs to (W3C Trace Context). */
  readonly traceparent?: string;
  readonly by: AuditedCaller;
}

/** One line of the audit log, without time, number and hash. Nothing of it is text from an event, but `title`. */
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
      /** The settings that required an agreement, or refused it. */
      readonly rules?: readonly string[];
      readonly agreed?: AgreedIn;
      /** Operations of a batch that failed, by their place in it. */
      readonly failed?: readonly { readonly index: number; readonly code: string }[];
      readonly changes: readonly AuditedChange[];
    } & OfCall)
  /** Before events that the assistant did not create are shown, or only counted, because a person agreed. */
  | ({
      readonly type: 'released';
      readonly agreed: AgreedIn;
      readonly events: number;
      /** Ids of the calendars they are in. */
      readonly calendars: readonly string[];
      /** Of those that are shown; the rest of a long list is in the next lines of the call. */
      readonly ids: readonly string[];
    } & OfCall)
  /** The piece of a line that a crash had left was removed. `headLost`: lines may have gone with the head of the log. */
  | { readonly type: 'repaired'; readonly bytes: number; readonly headLost?: true }
  /** Everything up to this line is beyond the limits and was deleted. */
  | { readonly type: 'pruned'; readonly through: { readonly line: number; readonly hash: string } };

/** Every write and refusal, on disk before it is acknowledged. */
export interface AuditLog {
  /** Adds lines in one piece. They are durable when it returns; else a `CalendarError` says why not. */
  append(entries: readonly AuditEntry[]): Promise<void>;
}
