// @module-tag servers
import { describe, expect, it } from 'vitest';
import { createOriginPin } from '../../../../src/backends/caldav/transport/origin-pin.js';

const allows = (configured: string, rules: readonly string[], url: string): boolean =>
  createOriginPin(new URL(configured), rules)(new URL(url));

describe('credentials for https://dav.example.org/', () => {
  it.each([
    'https://dav.example.org/other/path?x',
    'https://DAV.Example.ORG:443/',
    'https://dav.example.org\\@evil.example.net/',
  ])('go to %s', (url) => {
    expect(allows('https://dav.example.org/', [], url)).toBe(true);
  });

  it.each([
    'http://dav.example.org/',
    'http://dav.example.org:443/',
    'https://dav.example.org:8443/',
    'https://example.org/',
    'https://x.dav.example.org/',
    'https://dav.example.org.evil.example.net/',
    'https://dav.example.org@evil.example.net/',
    'https://ana@dav.example.org/',
    'https://:pw@dav.example.org/',
    'https://dav.example.org./',
    'https://dav.exаmple.org/',
    'https://127.0.0.1/',
    'ftp://dav.example.org/',
    'file:///dav.example.org/',
    'data:text/plain,x',
    'javascript:alert(1)',
  ])('do not go to %s', (url) => {
    expect(allows('https://dav.example.org/', [], url)).toBe(false);
  });
});

it.each([
  ['http://dav.example.org/', 'https://dav.example.org/', true],
  ['http://dav.example.org:80/', 'https://dav.example.org/', true],
  ['http://dav.example.org/', 'https://dav.example.org:8443/', false],
  ['http://dav.example.org:8080/', 'https://dav.example.org/', false],
  ['http://dav.example.org:8080/', 'https://dav.example.org:8080/', false],
  ['http://dav.example.org/', 'https://www.dav.example.org/', false],
  ['http://127.0.0.1:5232/', 'http://127.0.0.1:5233/', false],
  ['http://127.0.0.1:5232/', 'http://localhost:5232/', false],
  ['http://127.0.0.1:5232/', 'http://2130706433:5232/', true],
  ['http://[::1]:5232/', 'http://[0:0::1]:5232/', true],
])('of an account at %s may go to %s: %s', (configured, url, allowed) => {
  expect(allows(configured, [], url)).toBe(allowed);
});

it.each([
  ['https://*.example.net', 'https://p1.example.net/', true],
  ['https://*.example.net', 'https://a.b.example.net/', true],
  ['https://*.example.net', 'https://example.net/', false],
  ['https://*.example.net', 'https://evilexample.net/', false],
  ['https://*.example.net', 'https://p1.example.net.evil.org/', false],
  ['https://*.example.net', 'https://p1.example.net:8443/', false],
  ['https://*.example.net', 'http://p1.example.net/', false],
  ['https://*.example.net', 'https://ana:pw@p1.example.net/', false],
  ['https://*.example.net:8443/', 'https://p1.example.net:8443/', true],
  ['https://dav2.example.net', 'https://dav2.example.net/x', true],
  ['https://dav2.example.net', 'https://x.dav2.example.net/', false],
  ['http://[::1]:99', 'http://[::1]:99/', true],
])('with the rule %s may go to %s: %s', (rule, url, allowed) => {
  expect(allows('https://dav.example.org/', [rule], url)).toBe(allowed);
});

it.each([
  '*',
  'https://*',
  'https://*.',
  'https://*.com',
  'http://*.example.net',
  'example.net',
  'https://a.*.net',
  '',
])('the rule %j is refused', (rule) => {
  expect(() => createOriginPin(new URL('https://dav.example.org/'), [rule])).toThrow(/allowed CalDAV host/);
});
