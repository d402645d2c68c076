import { randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenDigest } from '../../../secrets/access-tokens.js';

/** Opens the page for the first user who presents it. */
export interface OneTimeKey {
  readonly text: string;
  /** True once, if not expired. */
  redeem(presented: string): boolean;
}

/** 256 random bits; compares digests in constant time. */
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
