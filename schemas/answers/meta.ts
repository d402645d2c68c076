import type { EventRow } from './event-row.js';

/** A calendar, or an account as `account/*`, that failed, is out of date, or could not be read in full. */
export type SourceRow = {
  readonly calendar?: string;
  readonly account?: string;
  readonly error?: string;
  readonly message?: string;
  /** When its events were last seen, or that they are old. */
  readonly stale?: string | true;
  /** Why a query may not have found everything. */
  readonly mayLack?: string;
  readonly unreadable?: number;
  readonly problems?: readonly { readonly ref?: string; readonly reason: string; readonly code?: string }[];
  /** How many of `unreadable` are not among `problems`. */
  readonly notNamed?: number;
};

/** What there is to know of an answer besides its data; only what there is to say. */
export type AnswerMeta = {
  /** What was looked at; null at an open end. */
  readonly range?: { readonly from: string | null; readonly to: string | null };
  readonly timezone?: string;
  /** When the oldest copy in the answer was last compared with its server. */
  readonly asOf?: string;
  readonly total?: number;
  readonly returned?: number;
  readonly nextOffset?: number;
  /** Events that the policy shows by agreement only. */
  readonly withheld?: { readonly count: number; readonly confirmToken?: string };
  /** Where nothing matches a text: events of the period with titles much like it. */
  readonly nearest?: readonly EventRow[];
  readonly sources?: readonly SourceRow[] | undefined;
  readonly notes?: readonly string[];
  readonly explain?: Readonly<Record<string, unknown>>;
};
