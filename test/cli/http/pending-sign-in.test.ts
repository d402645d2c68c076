import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SIGN_IN, sealPending, unsealPending } from '../../../src/cli/http/people/pending-sign-in.js';
import { createSealer } from '../../../src/secrets/sealed/sealer.js';

const sealer = createSealer([randomBytes(32)]);
const PENDING = { state: 'a', nonce: 'b', verifier: 'canary' };

afterEach(() => {
  vi.useRealTimers();
});

describe('what a browser keeps while its person signs in', () => {
  it('is opened by every replica with the key, and shows nothing', () => {
    const kept = sealPending(sealer, PENDING, SIGN_IN.place);
    expect(kept).toMatch(/^[\w-]+$/);
    expect(Buffer.from(kept, 'base64url').toString('latin1')).not.toContain('canary');
    expect(unsealPending(sealer, kept, SIGN_IN)).toEqual(PENDING);
  });

  it.each([
    ['made up', () => 'x'],
    [
      'changed',
      () =>
        sealPending(sealer, PENDING, SIGN_IN.place).replace(/(?<=^.{40})./, (one) =>
          one === 'A' ? 'B' : 'A',
        ),
    ],
    ['of another server', () => sealPending(createSealer([randomBytes(32)]), PENDING, SIGN_IN.place)],
    [
      'a secret that was sealed for something else',
      () => {
        const { keyId, sealed } = sealer.seal(JSON.stringify({ pending: PENDING, until: 1e15 }), [
          'elsewhere',
        ]);
        return `${keyId}-${sealed.toString('base64url')}`;
      },
    ],
  ])('is refused where it is %s', (_, kept) => {
    expect(() => unsealPending(sealer, kept(), SIGN_IN)).toThrow('too long ago, or in another browser');
  });

  it('ends after a quarter of an hour', () => {
    vi.useFakeTimers({ now: 0 });
    const kept = sealPending(sealer, PENDING, SIGN_IN.place);
    vi.setSystemTime(15 * 60_000 + 1);
    expect(() => unsealPending(sealer, kept, SIGN_IN)).toThrow('too long ago');
  });
});
