// @module-tag servers
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import {
  digestAuthorization,
  parseDigestChallenge,
} from '../../../../src/backends/caldav/auth/digest-auth.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { CANARY, failure } from '../expect-failure.js';
import { type FaultServer, startFaultServer } from '../fault-server.js';

const NEVER = new AbortController().signal;

let server: FaultServer;
let nonce = 'first "nonce"';
let algorithm = '';
let realm = 'calendars';
/** The one that a session was begun with, by nonce. */
const begun = new Map<string, string>();
beforeAll(async () => {
  server = await startFaultServer();
  server.fault = ({ request, answer }) => {
    const header = Buffer.from(request.headers.authorization ?? '', 'latin1').toString('utf8');
    const field = (name: string): string =>
      new RegExp(`\\b${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^,]+))`).exec(header)?.slice(1).find(Boolean) ?? '';
    const name = ['sha-512-256', 'sha-256', 'md5'].find((one) => algorithm.toLowerCase().startsWith(one));
    const hash = (text: string): string =>
      createHash(name?.replace('sha-', 'sha') ?? 'md5')
        .update(text)
        .digest('hex');
    const own = hash(`${CANARY.username}:${realm}:${CANARY.password}`);
    if (!begun.has(nonce) && header.startsWith('Digest ')) begun.set(nonce, field('cnonce'));
    const secret = algorithm.endsWith('sess') ? hash(`${own}:${nonce}:${begun.get(nonce)}`) : own;
    const target = hash(`${request.method}:${request.url}`);
    const expected = hash(`${secret}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${target}`);
    const current = field('nonce').replace(/\\(.)/g, '$1') === nonce;
    if (header.startsWith('Digest ') && current && field('response') === expected) return false;
    const quoted = nonce.replace(/"/g, '\\"');
    answer({
      status: 401,
      headers: {
        'WWW-Authenticate': `Negotiate, Digest realm="${realm}", nonce="${quoted}", qop="auth"${algorithm && `, algorithm=${algorithm}`}, Bearer realm="others"`,
      },
    });
    return true;
  };
});
afterAll(() => server.close());

const connect = (password: string) =>
  createCalDavBackend({ name: 'home', url: server.origin, ...CANARY, password, listFreshMs: 0 });

it('answers a server that wants Digest, and a new nonce in between', async () => {
  const backend = connect(CANARY.password);
  expect(await backend.calendars({ signal: NEVER })).toHaveLength(2);
  nonce = 'second';
  expect(await backend.calendars({ signal: NEVER })).toHaveLength(2);
});

it.each(['MD5', 'md5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256', 'SHA-512-256-sess'])(
  'answers in %s, with one key for a nonce',
  async (asked) => {
    algorithm = asked;
    nonce = `of ${asked}`;
    const backend = connect(CANARY.password);
    expect(await backend.calendars({ signal: NEVER })).toHaveLength(2);
    expect(await backend.calendars({ signal: NEVER })).toHaveLength(2);
    algorithm = '';
  },
);

it('takes no name of a realm for another challenge', async () => {
  nonce = 'of an odd realm';
  realm = 'no Basic, Digest x, Basic y';
  expect(await connect(CANARY.password).calendars({ signal: NEVER })).toHaveLength(2);
  realm = 'calendars';
});

it('answers many requests that are challenged at the same time', async () => {
  const backend = connect(CANARY.password);
  const [calendar] = await backend.calendars({ signal: NEVER });
  if (calendar === undefined) throw new Error('no calendar');
  nonce = 'third';
  const hrefs = Array.from({ length: 400 }, (_, n) => `${calendar.href}${n}.ics`);
  const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, hrefs };
  const { missing } = await backend.scan(backend.target.compileRead(scan, calendar), { signal: NEVER });
  expect(missing).toHaveLength(400);
});

it('gives up on a wrong password after one challenge', async () => {
  server.requests.length = 0;
  expect((await failure(connect('wrong').calendars({ signal: NEVER }))).code).toBe('AUTH_FAILED');
  expect(server.requests).toHaveLength(2);
});

it('computes what RFC 7616 §3.9.1 computes', () => {
  const header =
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", ' +
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const challenge = parseDigestChallenge(header);
  if (challenge === undefined) throw new Error('no challenge');
  expect(challenge.algorithm).toBe('SHA-256');
  const answer = digestAuthorization(challenge, {
    username: 'Mufasa',
    password: 'Circle of Life',
    method: 'GET',
    uri: '/dir/index.html',
    count: 1,
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  });
  expect(answer).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"');
});

it.each([
  '',
  'Basic realm="x"',
  'Digest realm="x", nonce="y", algorithm=MD5-sess',
  'Digest realm="x", nonce="y", qop="auth", algorithm=SHA-999',
  'Digest realm="x", nonce="y", qop="auth-int"',
  'Digest nonce="y"',
  'Basic realm="x", Digest realm="x", nonce="y"',
])('leaves the challenge %j alone', (header) => {
  expect(parseDigestChallenge(header)).toBeUndefined();
});
