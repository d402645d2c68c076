import { randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenDigest } from '../../../secrets/access-tokens.js';

/** Opens the page for whoever presents it first. */
export interface OneTimeKey {
  readonly text: string;
  /** True once, and only before the key has expired. */
  redeem(presented: string): boolean;
}

/** A key of 256 random bits; only its digest is compared, in constant time. */
export function createOneTimeKey(lifeMs: number): OneTimeKey {
  const text = randomBytes(32).toString('base64url');
  const digest = tokenDigest(text);
  const until = performance.now() + lifeMs;
  let isUsed = false;
  return {
    text,
    redeem(presented) {
      const isRight = timingSafeEqual(digest, tokenDigest(presented));
      if (!isRight || isUsed || performance.now() > until) return false;
      isUsed = true;
      return true;
    },
  };
}
