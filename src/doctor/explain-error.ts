import { CalendarError } from '../../schemas/model/error.js';
import type { Facts, ProbeFinding } from '../ports/probe.js';

/**
 * Reduces an error to its publishable parts. Error messages are ours, but some name a path, a variable or an
 * application. A message with private text is dropped; the code remains.
 */
export function explainError(error: unknown, isPublic: (text: string) => boolean): ProbeFinding {
  if (!(error instanceof CalendarError)) {
    const errno = tokenOf(error instanceof Error && 'code' in error ? error.code : undefined);
    return {
      status: 'failed',
      code: 'INTERNAL',
      detail: 'The check itself failed.',
      ...(errno === undefined ? {} : { facts: { errno } }),
    };
  }
  const { suggestion } = error.info;
  const facts = factsOf(error);
  return {
    status: 'failed',
    code: error.code,
    detail: isPublic(error.message) ? error.message : 'The message contains names; --names shows it.',
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
    ...(suggestion === undefined || !isPublic(suggestion) ? {} : { suggestion }),
  };
}

/** Picks HTTP status, network error code, script number and outcome. */
function factsOf({ info: { details = {}, outcome } }: CalendarError): Facts {
  const { httpStatus, network, script } = details;
  const word = tokenOf(network);
  return {
    ...(typeof httpStatus === 'number' && { httpStatus: httpStatus }),
    ...(word !== undefined && word !== '' && { network: word }),
    ...(typeof script === 'string' && /^[a-z ]{1,30}(?:-?\d{1,6})?$/.test(script) && { script }),
    ...(outcome !== undefined && { outcome }),
  };
}

/** Accepts codes such as `ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`. */
function tokenOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(value) ? value : undefined;
}
