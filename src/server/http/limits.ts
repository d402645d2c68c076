/** What one server takes upon itself; everything beyond is refused. */
export interface HttpLimits {
  readonly connections: number;
  /** Of one user. */
  readonly sessions: number;
  /** At once: of a session, or of a user where there are no sessions. */
  readonly requests: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Until the headers have come. */
  readonly headersMs: number;
  /** Until the whole request has come. */
  readonly requestMs: number;
  /** Between two requests on a connection. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction; open streams send something every 15 s. */
  readonly silenceMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 2000,
  sessions: 100,
  requests: 100,
  bodyBytes: 10 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  silenceMs: 120_000,
};
