// @module-tag slow
import { describe, expect, it } from 'vitest';
import { toolCall } from '../stdio-process.js';
import { beginSession, messageIn, post, serveHere } from './http-server.js';

const SESSIONS = 50;
const nonce = (n: number): string => `nonce${n * 7919 + 104_729}x`;

/** A request in words, of which the answer makes a call with its title. */
const request = (n: number, id: number) =>
  toolCall(id, 'calendar_analyze', {
    analysis: { type: 'parse_text', params: { text: `Schedule ${nonce(n)} tomorrow at 15:00` } },
  });

describe.each([
  ['in sessions', false, 250],
  ['without sessions', true, 100],
])('%s', (_, stateless, calls) => {
  it(`${calls} calls at once are answered, each with its own answer`, async () => {
    const server = await serveHere({ stateless, limits: { requests: calls } });
    const sessions = stateless
      ? [{}]
      : await Promise.all(Array.from({ length: SESSIONS }, () => beginSession(server)));
    const answers = await Promise.all(
      Array.from({ length: calls }, async (_one, n) => {
        // All sessions use the same ids: an answer is known by its connection.
        const call = request(n, Math.floor(n / SESSIONS));
        return messageIn(await post(server, call, sessions[n % sessions.length]));
      }),
    );
    const said = answers.map(({ result }) => JSON.stringify(result?.structuredContent).match(/nonce\d+x/gi));
    expect(said.map((words) => [...new Set(words?.map((word) => word.toLowerCase()))])).toEqual(
      Array.from({ length: calls }, (_one, n) => [nonce(n)]),
    );
    expect(answers.map(({ id }) => id)).toEqual(
      Array.from({ length: calls }, (_one, n) => Math.floor(n / SESSIONS)),
    );
  });
});

describe('writes at once, in many sessions', () => {
  it('are all done, once each', async () => {
    const server = await serveHere();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => beginSession(server)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const start = `2026-12-${String(1 + (n % 20)).padStart(2, '0')}T${String(10 + Math.floor(n / 20))}:00`;
        const data = { title: nonce(n), start, durationMinutes: 30 };
        const call = toolCall(n, 'calendar_write', { mutation: { operation: 'create', data } });
        return messageIn(await post(server, call, sessions[n % sessions.length]));
      }),
    );
    for (const [n, { id, result }] of answers.entries()) {
      expect(id).toBe(n);
      expect(JSON.stringify(result.structuredContent)).toContain(nonce(n));
    }
    const count = toolCall(1, 'calendar_read', {
      query: { type: 'events', mode: 'count', filters: { when: '2026-12' } },
    });
    const { result } = messageIn(await post(server, count, sessions[0]));
    expect(result.structuredContent.data.total ?? result.structuredContent.data.count).toBe(60);
  });
});
