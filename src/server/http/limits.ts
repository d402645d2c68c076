/** Limits of one server; anything beyond them is refused. */
export interface HttpLimits {
  readonly connections: number;
  /** From one remote address, without an accepted token. */
  readonly waitingConnections: number;
  /** Of one user. */
  readonly sessions: number;
  /** At once: of a session, or of a user where there are no sessions. */
  readonly requests: number;
  readonly bodyBytes: number;
  /** Of all messages that came and are not answered yet. */
  readonly openBodyBytes: number;
  /** The share of it that one user may take. */
  readonly userBodyBytes: number;
  readonly headerBytes: number;
  /** Until the headers have come. */
  readonly headersMs: number;
  /** Until the whole request has come. */
  readonly requestMs: number;
  /** How often it is asked whether the token of an open response is still accepted. */
  readonly recheckMs: number;
  /** Between two requests on a connection. */
  readonly keepAliveMs: number;
  /** Browsers in which people are signed in; beyond them, the one that was not used for longest is signed out. */
  readonly pageSessions: number;
  /** From signing in until it has to be done again. */
  readonly pageSessionMs: number;
  /** Without a byte in either direction; open streams send something every 15 s. */
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
