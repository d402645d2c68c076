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
}

/**
 * Asks a person through the client, until `signal` ends it, and gives what the person says. `pending`: the client asks
 * once the call has ended, and repeats the call with the answer.
 */
export type AskPerson = (
  message: string,
  asked?: AskedFor,
) => Promise<'agreed' | 'declined' | 'unanswered' | 'pending'>;

export interface CallContext {
  readonly signal: AbortSignal;
  /** Where somebody wants to hear how far a long call has come. */
  readonly progress?: Progress;
  /** For calendar ids in answers over HTTP; stdio has none. */
  readonly publicUrl?: string;
  /** An assistant where nothing else is said. */
  readonly caller?: Caller;
  /** Asks the person at the client; missing where the client cannot. */
  readonly ask?: AskPerson;
  /** Where the call comes back with the person's answer: the moment that its times were read for before. */
  readonly askedAt?: Instant;
  /** About how many tokens an answer may take, where a model has to hold it. */
  readonly mostTokens?: number;
}

export interface SearchHit {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

/** Hits, and calendars of which something is to be said: they failed, are old, or hold what cannot be read. */
export interface SearchResult {
  readonly results: readonly SearchHit[];
  /** How many there are, where that is more. */
  readonly total?: number;
  /** Events that are shown by agreement only, whatever they say. */
  readonly withheld?: { readonly count: number };
  readonly sources?: readonly SourceRow[];
  /** What else is to be known of it. */
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
