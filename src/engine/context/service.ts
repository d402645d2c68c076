import type { AnalysisData } from '../../../schemas/answers/analysis-data.js';
import type { SourceRow } from '../../../schemas/answers/meta.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { WriteData } from '../../../schemas/answers/write-data.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Progress } from '../../ports/progress.js';

/** An MCP client acting for its model, or a person at the shell. */
export interface Caller {
  readonly kind: 'assistant' | 'person';
  /** The name the client gives itself; untrusted. */
  readonly name?: string;
  readonly version?: string;
  /** The user that the HTTP endpoint authenticated; undefined on stdio. */
  readonly principal?: string;
  /** Distinguishes this connection, session or stateless user from others with the same calendars. */
  readonly conversation?: string;
}

/** Options of a question, apart from its text. */
export interface AskedFor {
  readonly signal?: AbortSignal | undefined;
  /** Digest of everything the person would agree to, including parts that do not fit into the text. */
  readonly shown?: string;
  /** The moment its relative times were resolved for. */
  readonly at?: Instant;
  /** True if the person may also agree for an hour. */
  readonly canLast?: boolean;
}

/**
 * Asks a person through the client until `signal` aborts. `pending`: the client asks after the call has
 * ended, then repeats the call with the answer.
 */
export type AskPerson = (
  message: string,
  asked?: AskedFor,
) => Promise<'agreed' | 'agreed_for_an_hour' | 'declined' | 'unanswered' | 'pending'>;

export interface CallContext {
  readonly signal: AbortSignal;
  /** Identifies the call in the logs. */
  readonly id?: string;
  /** The client's span of this call (W3C Trace Context). */
  readonly traceparent?: string;
  /** Receives the progress of a long call; missing if not requested. */
  readonly progress?: Progress;
  /** Public address of this server, for links to events; missing on stdio. */
  readonly publicUrl?: string;
  /** Default: an assistant. */
  readonly caller?: Caller;
  /** Asks the person at the client; missing if the client cannot. */
  readonly ask?: AskPerson;
  /** Set if the call is repeated with the person's answer: the moment its times were first resolved for. */
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
  /** Number of all hits, if more than `results`. */
  readonly total?: number;
  /** Events that are shown only if the user agrees, matching or not. */
  readonly withheld?: { readonly count: number };
  readonly sources?: readonly SourceRow[];
  /** Further remarks; trusted text. */
  readonly notes?: readonly string[];
}

export interface FetchedDocument extends SearchHit {
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Everything the server can do, independent of MCP: raw arguments in, answers out. Failures are thrown as
 * `CalendarError`; those of writes have an `outcome`.
 */
export interface CalendarService {
  read(args: unknown, context: CallContext): Promise<Success<ReadData>>;
  write(args: unknown, context: CallContext): Promise<Success<WriteData>>;
  analyze(args: unknown, context: CallContext): Promise<Success<AnalysisData>>;
  search(args: unknown, context: CallContext): Promise<SearchResult>;
  fetch(args: unknown, context: CallContext): Promise<FetchedDocument>;
  close(): Promise<void>;
}
