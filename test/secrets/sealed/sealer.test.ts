import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createSealer } from '../../../src/secrets/sealed/sealer.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const sealer = createSealer([first]);
const PLACE = ['ana', 'icloud', 'password'];

function failureOf(work: () => unknown): CalendarError {
  try {
    work();
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
  throw new Error('It was opened.');
}

const text = fc.string({ unit: 'binary', maxLength: 200 });
const place = fc.array(text, { maxLength: 4 });

describe('a sealed secret', () => {
  it('is opened at its place, and is another each time', () => {
    fc.assert(
      fc.property(text, place, (secret, at) => {
        const [a, b] = [sealer.seal(secret, at), sealer.seal(secret, at)];
        expect(a.sealed.equals(b.sealed)).toBe(false);
        expect([a, b].map((one) => sealer.unseal(one, at))).toEqual([secret, secret]);
      }),
    );
  });

  it('is not opened at any other place', () => {
    fc.assert(
      fc.property(text, place, place, (secret, at, other) => {
        fc.pre(JSON.stringify(at) !== JSON.stringify(other));
        expect(failureOf(() => sealer.unseal(sealer.seal(secret, at), other)).code).toBe('STORAGE_ERROR');
      }),
    );
  });

  it('is not opened once a bit of it was changed, or it was cut', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.boolean(), (secret, at, isCut) => {
        const { keyId, sealed } = sealer.seal(secret, PLACE);
        const bit = at % (sealed.length * 8);
        const changed = isCut ? sealed.subarray(0, at % sealed.length) : Buffer.from(sealed);
        if (!isCut) changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const error = failureOf(() => sealer.unseal({ keyId, sealed: changed }, PLACE));
        expect(error.code).toBe('STORAGE_ERROR');
        expect(error.info.cause).toBeUndefined();
      }),
    );
  });

  it('is opened with every key, sealed with the first, and not with another one', () => {
    const old = sealer.seal('canary', PLACE);
    const both = createSealer([second, first]);
    expect(both.unseal(old, PLACE)).toBe('canary');
    expect(both.seal('canary', PLACE).keyId).not.toBe(old.keyId);
    const error = failureOf(() => createSealer([second]).unseal(old, PLACE));
    expect(error).toMatchObject({
      code: 'CONFIGURATION',
      info: { suggestion: expect.stringContaining('CALENDAR_SECRET_KEY_FILE') },
    });
    const otherName = { ...old, keyId: createSealer([second]).keyId };
    expect(failureOf(() => both.unseal(otherName, PLACE)).code).toBe('STORAGE_ERROR');
  });

  it('and its sealer show neither key nor secret', () => {
    const key = Buffer.alloc(32, 'k');
    const shown = inspect([createSealer([key]), createSealer([key]).seal('canary', PLACE)], { depth: 9 });
    expect(shown).not.toMatch(/canary|kkkk|6b 6b 6b/);
  });
});
