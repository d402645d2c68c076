import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Sealer } from '../../ports/users/sealer.js';

const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
/** Random for each value; NIST SP 800-38D allows 2^32 nonces per key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. The first key seals, every key opens. The sealed form is nonce, ciphertext, tag. */
export function createSealer(keys: readonly [Buffer, ...Buffer[]]): Sealer {
  const known = new Map(keys.map((key) => [idOf(key), key]));
  const [first] = keys;
  const keyId = idOf(first);
  return {
    keyId,
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(boundTo(keyId, place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { keyId, sealed: Buffer.concat([nonce, text, cipher.getAuthTag()]) };
    },
    unseal({ keyId: id, sealed }, place) {
      const key = known.get(id);
      if (key === undefined) throw unknownKey();
      if (sealed.length < NONCE_BYTES + TAG_BYTES) throw changed();
      const tag = sealed.subarray(-TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(boundTo(id, place))
        .setAuthTag(tag);
      try {
        const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // The library's message does not help, and no decrypted text may leak.
        throw changed();
      }
    },
  };
}

/** Identifies the key without revealing it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('calendar-mcp key').update(key).digest('hex').slice(0, 16);
}

function boundTo(keyId: string, place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(['calendar-mcp secret', keyId, ...place]));
}

function unknownKey(): CalendarError {
  return new CalendarError('CONFIGURATION', 'A secret is sealed with a key that this server does not have.', {
    suggestion: 'Add the earlier key behind the first one in the file that CALENDAR_SECRET_KEY_FILE names.',
  });
}

function changed(): CalendarError {
  return new CalendarError(
    'STORAGE_ERROR',
    'A sealed secret was changed, or belongs to another user or account: it is not used.',
    { suggestion: 'Enter the password of the account again, and check who can write to the database.' },
  );
}
