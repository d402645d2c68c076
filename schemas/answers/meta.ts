import type { EventRow } from './event-row.js';

/** A calendar, or an account as `account/*`, that failed, is out of date, or is only partly readable. */
export type SourceRow = {
  readonly calendar?: string;
  readonly account?: string;
  readonly error?: string;
  readonly message?: string;
  /** When its events were last seen, or true if they are old. */
  readonly stale?: string | true;
  /** Why the answer may be incomplete. */
  readonly mayLack?: string;
  readonly unreadable?: number;
  readonly problems?: readonly { readonly ref?: string; readonly reason: string; readonly code?: string }[];
  /** How many of `unreadable` are not among `problems`. */
  readonly notNamed?: number;
};

/** Facts about an answer besides its data; empty ones are absent. */
export type AnswerMeta = {
  /** The range that was read; null at an open end. */
  readonly range?: { readonly from: string | null; readonly to: string | null };
  readonly timezone?: string;
  /** When the oldest copy in the answer was last compared with its server. */
  readonly asOf?: string;
  readonly total?: number;
  readonly returned?: number;
  readonly nextOffset?: number;
  /** Events that the policy shows only by consent. */
  readonly withheld?: { readonly count: number; readonly confirmToken?: string };
  /** If nothing matches a text: events of the period with similar titles. */
  readonly nearest?: readonly EventRow[];
  readonly sources?: readonly SourceRow[] | undefined;
  readonly notes?: readonly string[];
  readonly explain?: Readonly<Record<string, unknown>>;
};
