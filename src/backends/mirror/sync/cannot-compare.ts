import type { ErrorCode } from '../../../../schemas/model/error.js';

/** Failures to copy or to compare a calendar that do not keep the server from answering a question about it. */
export const CANNOT_COMPARE = new Set<ErrorCode>([
  'BAD_UPSTREAM_RESPONSE',
  'RESPONSE_TOO_LARGE',
  'UNSUPPORTED',
  'LOCKED',
]);
