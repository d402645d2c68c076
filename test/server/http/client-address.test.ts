import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { httpSchema } from '../../../schemas/settings/http.js';
import { createClientAddresses, networkOf } from '../../../src/server/http/client-address.js';

const TRUSTED = ['10.0.0.0/8', '198.51.100.7', 'fd00:1::/32'];
const { of, isProxy } = createClientAddresses(TRUSTED);

type Headers = Readonly<Record<string, string>>;

function from(peer: string, headers: Headers) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  return of({ socket, headers });
}

const list = (value: string): Headers => ({ 'x-forwarded-for': value });
const rfc = (value: string): Headers => ({ forwarded: value });

describe('a proxy that is believed', () => {
  it.each<[string, Headers, string | undefined]>([
    ['says nothing', {}, undefined],
    ['names one', list('203.0.113.7'), '203.0.113.7'],
    ['has heard a lie before', list('1.1.1.1, 203.0.113.7'), '203.0.113.7'],
    ['has heard of an own proxy', list('10.9.9.9, 203.0.113.7'), '203.0.113.7'],
    ['was asked by another one', list('1.1.1.1, 203.0.113.7, 10.0.0.2'), '203.0.113.7'],
    ['was asked by two others', list('1.1.1.1,203.0.113.7,198.51.100.7,\t10.0.0.2'), '203.0.113.7'],
    ['was asked by one on this computer', list('203.0.113.7, 127.0.0.1'), '203.0.113.7'],
    ['was asked from inside', list('10.0.0.3, 10.0.0.2'), '10.0.0.3'],
    ['names one of IPv6', list('::1, 2001:db8::7'), '2001:db8::7'],
    ['names a port', list('127.0.0.1, 203.0.113.7:4711'), '203.0.113.7'],
    ['names brackets', list('[2001:db8::7]'), '2001:db8::7'],
    ['names brackets and a port', list('1.1.1.1, [2001:db8::7]:4711'), '2001:db8::7'],
    ['names IPv4 as IPv6', list('::ffff:203.0.113.7'), '203.0.113.7'],
    ['names a proxy as IPv6', list('203.0.113.7, [::ffff:10.0.0.2]:80'), '203.0.113.7'],
    ['names none', list('203.0.113.7, unknown'), undefined],
    ['names none before a proxy', list('203.0.113.7, unknown, 10.0.0.2'), '10.0.0.2'],
    ['ends with nothing', list('203.0.113.7,'), undefined],
    ['names what is too large', list('203.0.113.300'), undefined],
    ['names a port that is none', list('203.0.113.7:port'), undefined],
    ['names an address with more behind it', list('[2001:db8::7]x'), undefined],
    ['names a text that wants into the log', list('203.0.113.7", "status":"200'), undefined],
    ['names very many', list(`${'1.1.1.1,'.repeat(2000)}203.0.113.7`), '203.0.113.7'],
    ['names one as RFC 7239 has it', rfc('for=203.0.113.7;proto=https;by=10.0.0.1'), '203.0.113.7'],
    ['names one as its last part', rfc('proto=https; For="203.0.113.7:4711"'), '203.0.113.7'],
    ['names IPv6 in quotes', rfc('for="[2001:db8::7]:4711"'), '2001:db8::7'],
    ['has heard a lie of that form', rfc('for=1.1.1.1, for=203.0.113.7, for=10.0.0.2'), '203.0.113.7'],
    ['has heard a quote that never ends', rfc('for="1.1.1.1, for=203.0.113.7'), '203.0.113.7'],
    ['hides who asks', rfc('for=203.0.113.7, for=_hidden'), undefined],
    ['says nothing of it', rfc('for=203.0.113.7, proto=https;by=10.0.0.1'), undefined],
    ['sets one header of two', { ...rfc('for=1.1.1.1'), ...list('203.0.113.7') }, '203.0.113.7'],
  ])('%s', (_, headers, client) => {
    for (const peer of ['10.0.0.1', '127.0.0.1', '::ffff:198.51.100.7', 'fd00:1::9'])
      expect(from(peer, headers).forwardedFor).toBe(client);
  });
});

it.each(['203.0.113.9', '11.0.0.1', '198.51.100.8', 'fd00:2::1', '::ffff:203.0.113.9'])(
  'anybody else is not believed (%s)',
  (peer) => {
    expect(from(peer, { ...list('1.1.1.1'), ...rfc('for=1.1.1.1') })).toEqual({
      peer: peer.replace('::ffff:', ''),
    });
    expect(isProxy(peer)).toBe(false);
  },
);

it('a socket that is closed has no address', () => {
  expect(of({ socket: new Socket(), headers: list('203.0.113.7') })).toEqual({ peer: '' });
});

it('a customer who has a network of IPv6 counts as one', () => {
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:DB8:0:0:ffff::1'.toLowerCase()));
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'));
});

describe('http.trustedProxies', () => {
  const accepts = (entry: string) => httpSchema.safeParse({ trustedProxies: [entry] }).success;

  it.each([...TRUSTED, '::1', '2001:db8::1/128', '203.0.113.7/32', '::ffff:10.0.0.1'])(
    'may be %s',
    (entry) => {
      expect(accepts(entry)).toBe(true);
      expect(() => createClientAddresses([entry])).not.toThrow();
    },
  );

  it.each([
    '',
    '*',
    'localhost',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fe80::1%eth0',
    '1::2::3',
  ])('may not be %j', (entry) => expect(accepts(entry)).toBe(false));
});
