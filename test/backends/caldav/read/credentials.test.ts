// @module-tag servers
import { describe, expect, it } from 'vitest';
import { assertNoSecret, CANARY, failure } from '../expect-failure.js';
import { elsewhere, server } from '../fault-servers.js';
import {
  body,
  connect,
  eachWithOneEvent,
  GOOD,
  logged,
  multiget,
  NEVER,
  query,
  status,
} from './faulty-reads.js';

eachWithOneEvent();

describe('credentials stay where they belong', () => {
  it.each([301, 302, 307, 308])('a %i to another origin is not followed', async (code) => {
    server.fault = status(code, { Location: `${elsewhere.calendar}?x` });
    expect((await failure(query())).code).toBe('REDIRECT_REFUSED');
    expect((await failure(connect().calendars({ signal: NEVER }))).code).toBe('REDIRECT_REFUSED');
    expect(elsewhere.requests).toEqual([]);
  });

  it('another origin is reached only by a rule, and then with the credentials', async () => {
    server.fault = status(307, { Location: elsewhere.calendar });
    await query(connect({ allowedHosts: [elsewhere.origin] }));
    expect(elsewhere.requests[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('a home on another host, or with a user in it, is refused', async () => {
    for (const home of [elsewhere.calendar, `${server.origin.replace('//', '//user:pass@')}/home/`]) {
      server.fault = ({ request, apply, answer }) => {
        const good = apply();
        if (request.method !== 'PROPFIND') return false;
        answer({
          ...good,
          body: String(good.body).replace('<D:href>/home/</D:href>', `<D:href>${home}</D:href>`),
        });
        return true;
      };
      await failure(connect().calendars({ signal: NEVER }));
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('objects on other hosts are named and never asked for', async () => {
    server.fault = body(GOOD.replace('/home/cal/one.ics', `${elsewhere.origin}/home/cal/one.ics`));
    const { objects, unreadable } = await query();
    expect([objects.length, unreadable.length]).toEqual([0, 1]);
    expect(await multiget([`${elsewhere.origin}/home/cal/one.ics`])).toMatchObject({
      objects: [],
      unreadable: [{}],
    });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    '/home/cal/../other/x.ics',
    '/home/cal/%2E%2e/other/x.ics',
    '/home/calendar/x.ics',
    '/bob/cal/x.ics',
    '../other/x.ics',
    '//user:pw@127.0.0.1/home/cal/x.ics',
    'javascript:alert(1)',
    'http://[',
  ])('objects at %s are named, not taken for those of the calendar', async (href) => {
    server.fault = body(GOOD.replace('/home/cal/one.ics', href));
    const { objects, unreadable, missing } = await query();
    expect([objects, unreadable.length, missing]).toEqual([[], 1, []]);
  });

  it('a name that is encoded twice stays a name', async () => {
    server.fault = body(GOOD.replace('one.ics', '%252e%252e%252fother.ics'));
    expect((await query()).objects[0]?.href).toBe(`${server.calendar}%252e%252e%252fother.ics`);
  });

  it('a non-ASCII password goes as UTF-8', async () => {
    await query();
    const [, token = ''] = server.requests[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(token, 'base64').toString('utf8')).toBe(`${CANARY.username}:${CANARY.password}`);
  });

  it.each(['ftp://host/', 'http://user:pw@host/', 'not a url at all', 'https://'])(
    'refuses the URL %s',
    async (url) => {
      const made = async () => connect({ url });
      expect((await failure(made())).code).toBe('CONFIGURATION');
    },
  );

  it('nothing that was logged holds a secret', () => {
    expect(logged.length).toBeGreaterThan(20);
    assertNoSecret(logged);
  });
});
