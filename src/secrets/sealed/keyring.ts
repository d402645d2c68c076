import { CalendarError } from '../../../schemas/model/error.js';
import { singleFlight } from '../../concurrency/single-flight.js';
import type { SealerSource } from '../../ports/users/sealer.js';
import { readPrivateFile } from '../private-file.js';
import { readSecret, type SecretSource } from '../secret-source.js';
import { createSealer, KEY_BYTES } from './sealer.js';

/** A changed key takes effect after at most this many milliseconds. */
const FRESH_MS = 60_000;
const KEY = /^[A-Za-z0-9+/]{43}=$/;
const SUGGESTION =
  'Write one key into it, made with "openssl rand -base64 32"; earlier keys follow on lines of their own.';

/** Re-reads the keys, which may change while the server runs. */
export function createKeyring(source: SecretSource): SealerSource {
  const current = singleFlight(async () => createSealer(await readKeys(source)), FRESH_MS);
  const seen = new Set<string>();
  return async (keyId) => {
    // Another replica may already use a new key. An unknown key triggers one reload.
    if (keyId !== undefined && !seen.has(keyId)) {
      seen.add(keyId);
      current.forget();
    }
    const sealer = await current.get();
    seen.add(sealer.keyId);
    return sealer;
  };
}

/** The first key seals. Throws CONFIGURATION if a key is not 32 bytes in base64. */
async function readKeys(source: SecretSource): Promise<readonly [Buffer, ...Buffer[]]> {
  const [first, ...others] = (await textOf(source)).split(/\s+/).filter(Boolean).map(keyOf);
  if (first === undefined) throw unusable('is empty');
  return [first, ...others];
}

async function textOf(source: SecretSource): Promise<string> {
  if (source.kind !== 'file') return readSecret(source);
  const called = 'The file with the key of secrets';
  return readPrivateFile({ path: source.path, called, suggestion: SUGGESTION });
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (!KEY.test(text) || key.length !== KEY_BYTES) throw unusable('is not 32 bytes in base64');
  return key;
}

function unusable(what: string): CalendarError {
  return new CalendarError('CONFIGURATION', `The key of secrets ${what}.`, { suggestion: SUGGESTION });
}
