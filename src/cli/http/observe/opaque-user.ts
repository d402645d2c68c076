import { createHash } from 'node:crypto';

/** Hashes a user for logs and traces; the same on every server and after every restart. */
export function opaqueUser(principal: string): string {
  return createHash('sha256').update(principal).digest('hex').slice(0, 12);
}
