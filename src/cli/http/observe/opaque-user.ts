import { createHash } from 'node:crypto';

/** Names a user in logs and traces without the name: the same on every server and after every restart. */
export function opaqueUser(principal: string): string {
  return createHash('sha256').update(principal).digest('hex').slice(0, 12);
}
