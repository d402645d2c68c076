/** A client's data from `initialize`. */
export interface SessionOpening {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>>;
}

/** A client's later settings in its session. */
export interface SessionState {
  readonly logLevel?: string;
  /** Addresses of resources. */
  readonly watched: readonly string[];
}

export type SessionChange =
  | { readonly logLevel: string }
  | { readonly watch: string }
  | { readonly unwatch: string };

/** The data to restore a session at a replica that does not know it. */
export interface SessionRecord {
  /** The user who started it. */
  readonly identity: string;
  readonly opening: SessionOpening;
  /** Name of the session in the audit log. */
  readonly conversation: string;
  readonly state: SessionState;
}

/** A record with its version, which changes with it. */
export interface FoundSession extends SessionRecord {
  readonly version: number;
}

/** The sessions of all replicas. A record expires when it is idle for as long as sessions may be. */
export interface SessionRecords {
  /** Keeps at most `most` sessions of the same user, and ends the least recently used. */
  begin(id: string, record: SessionRecord, most: number): Promise<void>;
  /** Undefined if it does not exist, or belongs to another user. */
  find(id: string, identity: string): Promise<FoundSession | undefined>;
  change(id: string, change: SessionChange): Promise<void>;
  end(id: string): Promise<void>;
  /** The existing ones among these, with their versions. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Marks them as used. */
  touch(ids: readonly string[]): Promise<void>;
  /** Leaves a client's message for another replica: only that one collects for `address`. */
  leave(id: string, address: string, message: object): Promise<void>;
  /** The messages left for any of these. */
  collect(id: string, addresses: readonly string[]): Promise<readonly unknown[]>;
}
