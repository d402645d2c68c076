// @module-tag servers
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';
import { type Fault, type FaultServer, startFaultServer } from '../fault-server.js';
import { eachOnFaultServers, server } from '../fault-servers.js';
import { answer } from '../faults.js';
import { apply, connect, KINDS, NEVER, NEW, OLD, PATH, patchOf, prepare, truth } from './faulty-writes.js';

eachOnFaultServers();

describe('versions', () => {
  it.each(['', 'undefined', '*', 'W/"x"', '"a\r\nX-Evil: 1"', '"a""b"', 'abc'])(
    'refuses %j as a version',
    (etag) => {
      expect(() => caldavTarget.compileWrite(patchOf('replace', etag), 'x')).toThrow(CalendarError);
    },
  );

  const scan = async (backend: Backend): Promise<string> => {
    const body = calendarQueryBody(ALL_TIME);
    const { objects } = await backend.scan(
      { kind: 'query', calendar: { id: 'c', href: server.calendar }, depth: 1, body },
      { signal: NEVER },
    );
    return objects[0]?.etag ?? '';
  };

  it('an ETag that changes while the event does not is no conflict', async () => {
    prepare('replace');
    const backend = connect();
    const etag = await scan(backend);
    server.objects.set(PATH, { etag: '"e2"', ics: OLD });
    await apply('replace', backend, etag);
    expect(truth('replace')).toBe('applied');
    server.objects.set(PATH, { etag: '"e3"', ics: eventText('one', 'Someone else') });
    expect((await failure(apply('replace', backend, etag))).code).toBe('CONFLICT');
    expect((await failure(apply('delete', backend, etag))).code).toBe('CONFLICT');
    expect(server.objects.get(PATH)?.etag).toBe('"e3"');
  });

  it('an object listed without an ETag is changed under the one a GET gives', async () => {
    prepare('replace');
    server.fault = ({ request, apply: act, answer: reply }) => {
      if (request.method !== 'REPORT') return false;
      const good = act();
      reply({ ...good, body: String(good.body).replace(/<D:getetag>.*?<\/D:getetag>/, '') });
      return true;
    };
    const backend = connect();
    const etag = await scan(backend);
    expect(etag).toMatch(/^sha256:/);
    await apply('replace', backend, etag);
    const put = server.requests.find(({ method }) => method === 'PUT');
    expect(put?.headers['if-match']).toBe('"e1"');
    server.objects.set(PATH, { etag: '"e9"', ics: eventText('one', 'Someone else') });
    expect((await failure(apply('replace', backend, etag))).code).toBe('CONFLICT');
  });

  it('an object that never has an ETag is not changed at all', async () => {
    prepare('replace');
    const backend = connect();
    server.fault = ({ apply: act, answer: reply }) => {
      const { status, body = '' } = act();
      reply({ status, body: String(body).replace(/<D:getetag>.*?<\/D:getetag>/g, '') });
      return true;
    };
    const etag = await scan(backend);
    for (const kind of ['replace', 'delete', 'move'] as const) {
      const error = await failure(apply(kind, backend, etag));
      expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
    }
    expect(server.requests.every(({ method }) => method === 'GET' || method === 'REPORT')).toBe(true);
  });

  it('a PUT without an ETag, or with a weak one, is read back', async () => {
    for (const headers of [{}, { ETag: 'W/"weak"' }]) {
      server.objects.clear();
      server.fault = (context) => {
        if (context.request.method !== 'PUT') return false;
        const { status } = context.apply();
        context.answer({ status, headers });
        return true;
      };
      const receipt = await apply('create');
      expect(receipt?.etag).toBe(server.objects.get(PATH)?.etag);
    }
  });

  it('a PUT that cannot be read back is done, and says that it was not read', async () => {
    server.fault = (context) => context.request.method === 'GET' && answer(502)(context);
    expect(await apply('create')).toMatchObject({
      etag: server.objects.get(PATH)?.etag,
      unread: true,
      notes: [expect.stringContaining('could not be read back')],
    });
  });

  it('a server that changes what it is given is told on; one that only reorders is not', async () => {
    const change =
      (edit: (ics: string) => string): Fault =>
      (context) => {
        if (context.request.method !== 'PUT') return false;
        const good = context.apply();
        const stored = server.objects.get(PATH);
        if (stored !== undefined) server.objects.set(PATH, { ...stored, ics: edit(stored.ics) });
        context.answer(good);
        return true;
      };
    server.fault = change((ics) => ics.replace('END:VEVENT', 'CLASS:PUBLIC\r\nEND:VEVENT'));
    expect(await apply('create')).toMatchObject({
      serverChanged: true,
      ics: expect.stringContaining('CLASS:PUBLIC'),
    });
    server.objects.clear();
    server.fault = change((ics) =>
      ics.replace('SUMMARY:New\r\n', '').replace('UID:one', 'SUMMARY:N\r\n ew\r\nUID:one'),
    );
    expect(await apply('create')).toMatchObject({ serverChanged: false });
  });

  it('success that changes nothing is no success', async () => {
    prepare('replace');
    server.fault = ({ request, answer: reply }) => {
      if (request.method !== 'PUT') return false;
      reply({ status: 204 });
      return true;
    };
    const error = await failure(apply('replace'));
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
  });
});

describe('a server that ignores preconditions', () => {
  let sogo: FaultServer;
  const deaf: Fault = ({ request, apply: act, answer: reply }) => {
    delete request.headers['if-match'];
    delete request.headers['if-none-match'];
    reply(act());
    return true;
  };
  beforeAll(async () => {
    sogo = await startFaultServer('/SOGo/dav');
    sogo.fault = deaf;
  });
  afterAll(() => sogo.close());

  it.each(KINDS)('does not lose an event to a stale %s', async (kind) => {
    const theirs = { etag: '"theirs"', ics: eventText('one', 'Theirs') };
    sogo.objects.set(`/SOGo/dav${PATH}`, theirs);
    const call = caldavTarget.compileWrite(patchOf(kind, '"mine"', sogo), 'one.ics');
    const error = await failure(connect({ url: sogo.origin }).apply(call, { signal: NEVER }));
    expect(error.info.outcome).toBe('not_applied');
    expect(sogo.objects.get(`/SOGo/dav${PATH}`)).toEqual(theirs);
  });

  it.each(['replace', 'delete', 'move'] as const)(
    'does not %s an event made anew under the old ETag',
    async (kind) => {
      const path = `/SOGo/dav${PATH}`;
      sogo.objects.set(path, { etag: '"gcs0"', ics: OLD });
      const backend = connect({ url: sogo.origin });
      const body = calendarQueryBody(ALL_TIME);
      const calendar = { id: 'c', href: sogo.calendar };
      await backend.scan({ kind: 'query', calendar, depth: 1, body }, { signal: NEVER });
      const theirs = { etag: '"gcs0"', ics: eventText('one', 'Theirs') };
      sogo.objects.set(path, theirs);
      const call = caldavTarget.compileWrite(patchOf(kind, '"gcs0"', sogo), 'one.ics');
      const error = await failure(backend.apply(call, { signal: NEVER }));
      expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      expect(sogo.objects.get(path)).toEqual(theirs);
    },
  );

  it('changes what it made anew under the old ETag and could not read back', async () => {
    const path = `/SOGo/dav${PATH}`;
    sogo.objects.set(path, { etag: '"v1"', ics: OLD });
    const backend = connect({ url: sogo.origin });
    const body = calendarQueryBody(ALL_TIME);
    await backend.scan(
      { kind: 'query', calendar: { id: 'c', href: sogo.calendar }, depth: 1, body },
      { signal: NEVER },
    );
    sogo.objects.clear();
    sogo.fault = (context) => {
      if (context.request.method === 'GET' && sogo.objects.size > 0) return answer(502)(context);
      if (context.request.method !== 'PUT') return deaf(context);
      context.apply();
      sogo.objects.set(path, { etag: '"v1"', ics: NEW });
      return answer(201, { ETag: '"v1"' })(context);
    };
    const create = caldavTarget.compileWrite(patchOf('create', undefined, sogo), 'one.ics');
    expect(await backend.apply(create, { signal: NEVER })).toMatchObject({ etag: '"v1"', unread: true });
    sogo.fault = deaf;
    await backend.apply(caldavTarget.compileWrite(patchOf('delete', '"v1"', sogo), 'one.ics'), {
      signal: NEVER,
    });
    expect(sogo.objects.size).toBe(0);
  });

  it('a move does not call occupied what it could not look at', async () => {
    const path = `/SOGo/dav${PATH}`;
    sogo.objects.set(path, { etag: '"v1"', ics: OLD });
    sogo.fault = (context) =>
      context.request.url.includes('/other/') ? answer(502)(context) : deaf(context);
    const call = caldavTarget.compileWrite(patchOf('move', '"v1"', sogo), 'one.ics');
    const error = await failure(connect({ url: sogo.origin }).apply(call, { signal: NEVER }));
    sogo.fault = deaf;
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(sogo.objects.get(path)?.ics).toBe(OLD);
  });

  it.each(['create', 'move'] as const)('a %s says what kept it from looking', async (kind) => {
    const path = `/SOGo/dav${PATH}`;
    sogo.objects.clear();
    if (kind === 'move') sogo.objects.set(path, { etag: '"v1"', ics: OLD });
    const place = kind === 'move' ? '/other/' : PATH;
    sogo.fault = (context) => (context.request.url.includes(place) ? answer(403)(context) : deaf(context));
    const call = caldavTarget.compileWrite(patchOf(kind, '"v1"', sogo), 'one.ics');
    const error = await failure(connect({ url: sogo.origin }).apply(call, { signal: NEVER }));
    sogo.fault = deaf;
    expect([error.code, error.info.outcome]).toEqual(['PERMISSION_DENIED', 'not_applied']);
  });

  it('delete looks first on every server', async () => {
    prepare('delete');
    server.fault = deaf;
    expect((await failure(apply('delete', connect(), '"stale"'))).code).toBe('CONFLICT');
    expect(server.objects.has(PATH)).toBe(true);
  });
});
