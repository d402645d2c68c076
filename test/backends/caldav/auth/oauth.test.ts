// @module-tag servers
import { createServer, type Server } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { createOAuthTokens, type OAuthGrant } from '../../../../src/backends/caldav/auth/oauth-tokens.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { RefreshTokenStore } from '../../../../src/ports/refresh-token-store.js';
import { eventText } from '../event-text.js';
import { CANARY, failure } from '../expect-failure.js';
import { type FaultServer, startFaultServer } from '../fault-server.js';

const NEVER = new AbortController().signal;

interface TokenAnswer {
  readonly status: number;
  readonly body: string;
}

/** Hands out access tokens, as many as are asked for, or answers as told. */
const seen: URLSearchParams[] = [];
let answer: (form: URLSearchParams) => TokenAnswer | undefined;
const good = (extra: object = {}): TokenAnswer => ({
  status: 200,
  body: JSON.stringify({
    access_token: `token-${seen.length}`,
    token_type: 'Bearer',
    expires_in: 3600,
    ...extra,
  }),
});
const tokenServer = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    const form = new URLSearchParams(text);
    seen.push(form);
    const { status, body } = answer(form) ?? good();
    response
      .writeHead(status, { 'Content-Type': 'application/json', Location: 'http://127.0.0.1:1/' })
      .end(body);
  });
});
const tokenUrl = await listening(tokenServer);
const dav: FaultServer = await startFaultServer();
const valid = new Set<string>();
dav.fault = ({ request, answer: send }) => {
  if (valid.has(request.headers.authorization ?? '')) return false;
  send({ status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="calendars", error="invalid_token"' } });
  return true;
};

beforeEach(() => {
  seen.length = 0;
  dav.requests.length = 0;
  answer = () => undefined;
  valid.clear();
  for (let n = 1; n < 9; n++) valid.add(`Bearer token-${n}`);
});
afterAll(async () => {
  tokenServer.close();
  await dav.close();
});

const grantOf = (refreshToken: RefreshTokenStore): OAuthGrant => ({
  tokenUrl,
  clientId: 'client',
  clientSecret: async () => 'client-secret',
  refreshToken,
});
/** A store that keeps its token in memory. */
function held(token: string): RefreshTokenStore {
  let current = token;
  return {
    read: async () => current,
    replace: async (next) => {
      current = next;
    },
    alone: (work) => work(),
  };
}
const GRANT = grantOf(held(CANARY.password));
const connect = (oauth = GRANT) =>
  createCalDavBackend({ name: 'work', url: dav.origin, username: 'ana', oauth, listFreshMs: 0 });

describe('a CalDAV account with OAuth', () => {
  it('asks for one token and uses it for every request', async () => {
    expect(await connect().calendars({ signal: NEVER })).toHaveLength(2);
    expect(seen.map((form) => Object.fromEntries(form))).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: CANARY.password,
        client_id: 'client',
        client_secret: 'client-secret',
      },
    ]);
    expect(new Set(dav.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer token-1']),
    );
  });

  it('changes a token that is refused, once for all who use it', async () => {
    const backend = connect();
    const [calendar] = await backend.calendars({ signal: NEVER });
    if (calendar === undefined) throw new Error('no calendar');
    valid.delete('Bearer token-1');
    const hrefs = Array.from({ length: 400 }, (_, n) => `${calendar.href}${n}.ics`);
    const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, hrefs };
    const { missing } = await backend.scan(backend.target.compileRead(scan, calendar), { signal: NEVER });
    expect(missing).toHaveLength(400);
    expect(seen).toHaveLength(2);
  });

  it('does not ask again and again when the account may do nothing', async () => {
    valid.clear();
    const error = await failure(connect().calendars({ signal: NEVER }));
    expect(error.code).toBe('AUTH_FAILED');
    expect(seen).toHaveLength(1);
    expect(dav.requests).toHaveLength(1);
  });

  it('says that nothing was written when there is no token for it', async () => {
    const backend = connect();
    const [calendar] = await backend.calendars({ signal: NEVER });
    if (calendar === undefined) throw new Error('no calendar');
    valid.delete('Bearer token-1');
    answer = () => ({ status: 503, body: '' });
    const ics = eventText('new', 'New');
    const write = backend.target.compileWrite({ kind: 'create', calendar, uid: 'new', ics }, 'new.ics');
    expect(await failure(backend.apply(write, { signal: NEVER }))).toMatchObject({
      code: 'UNAVAILABLE',
      info: { outcome: 'not_applied' },
    });
    expect(dav.requests.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('sends no token to another host', async () => {
    const backend = createCalDavBackend({
      name: 'work',
      url: dav.origin.replace('127.0.0.1', 'localhost'),
      username: 'ana',
      oauth: GRANT,
    });
    dav.fault = ({ answer: send }) => {
      send({ status: 302, headers: { Location: `${dav.origin}/home/` } });
      return true;
    };
    expect((await failure(backend.calendars({ signal: NEVER }))).code).toBe('REDIRECT_REFUSED');
  });
});

describe('access tokens', () => {
  it('are kept until shortly before they end', async () => {
    let time = 0;
    const tokens = createOAuthTokens(GRANT, { now: () => time });
    expect(await tokens.get()).toBe('token-1');
    time = 3_500_000;
    expect(await tokens.get()).toBe('token-1');
    time = 3_560_000;
    expect(await tokens.get()).toBe('token-2');
  });

  it('are asked for once by many at the same time', async () => {
    const tokens = createOAuthTokens(GRANT);
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => tokens.get())))).toEqual(
      new Set(['token-1']),
    );
    expect(seen).toHaveLength(1);
  });

  it('come from the newest refresh token', async () => {
    answer = () => good({ refresh_token: `rotated-${seen.length}` });
    const tokens = createOAuthTokens(grantOf(held(CANARY.password)));
    tokens.forget(await tokens.get());
    tokens.forget(await tokens.get());
    await tokens.get();
    expect(seen.map((form) => form.get('refresh_token'))).toEqual([
      CANARY.password,
      'rotated-1',
      'rotated-2',
    ]);
  });

  it('are tried for again after a failure', async () => {
    const tokens = createOAuthTokens(GRANT);
    answer = () => ({ status: 503, body: '' });
    expect((await failure(tokens.get())).code).toBe('UNAVAILABLE');
    answer = () => undefined;
    expect(await tokens.get()).toBe('token-2');
  });

  it.each<[string, TokenAnswer, string]>([
    ['a permission that was withdrawn', { status: 400, body: '{"error":"invalid_grant"}' }, 'AUTH_FAILED'],
    ['a client that is not known', { status: 401, body: '' }, 'AUTH_FAILED'],
    ['a redirect', { status: 302, body: '' }, 'BAD_UPSTREAM_RESPONSE'],
    ['a page', { status: 200, body: '<html>login</html>' }, 'BAD_UPSTREAM_RESPONSE'],
    ['a list', { status: 200, body: '[]' }, 'BAD_UPSTREAM_RESPONSE'],
    ['nothing', { status: 200, body: 'null' }, 'BAD_UPSTREAM_RESPONSE'],
    [
      'another kind of token',
      { status: 200, body: '{"access_token":"x","token_type":"mac"}' },
      'BAD_UPSTREAM_RESPONSE',
    ],
    [
      'a line break in it',
      { status: 200, body: '{"access_token":"x\\r\\nHost: y"}' },
      'BAD_UPSTREAM_RESPONSE',
    ],
    ['far too much', { status: 200, body: ' '.repeat(100_000) }, 'BAD_UPSTREAM_RESPONSE'],
  ])('are refused when the answer is %s', async (_, told, code) => {
    answer = () => told;
    expect((await failure(createOAuthTokens(GRANT).get())).code).toBe(code);
  });

  it('are not waited for for ever', async () => {
    const silent = createServer(() => undefined);
    const url = await listening(silent);
    const tokens = createOAuthTokens({ ...GRANT, tokenUrl: url }, { deadlineMs: 50 });
    expect((await failure(tokens.get())).code).toBe('TIMEOUT');
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    'http://provider.example.com/token',
    'ftp://127.0.0.1/',
    'https://me:pw@provider.example.com/',
    'x',
  ])('do not come from %s', (url) => {
    expect(() => createOAuthTokens({ ...GRANT, tokenUrl: url })).toThrow(/must be an https address/);
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/token`;
}
