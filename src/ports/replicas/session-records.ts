/** What a client has said of itself in `initialize`. */
export interface SessionOpening {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>>;
}

/** What a client has set in its session since. */
export interface SessionState {
  readonly logLevel?: string;
  /** Addresses of resources. */
  readonly watched: readonly string[];
}

/** One step of it. */
export type SessionChange =
  | { readonly logLevel: string }
  | { readonly watch: string }
  | { readonly unwatch: string };

/** What a session is made from again at a replica that does not know it. */
export interface SessionRecord {
  /** Of the user who began it. */
  readonly identity: string;
  readonly opening: SessionOpening;
  /** As the session is named in the audit log. */
  readonly conversation: string;
  readonly state: SessionState;
}

/** A record as it is, and the number that changes with it. */
export interface FoundSession extends SessionRecord {
  readonly version: number;
}

/** The sessions of all replicas. Records end when nobody has used them for as long as sessions may be idle. */
export interface SessionRecords {
  /** Ends those of the same user that were not used for longest, so that `most` are left. */
  begin(id: string, record: SessionRecord, most: number): Promise<void>;
  /** Undefined where there is none, or it is of another user. */
  find(id: string, identity: string): Promise<FoundSession | undefined>;
  change(id: string, change: SessionChange): Promise<void>;
  end(id: string): Promise<void>;
  /** Which of these are still there, with their numbers. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** They were used just now. */
  touch(ids: readonly string[]): Promise<void>;
  /** Leaves a message of the client for another replica: `address` is a name that only that one collects for. */
  leave(id: string, address: string, message: object): Promise<void>;
  /** What was left for any of these. */
  collect(id: string, addresses: readonly string[]): Promise<readonly unknown[]>;
}
