import type { AnalysisData } from '../../../schemas/answers/analysis-data.js';
import type { SourceRow } from '../../../schemas/answers/meta.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { WriteData } from '../../../schemas/answers/write-data.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Progress } from '../../ports/progress.js';

/** Who makes a call: a client of the protocol, on behalf of its model, or a person at the shell. */
export interface Caller {
  readonly kind: 'assistant' | 'person';
  /** As the client names itself: its own words, so not to be trusted. */
  readonly name?: string;
  readonly version?: string;
  /** The user that the HTTP endpoint authenticated; undefined on stdio. */
  readonly principal?: string;
  /** Tells this connection, session or stateless user from others of the same calendars. */
  readonly conversation?: string;
}

/** What belongs to a question beside its text. */
export interface AskedFor {
  readonly signal?: AbortSignal | undefined;
  /** Digest of everything that the person would agree to, also what the text has no room for. */
  readonly shown?: string;
  /** The moment its times were read for. */
  readonly at?: Instant;
  /** A person may also agree for an hour. */
  readonly canLast?: boolean;
}

/**
 * Asks a person through the client, until `signal` ends it, and gives what the person says. `pending`: the client asks
 * once the call has ended, and repeats the call with the answer.
 */
export type AskPerson = (
  message: string,
  asked?: AskedFor,
) => Promise<'agreed' | 'agreed_for_an_hour' | 'declined' | 'unanswered' | 'pending'>;

export interface CallContext {
  readonly signal: AbortSignal;
  /** Names the call in the logs. */
  readonly id?: string;
  /** The span at the client that the call belongs to (W3C Trace Context). */
  readonly traceparent?: string;
  /** Receives the progress of a long call; missing if nobody asked for it. */
  readonly progress?: Progress;
  /** For calendar ids in answers over HTTP; stdio has none. */
  readonly publicUrl?: string;
  /** Default: an assistant. */
  readonly caller?: Caller;
  /** Asks the person at the client; missing if the client cannot. */
  readonly ask?: AskPerson;
  /** Set when the call is repeated with the person's answer: the moment its times were first resolved for. */
  readonly askedAt?: Instant;
  /** Approximate limit of an answer in tokens, if a model reads it. */
  readonly mostTokens?: number;
}

export interface SearchHit {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

/** Hits, and the calendars that failed, are stale or have unreadable events. */
export interface SearchResult {
  readonly results: readonly SearchHit[];
  /** Number of all hits, if there are more than `results`. */
  readonly total?: number;
  /** Events that are shown only if the user agrees, whether they match or not. */
  readonly withheld?: { readonly count: number };
  readonly sources?: readonly SourceRow[];
  /** Further remarks: trusted text. */
  readonly notes?: readonly string[];
}

export interface FetchedDocument extends SearchHit {
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Everything the server can do, free of MCP: arguments as they arrived in, answers out.
 * All failures are thrown as `CalendarError`; writes carry their `outcome`.
 */
export interface CalendarService {
  read(args: unknown, context: CallContext): Promise<Success<ReadData>>;
  write(args: unknown, context: CallContext): Promise<Success<WriteData>>;
  analyze(args: unknown, context: CallContext): Promise<Success<AnalysisData>>;
  search(args: unknown, context: CallContext): Promise<SearchResult>;
  fetch(args: unknown, context: CallContext): Promise<FetchedDocument>;
  close(): Promise<void>;
}
