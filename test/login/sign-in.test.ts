// @module-tag programs
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOAuthTokens } from '../../src/backends/caldav/auth/oauth-tokens.js';
import { type SignInTalk, signIn } from '../../src/login/sign-in.js';
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from './authorization-server.js';
import { visit } from './visit.js';

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
afterAll(() => server.close());

const NEVER = new AbortController().signal;
const client = () => ({
  clientId: CLIENT.id,
  issuer: server.issuer,
  scope: CLIENT.scope,
  parameters: { prompt: 'consent' },
});
const talk = (show: SignInTalk['show'], more: Partial<SignInTalk> = {}): SignInTalk => ({
  show,
  signal: NEVER,
  ...more,
});

/** An access token for what a login left. */
async function accessToken({ refreshToken, tokenUrl }: { refreshToken: string; tokenUrl: string }) {
  let token = refreshToken;
  const store = {
    read: async () => token,
    async replace(next: string) {
      token = next;
    },
    alone: <T>(work: () => Promise<T>) => work(),
  };
  const tokens = createOAuthTokens({ tokenUrl, clientId: CLIENT.id, refreshToken: store });
  return { access: await tokens.get(), changed: token !== refreshToken };
}

describe('a login in the browser', () => {
  it('leaves a refresh token that works, and asks for calendars and a login that lasts, with PKCE', async () => {
    server.asked.length = 0;
    const left = await signIn(
      client(),
      talk(async (url) => void visit(url)),
      'browser',
    );
    const { access, changed } = await accessToken(left);
    expect(await server.accepts(`Bearer ${access}`)).toBe(true);
    expect(changed).toBe(true);
    const [asked] = server.asked;
    expect(asked?.get('scope')).toBe(CLIENT.scope);
    expect(asked?.get('code_challenge_method')).toBe('S256');
    expect(asked?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it('takes nothing from others who find the port', async () => {
    const left = await signIn(
      client(),
      talk(async (url) => {
        const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '');
        expect((await fetch(back)).status).toBe(404);
        expect((await fetch(new URL('?code=stolen&state=guessed', back))).status).toBe(404);
        void visit(url);
      }),
      'browser',
    );
    expect(await server.accepts(`Bearer ${(await accessToken(left)).access}`)).toBe(true);
  });

  it('closes its port', async () => {
    let back = '';
    await signIn(
      client(),
      talk(async (url) => {
        back = new URL(url).searchParams.get('redirect_uri') ?? '';
        void visit(url);
      }),
      'browser',
    );
    await expect(fetch(back)).rejects.toThrow('fetch failed');
  });

  it.each([
    ['as it is', (address: string) => `  ${address}\n`],
    ['without what stands before the question mark', (address: string) => address.replace(/^.*\?/, '')],
  ])('on another computer: the address that it ends at is typed %s', async (_, typed) => {
    let arrived: (text: string) => void = () => undefined;
    const pasted = new Promise<string>((resolve) => {
      arrived = resolve;
    });
    // That browser reaches no port of this computer.
    const elsewhere = async (url: string): Promise<void> =>
      arrived(typed(await visit(url, { stopAt: new URL(url).searchParams.get('redirect_uri') ?? '' })));
    const left = await signIn(
      client(),
      talk(async (url) => void elsewhere(url), { pasted: () => pasted }),
      'browser',
    );
    expect(await server.accepts(`Bearer ${(await accessToken(left)).access}`)).toBe(true);
  });

  it('of somebody who says no is an error that says so', async () => {
    const refuse = async (url: string): Promise<void> => {
      const { searchParams } = new URL(url);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', server.issuer);
      await fetch(back);
    };
    await expect(signIn(client(), talk(refuse), 'browser')).rejects.toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringContaining('not granted'),
    });
  });

  it('ends when the person leaves', async () => {
    const leaving = new AbortController();
    const login = signIn(client(), { show: async () => leaving.abort(), signal: leaving.signal }, 'browser');
    await expect(login).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('a login by a code', () => {
  it('leaves a refresh token as well', async () => {
    const codes: string[] = [];
    const show = async (url: string, code = ''): Promise<void> => {
      codes.push(code);
      void visit(url);
    };
    const left = await signIn(client(), talk(show), 'device');
    expect(codes).toEqual([expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/)]);
    expect(await server.accepts(`Bearer ${(await accessToken(left)).access}`)).toBe(true);
  });
});

describe('a login at a server that publishes nothing', () => {
  it('takes the addresses of the settings', async () => {
    const { issuer, ...rest } = client();
    const addresses = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token` };
    const left = await signIn(
      { ...rest, ...addresses },
      talk(async (url) => void visit(url)),
      'browser',
    );
    expect(left.tokenUrl).toBe(addresses.tokenUrl);
    await expect(
      signIn(
        { ...rest, ...addresses },
        talk(async () => undefined),
        'device',
      ),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
  });

  it.each([
    ['an address that nobody answers at', { issuer: 'https://127.0.0.1:45999' }, 'UNAVAILABLE'],
    ['a secret that would cross the network', { issuer: 'http://login.example.com' }, 'CONFIGURATION'],
    ['nothing to go to', { issuer: undefined }, 'CONFIGURATION'],
  ])('is refused with %s', async (_, wrong, code) => {
    const login = signIn(
      { ...client(), ...wrong },
      talk(async () => undefined),
      'browser',
    );
    await expect(login).rejects.toMatchObject({ code });
  });

  it('is refused where another client id is meant', async () => {
    const login = signIn(
      { ...client(), clientId: 'somebody-else' },
      talk(async () => undefined),
      'device',
    );
    await expect(login).rejects.toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringContaining('client ID'),
    });
  });
});
