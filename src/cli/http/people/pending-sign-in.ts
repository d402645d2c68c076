import { z } from 'zod/v3';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Sealer } from '../../../ports/users/sealer.js';

/** Time limit for the sign-in at the provider. */
const LIFE_MS = 15 * 60_000;
/** Seal context and schema of a sign-in to this server. */
export const SIGN_IN = {
  place: ['a sign-in'],
  schema: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
} as const;

/** Seals sign-in state for the browser to keep; only our replicas can open it. */
export function sealPending(sealer: Sealer, pending: object, place: readonly string[]): string {
  const { keyId, sealed } = sealer.seal(JSON.stringify({ pending, until: Date.now() + LIFE_MS }), place);
  return `${keyId}-${sealed.toString('base64url')}`;
}

/** Throws AUTH_FAILED if the text is invalid or too old. */
export function unsealPending<T>(
  sealer: Sealer,
  text: string,
  { schema, place }: { readonly schema: z.ZodType<T>; readonly place: readonly string[] },
): T {
  const [, keyId = '', sealed = ''] = /^([0-9a-f]{16})-([\w-]+)$/.exec(text) ?? [];
  const { until, pending } = opened(() => {
    const kept = JSON.parse(sealer.unseal({ keyId, sealed: Buffer.from(sealed, 'base64url') }, place));
    return { until: z.number().parse(kept.until), pending: schema.parse(kept.pending) };
  });
  if (until < Date.now()) throw tooLate();
  return pending;
}

function opened<T>(open: () => T): T {
  try {
    return open();
  } catch {
    throw tooLate();
  }
}

function tooLate(): CalendarError {
  return new CalendarError('AUTH_FAILED', 'This sign-in was begun too long ago, or in another browser.', {
    suggestion: 'Sign in again.',
  });
}
