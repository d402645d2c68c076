import { expect, it } from 'vitest';
import { issueToken, redeemToken } from '../../../src/engine/policy/confirm-token.js';
import { createMemoryStore } from '../../reference/memory-store.js';

const clock = { now: () => 1_764_000_000_000, timeZone: () => 'UTC' };
const agreement = {
  call: { operation: 'delete', id: 'x' },
  shown: ['v1'],
  caller: { kind: 'assistant' as const, name: 'a' },
};

function redeems(token: string, kept: { state: ReturnType<typeof createMemoryStore> }): Promise<boolean> {
  return redeemToken(token, agreement, '/mutation/confirmToken', { ...kept, clock }).then(
    () => true,
    () => false,
  );
}

it('is redeemed once by a hundred calls at the same time', async () => {
  const kept = { state: createMemoryStore(clock), clock };
  const token = await issueToken(agreement, clock.now(), kept);
  const done = await Promise.all(Array.from({ length: 100 }, () => redeems(token, kept)));
  expect(done.filter(Boolean)).toHaveLength(1);
});

it('is not forged by flipping bits, swapping parts or another key', async () => {
  const kept = { state: createMemoryStore(clock), clock };
  const other = { state: createMemoryStore(clock), clock };
  const forged = new Set<string>();
  while (forged.size < 10_000) {
    const [one, two] = [
      await issueToken(agreement, clock.now(), kept),
      await issueToken(agreement, clock.now(), kept),
    ];
    const [a, b] = [one, two].map((token) => Buffer.from(token.slice(1), 'base64url')) as [Buffer, Buffer];
    for (let bit = 0; bit < a.length * 8; bit++) {
      const flipped = Buffer.from(a);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      forged.add(`c${flipped.toString('base64url')}`);
    }
    for (const at of [14, 20, 26, 32])
      forged.add(`c${Buffer.concat([a.subarray(0, at), b.subarray(at)]).toString('base64url')}`);
    forged.add(await issueToken(agreement, clock.now(), other));
  }
  let accepted = 0;
  for (const token of forged) if (await redeems(token, kept)) accepted++;
  expect(accepted).toBe(0);
});

it.each([
  ['for another call', { ...agreement, call: 'other' }, 'CONFIRMATION_INVALID', 'another call'],
  [
    'for another client',
    { ...agreement, caller: { kind: 'assistant' as const, name: 'b' } },
    'CONFIRMATION_INVALID',
    'another client',
  ],
  ['of another version', { ...agreement, shown: ['v2'] }, 'CONFLICT', 'has changed'],
])('is refused %s', async (_what, given, code, words) => {
  const kept = { state: createMemoryStore(clock), clock };
  const token = await issueToken(given, clock.now(), kept);
  const refusal = redeemToken(token, agreement, '/mutation/confirmToken', kept);
  await expect(refusal).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

it("is nobody else's, whatever the client calls itself", async () => {
  const kept = { state: createMemoryStore(clock), clock };
  const of = (principal?: string) => ({
    ...agreement,
    caller: { ...agreement.caller, ...(principal !== undefined && { principal }) },
  });
  const token = await issueToken(of('token:ann'), clock.now(), kept);
  for (const other of [of('token:bob'), of()])
    await expect(redeemToken(token, other, '/p', kept)).rejects.toMatchObject({
      code: 'CONFIRMATION_INVALID',
    });
  await redeemToken(token, of('token:ann'), '/p', kept);
});
