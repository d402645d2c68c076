// @module-tag servers
import { describe, expect, it } from 'vitest';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD } from '../fault-server.js';
import { elsewhere, server } from '../fault-servers.js';
import { calendar, connect, eachWithOneEvent, NEVER, status } from './faulty-reads.js';

eachWithOneEvent();

describe('discovery', () => {
  it('is asked once for many callers, and one who leaves does not stop it', async () => {
    const backend = connect();
    const leaver = new AbortController();
    const left = failure(backend.calendars({ signal: leaver.signal }));
    const stayed = Promise.all([backend.calendars({ signal: NEVER }), backend.calendars({ signal: NEVER })]);
    leaver.abort();
    expect((await left).code).toBe('CANCELLED');
    expect((await stayed)[0].map(({ name }) => name)).toEqual(['cal', 'other']);
    expect(server.requests.map(({ url }) => url)).toEqual(['/', '/principal/', '/home/']);
  });

  it('goes by the well-known address when the configured one leads nowhere', async () => {
    server.fault = ({ request, answer }) => {
      if (request.url === '/')
        answer({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html/>' });
      else if (request.url === '/.well-known/caldav') answer({ status: 301, headers: { Location: '/dav' } });
      else return false;
      return true;
    };
    expect(await connect().calendars({ signal: NEVER })).toHaveLength(2);
  });

  it.each([400, 403, 415, 501])(
    'goes on to other addresses when the configured one says %i',
    async (code) => {
      server.fault = (context) => context.request.url === '/' && status(code)(context);
      expect(await connect().calendars({ signal: NEVER })).toHaveLength(2);
    },
  );

  it('goes on when the configured one is a web site that leads to another host, and else names that', async () => {
    const site = status(301, { Location: `${elsewhere.origin}/` });
    server.fault = (context) => context.request.url === '/' && site(context);
    expect(await connect().calendars({ signal: NEVER })).toHaveLength(2);
    server.fault = site;
    expect((await failure(connect().calendars({ signal: NEVER }))).code).toBe('REDIRECT_REFUSED');
    expect(elsewhere.requests).toEqual([]);
  });

  const cannotTell = (how: (body: string) => string): Fault => {
    return ({ request, apply, answer }) => {
      if (request.url !== '/home/') return false;
      const good = apply();
      answer({ ...good, body: how(String(good.body)) });
      return true;
    };
  };
  const OTHER = /(<D:href>\/home\/other\/<\/D:href>)<D:propstat>(.*?)200 OK(.*?)<\/D:propstat>/;
  const saysOfOther = (status: string) =>
    cannotTell((body) => body.replace(OTHER, `$1<D:status>HTTP/1.1 ${status}</D:status>`));
  const ANY = /(<D:href>\/home\/\w+\/<\/D:href>)<D:propstat>.*?<\/D:propstat>/g;

  it.each<[string, Fault]>([
    ['500', saysOfOther('500 Oops')],
    ['503', saysOfOther('503 Later')],
    ['429', saysOfOther('429 Later')],
    ['423', saysOfOther('423 Locked')],
    ['of what one is', cannotTell((body) => body.replace(OTHER, '$1<D:propstat>$2503 Later$3</D:propstat>'))],
  ])(
    'does not take a calendar for gone that the server fails over (%s), and asks again',
    async (_, fault) => {
      server.fault = fault;
      const backend = connect();
      const [cal, other] = await backend.calendars({ signal: NEVER });
      expect(cal).not.toHaveProperty('unlisted');
      expect(other).toMatchObject({ name: 'other', href: `${server.origin}/home/other/`, unlisted: true });
      expect(other).not.toHaveProperty('stale');
      server.requests.length = 0;
      const body = calendarQueryBody(ALL_TIME);
      const asked = backend.scan(
        { kind: 'query', calendar: other ?? calendar(), depth: 1, body },
        { signal: NEVER },
      );
      expect(await failure(asked)).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
      expect(server.requests).toEqual([]);
      server.fault = undefined;
      expect((await backend.calendars({ signal: NEVER }))[1]).toEqual({ ...other, unlisted: undefined });
    },
  );

  it('believes what it says of a calendar elsewhere in the same list', async () => {
    const twice = '$1<D:status>HTTP/1.1 500 Oops</D:status></D:response><D:response>$&';
    server.fault = cannotTell((body) => body.replace(OTHER, twice));
    const listed = await connect().calendars({ signal: NEVER });
    expect(listed.map(({ name, unlisted }) => [name, unlisted])).toEqual([
      ['cal', undefined],
      ['other', undefined],
    ]);
  });

  it('changes no calendar that is not listed', async () => {
    const backend = connect();
    const [, other = expect.fail()] = await backend.calendars({ signal: NEVER });
    server.fault = saysOfOther('500 Oops');
    const patch = { kind: 'delete-calendar', calendar: other, withEvents: true } as const;
    const error = await failure(backend.applyCalendar?.(patch, { signal: NEVER }) ?? Promise.resolve());
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(server.requests.map(({ method }) => method)).not.toContain('DELETE');
  });

  it.each<[string, (body: string) => string]>([
    [
      'of more of them',
      (body) => body.replace('</D:propstat>', '</D:propstat><D:status>HTTP/1.1 507 x</D:status>'),
    ],
    ['of any of them', (body) => body.replace(ANY, '$1<D:status>HTTP/1.1 500 Oops</D:status>')],
    [
      'where one is',
      (body) => body.replace(OTHER, '<D:href>ftp://else/</D:href><D:status>HTTP/1.1 500 No</D:status>'),
    ],
  ])('does not take calendars for gone when the server cannot tell %s', async (_, how) => {
    server.fault = cannotTell(how);
    const error = await failure(connect().calendars({ signal: NEVER }));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
  });

  it('does not take a failure over the one calendar of an account for an answer', async () => {
    server.fault = ({ request, apply, answer }) => {
      if (request.url !== '/home/cal/') return false;
      const how = request.headers.depth === '0' && request.body.includes('calendar-color');
      const good = apply();
      const bad = String(good.body).replace(
        /<D:propstat>.*<\/D:propstat>/,
        '<D:status>HTTP/1.1 500 x</D:status>',
      );
      answer(how ? { ...good, body: bad } : good);
      return true;
    };
    const error = await failure(connect({ url: server.calendar }).calendars({ signal: NEVER }));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
  });

  it.each(['401 No', '403 No', '404 None', '410 Gone'])(
    'leaves out what is not there or the account may not see (%s)',
    async (status) => {
      server.fault = saysOfOther(status);
      expect(await connect().calendars({ signal: NEVER })).toHaveLength(1);
    },
  );

  it('is renewed when the home has moved', async () => {
    const backend = connect({ listFreshMs: 0 });
    await backend.calendars({ signal: NEVER });
    let moved = true;
    server.fault = ({ request, answer }) => {
      if (request.url !== '/home/' || !moved) return false;
      moved = false;
      answer({ status: 404 });
      return true;
    };
    expect(await backend.calendars({ signal: NEVER })).toHaveLength(2);
  });

  it('an account that is not logged in is told so', async () => {
    server.fault = ({ apply, answer }) => {
      const good = apply();
      answer({
        ...good,
        body: String(good.body).replace('<D:href>/principal/</D:href>', '<D:unauthenticated/>'),
      });
      return true;
    };
    expect((await failure(connect().calendars({ signal: NEVER }))).code).toBe('AUTH_FAILED');
  });

  it('reads names, colours, rights and components as the server means them', async () => {
    const props = (href: string, inner: string, type = '<C:calendar/>'): string =>
      `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/>${type}</D:resourcetype>${inner}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const rights = (...names: string[]): string =>
      `<D:current-user-privilege-set>${names.map((name) => `<D:privilege><D:${name}/></D:privilege>`).join('')}</D:current-user-privilege-set>`;
    const listing =
      props(
        '/home/a/',
        '<D:displayname>12345</D:displayname><A:calendar-color xmlns:A="http://apple.com/ns/ical/">#FF2968FF</A:calendar-color>',
      ) +
      props('/home/b%20c/', `<D:displayname/>${rights('read')}`) +
      props('/home/d/', `<D:displayname>true</D:displayname>${rights('read', 'write-content')}`) +
      props(
        '/home/tasks/',
        '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>',
      ) +
      props(
        '/home/inbox/',
        '<C:schedule-default-calendar-URL><D:href>/home/d</D:href></C:schedule-default-calendar-URL>',
        '<C:schedule-inbox/>',
      ) +
      props('/home/a.ics', '', '');
    server.fault = ({ request, answer }) => {
      if (request.url !== '/home/') return false;
      answer({ status: 207, body: `${MULTISTATUS_HEAD}${listing}</D:multistatus>` });
      return true;
    };
    const infos = await connect().calendars({ signal: NEVER });
    expect(infos).toMatchObject([
      { name: '12345', color: '#ff2968', writable: true, isDefault: false },
      { name: 'b c', href: `${server.origin}/home/b%20c/`, writable: false },
      { name: 'true', writable: true, isDefault: true },
      { name: 'tasks', components: ['VTODO'] },
    ]);
    expect(infos[1]?.readOnlyReason).toBeTypeOf('string');
    expect(infos).toHaveLength(4);
  });
});
