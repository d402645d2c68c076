/** Limits of one server; everything above is refused. */
export interface HttpLimits {
  readonly connections: number;
  /** Per remote network, before an accepted token. */
  readonly waitingConnections: number;
  /** Per user. */
  readonly sessions: number;
  /** Concurrent, per session, or per user without sessions. */
  readonly requests: number;
  readonly bodyBytes: number;
  /** Total of all unanswered messages. */
  readonly openBodyBytes: number;
  /** Part of `openBodyBytes` per user. */
  readonly userBodyBytes: number;
  readonly headerBytes: number;
  /** Time to receive the headers. */
  readonly headersMs: number;
  /** Time to receive the whole request. */
  readonly requestMs: number;
  /** Interval to check the tokens of open responses. */
  readonly recheckMs: number;
  /** Idle time between requests on a connection. */
  readonly keepAliveMs: number;
  /** Signed-in browsers; above the limit, the least recently used is signed out. */
  readonly pageSessions: number;
  /** Lifetime of a session. */
  readonly pageSessionMs: number;
  /** Idle time without a byte in either direction; open streams send something every 15 s. */
  readonly silenceMs: number;
}

const MEGABYTE = 1024 * 1024;

export const HTTP_LIMITS: HttpLimits = {
  connections: 2000,
  waitingConnections: 100,
  sessions: 100,
  requests: 100,
  bodyBytes: 10 * MEGABYTE,
  openBodyBytes: 64 * MEGABYTE,
  userBodyBytes: 32 * MEGABYTE,
  headerBytes: 16 * 1024,
  headersMs: 3000,
  requestMs: 30_000,
  recheckMs: 5000,
  keepAliveMs: 65_000,
  pageSessions: 1000,
  pageSessionMs: 7 * 86_400_000,
  silenceMs: 120_000,
};
