import { z } from 'zod/v3';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { PendingSignIn } from '../../../login/open-id.js';
import type { Sealer } from '../../../ports/users/sealer.js';

/** So long a person may take at the provider. */
const LIFE_MS = 15 * 60_000;
const PLACE = ['a sign-in'];

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
});

/** What a sign-in has to be compared with, as its browser keeps it: any replica opens it, and nobody else. */
export function sealPending(sealer: Sealer, pending: PendingSignIn): string {
  const { keyId, sealed } = sealer.seal(JSON.stringify({ ...pending, until: Date.now() + LIFE_MS }), PLACE);
  return `${keyId}-${sealed.toString('base64url')}`;
}

/** Throws AUTH_FAILED where it is not one, or is too old. */
export function unsealPending(sealer: Sealer, text: string): PendingSignIn {
  const [, keyId = '', sealed = ''] = /^([0-9a-f]{16})-([\w-]+)$/.exec(text) ?? [];
  const { until, ...pending } = opened(() =>
    pendingSchema.parse(
      JSON.parse(sealer.unseal({ keyId, sealed: Buffer.from(sealed, 'base64url') }, PLACE)),
    ),
  );
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
