// @module-tag servers
import { describe, expect, it } from 'vitest';
import { createAuthorizedFetch } from '../../../../src/backends/caldav/auth/authorized-fetch.js';
import {
  createPasswordAuthorizer,
  type PasswordSource,
} from '../../../../src/backends/caldav/auth/password-authorizer.js';
import { CANARY, failure } from '../expect-failure.js';
import { eachOnRefusingServer, NEVER } from './refusing-server.js';

eachOnRefusingServer();

describe('the rest after a refusal', () => {
  /** A server that answers from a list of statuses, and a clock of its own. */
  function account(statuses: number[], password: PasswordSource = CANARY.password) {
    const clock = { now: 0 };
    const sent: string[] = [];
    const { send } = createAuthorizedFetch({
      authorizer: createPasswordAuthorizer('ana', password),
      fetch: async () => {
        sent.push('request');
        return new Response(null, { status: statuses.shift() ?? 401 });
      },
      now: () => clock.now,
    });
    const ask = (method = 'PROPFIND', path = '/') =>
      send(new URL(path, 'https://dav.example.org/'), {
        method,
        headers: new Headers(),
        body: null,
        signal: NEVER,
      });
    /** Nothing is sent until that long after; the next request is. */
    const restFor = async (ms: number, ...request: Parameters<typeof ask>) => {
      const before = sent.length;
      clock.now += ms - 1;
      await failure(ask(...request));
      expect(sent).toHaveLength(before);
      clock.now += 1;
    };
    return { clock, sent, ask, restFor };
  }

  it('grows from half a minute to five, and is forgotten after a success', async () => {
    const { sent, ask, restFor } = account([401, 401, 401, 401, 401, 401, 207, 401]);
    await failure(ask());
    for (const ms of [30_000, 60_000, 120_000, 240_000, 300_000]) {
      await restFor(ms);
      await failure(ask());
    }
    await restFor(300_000);
    expect((await ask()).status).toBe(207);
    await failure(ask());
    await restFor(30_000);
    expect(sent).toHaveLength(8);
  });

  it('does not grow with requests that were on their way together', async () => {
    const { ask, sent, restFor } = account([207, 401, 401, 401, 207]);
    await ask();
    await Promise.all([failure(ask()), failure(ask()), failure(ask())]);
    await restFor(30_000);
    expect((await ask()).status).toBe(207);
    expect(sent).toHaveLength(5);
  });

  it('begins with the first refusal: until one was accepted, requests wait for each other', async () => {
    const { ask, sent } = account([401, 207]);
    await Promise.all([failure(ask()), failure(ask('REPORT', '/a/')), failure(ask())]);
    expect(sent).toHaveLength(1);
  });

  it('is that of one address, where another was accepted before, and of the account after two', async () => {
    const { ask, sent, restFor } = account([207, 401, 207, 401, 401, 207]);
    await ask();
    await failure(ask('REPORT', '/shared/'));
    await failure(ask('REPORT', '/shared/'));
    expect((await ask()).status).toBe(207);
    expect(sent).toHaveLength(3);
    await restFor(30_000, 'REPORT', '/shared/');
    await failure(ask('REPORT', '/shared/'));
    await failure(ask());
    await failure(ask('REPORT', '/mine/'));
    await failure(ask('REPORT', '/shared/'));
    expect(sent).toHaveLength(5);
    await restFor(30_000);
    expect((await ask()).status).toBe(207);
  });

  it('is not begun, nor ended, by other failures and by answers to anybody', async () => {
    const { ask, sent, restFor } = account([500, 404, 401, 200, 401, 207]);
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(404);
    await failure(ask());
    await restFor(30_000);
    expect((await ask('OPTIONS')).status).toBe(200);
    await failure(ask());
    await restFor(60_000);
    expect((await ask()).status).toBe(207);
    expect(sent).toHaveLength(6);
  });

  it('asks for another secret once at its end, however often the server fails then', async () => {
    let asked = 0;
    const { ask, restFor } = account([401, 500, 500, 401, 401, 207], async () => {
      asked++;
      return 'old';
    });
    await failure(ask());
    expect(asked).toBe(2);
    await restFor(30_000);
    expect(asked).toBe(2);
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(500);
    await failure(ask());
    expect(asked).toBe(3);
  });
});
