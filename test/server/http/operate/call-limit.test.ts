import { expect, it } from 'vitest';
import { tokenDigest } from '../../../../src/secrets/access-tokens.js';
import { createCallLimit } from '../../../../src/server/http/operate/call-limit.js';
import { toolCall } from '../../stdio-process.js';
import { beginSession, post, serveHere } from '../http-server.js';

it('refills evenly, for each user alone, and does not count what it refuses', async () => {
  let now = 0;
  const { take } = createCallLimit(3, () => now);
  for (const _ of [1, 2, 3]) expect(await take('ana')).toBeUndefined();
  expect(await take('ana')).toBe(20_000);
  expect(await take('ana')).toBe(20_000);
  expect(await take('ben')).toBeUndefined();
  now = 15_000;
  expect(await take('ana')).toBe(5000);
  now = 20_000;
  expect(await take('ana')).toBeUndefined();
  expect(await take('ana')).toBe(20_000);
});

it('a call beyond the limit gets 429 with the time to wait; lists and other users do not', async () => {
  const secret = (name: string) => `${name}-token-0123456789-0123456789-0123456789`;
  const tokens = ['ana', 'ben'].map((name) => ({ name, digest: tokenDigest(secret(name)), readOnly: false }));
  const server = await serveHere({ tokens, callLimit: createCallLimit(2, () => 0) });
  const of = (name: string) => beginSession(server, { Authorization: `Bearer ${secret(name)}` });
  const [ana, ben] = [await of('ana'), await of('ben')];
  const call = (session: Record<string, string>) =>
    post(server, toolCall(7, 'calendar_read', { query: { type: 'calendars' } }), session);
  expect([(await call(ana)).status, (await call(ana)).status]).toEqual([200, 200]);
  const refused = await call(ana);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  expect(JSON.parse(refused.text)).toMatchObject({ id: 7, error: { code: -32000 } });
  expect((await post(server, { id: 8, method: 'tools/list' }, ana)).status).toBe(200);
  expect((await call(ben)).status).toBe(200);
});
