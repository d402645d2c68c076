import { CalendarError } from '../../../../schemas/model/error.js';

export interface NetworkFailure {
  /** Its `outcome` is `not_applied` if the server cannot have seen the request. */
  readonly error: CalendarError;
  /** True if the connection broke; a safe request may be retried. */
  readonly dropped: boolean;
}

const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'ETIMEDOUT']);
/** System calls on an open connection: the network may have failed after the request was sent. */
const CONNECTED = new Set(['read', 'write']);
const NO_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO']);
/** Message of `fetch` for blocked ports (https://fetch.spec.whatwg.org/#port-blocking); it has no code. */
const BAD_PORT = 'bad port';
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const TLS =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(?:GET|VERIFY)_|HOSTNAME_MISMATCH|EPROTO$)/;

/** Converts an exception of `fetch` or of reading a body. Never passes its text on. */
export function networkFailure(exception: unknown): NetworkFailure {
  const { code: network, call, message } = rootOf(exception);
  const details = { network };
  if (network === '' && message === BAD_PORT) {
    const error = new CalendarError(
      'CONFIGURATION',
      'The port in the configured URL belongs to another service, and HTTP clients do not connect to it.',
      {
        outcome: 'not_applied',
        suggestion:
          'Have the calendar server listen on another port, such as 5232 or 8443, and put that into the URL.',
      },
    );
    return { error, dropped: false };
  }
  const connected = CONNECTED.has(call);
  if (UNREACHED.has(network) && !connected) {
    const error = new CalendarError('UNAVAILABLE', 'The calendar server cannot be reached.', {
      details,
      outcome: 'not_applied',
      suggestion: UNKNOWN_HOST.has(network)
        ? 'No such host is known: check its spelling in the configured URL, and the network; then try again.'
        : 'Check the network and the host and port of the configured URL; then try again.',
    });
    return { error, dropped: false };
  }
  if (TLS.test(network)) {
    const error = new CalendarError(
      'TLS_ERROR',
      'No trusted connection to the calendar server: TLS failed.',
      {
        details,
        outcome: 'not_applied',
        suggestion: tlsRemedy(network),
      },
    );
    return { error, dropped: false };
  }
  if (SLOW.has(network)) {
    const error = new CalendarError('TIMEOUT', 'The calendar server did not answer in time.', { details });
    return { error, dropped: false };
  }
  if (DROPPED.has(network) || connected) {
    const error = new CalendarError('UNAVAILABLE', 'The calendar server closed the connection.', {
      details,
      suggestion: 'Try the same call again.',
    });
    return { error, dropped: true };
  }
  const error = new CalendarError(
    'BAD_UPSTREAM_RESPONSE',
    "The calendar server's answer is not valid HTTP.",
    {
      details,
      suggestion: 'Check that the configured URL is that of a CalDAV server.',
    },
  );
  return { error, dropped: false };
}

/** The fix depends on the cause: no TLS, an untrusted certificate or a wrong one. */
function tlsRemedy(code: string): string {
  if (NO_TLS.has(code))
    return 'The server does not speak TLS on this port: check the port, or use http:// if that is what it serves.';
  if (/SELF_SIGNED|UNABLE_TO_/.test(code))
    return 'Save the certificate of the server or of its authority as a PEM file, and set NODE_EXTRA_CA_CERTS to its path before the program starts.';
  return 'Check the certificate of the server: its host name, its dates, and the clock of this computer.';
}

/**
 * The system or library code at the root of an exception, and the failed system call: fetch wraps it in
 * causes and in an AggregateError.
 */
function rootOf(exception: unknown): Record<'code' | 'call' | 'message', string> {
  let code = '';
  let call = '';
  let message = '';
  let current: unknown = exception;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    message = current.message;
    if ('code' in current && typeof current.code === 'string') code = current.code;
    if ('syscall' in current && typeof current.syscall === 'string') call = current.syscall;
    current = current instanceof AggregateError ? (current.errors[0] ?? current.cause) : current.cause;
  }
  return { code, call, message };
}
