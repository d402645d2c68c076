import type { ErrorCode } from '../../../../schemas/model/error.js';

/** Failures to copy or compare a calendar; the server can still answer queries. */
export const CANNOT_COMPARE = new Set<ErrorCode>([
  'BAD_UPSTREAM_RESPONSE',
  'RESPONSE_TOO_LARGE',
  'UNSUPPORTED',
  'LOCKED',
]);
