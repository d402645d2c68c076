import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { Backend, Receipt } from '../../../../src/ports/backend.js';
import { eventText } from '../event-text.js';
import { CANARY, failure } from '../expect-failure.js';
import { type Fault, type FaultServer, MULTISTATUS_HEAD, startFaultServer } from '../fault-server.js';
import { answer, applied, hang, reset } from '../faults.js';

const NEVER = new AbortController().signal;
const OLD = eventText('one', 'Old');
const NEW = eventText('one', 'New');
const PATH = '/home/cal/one.ics';
const TARGET = '/home/other/one.ics';
type Kind = Patch['kind'];
const KINDS: readonly Kind[] = ['create', 'replace', 'delete', 'move'];
const METHODS: Readonly<Record<Kind, string>> = {
  create: 'PUT',
  replace: 'PUT',
  delete: 'DELETE',
  move: 'MOVE',
};

let server: FaultServer;
let elsewhere: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
  elsewhere = await startFaultServer();
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));
beforeEach(() => {
  for (const each of [server, elsewhere]) {
    each.fault = undefined;
    each.requests.length = 0;
    each.objects.clear();
  }
});

function connect(options: Partial<Parameters<typeof createCalDavBackend>[0]> = {}): Backend {
  return createCalDavBackend({ name: 'work', url: server.origin, ...CANARY, deadlineMs: 1000, ...options });
}

function patchOf(kind: Kind, etag = '"e1"', on = server): Patch {
  const calendar = { id: 'c', href: on.calendar };
  const href = `${on.calendar}one.ics`;
  switch (kind) {
    case 'create':
      return { kind, calendar, uid: 'one', ics: NEW };
    case 'replace':
      return { kind, calendar, href, etag, ics: NEW };
    case 'delete':
      return { kind, calendar, href, etag };
    case 'move':
      return {
        kind,
        calendar,
        href,
        etag,
        to: { id: 'o', href: on.calendar.replace('cal/', 'other/') },
        ics: OLD,
      };
  }
}

function apply(kind: Kind, backend = connect(), etag?: string, signal = NEVER): Promise<Receipt | undefined> {
  return backend.apply(caldavTarget.compileWrite(patchOf(kind, etag), 'one.ics'), signal);
}

function prepare(kind: Kind): void {
  if (kind !== 'create') server.objects.set(PATH, { etag: '"e1"', ics: OLD });
}

/** What is really stored, past every claim. */
function truth(kind: Kind): 'applied' | 'not_applied' | 'both' {
  const here = server.objects.get(PATH)?.ics;
  const there = server.objects.get(TARGET)?.ics;
  switch (kind) {
    case 'create':
    case 'replace':
      return here === NEW ? 'applied' : 'not_applied';
    case 'delete':
      return here === undefined ? 'applied' : 'not_applied';
    case 'move':
      if (here !== undefined && there !== undefined) return 'both';
      return there === OLD ? 'applied' : 'not_applied';
  }
}

/** Runs a write under a fault and returns what was claimed, after checking it against what is true. */
async function claim(kind: Kind, fault: Fault): Promise<{ outcome: Outcome; code: ErrorCode | 'OK' }> {
  prepare(kind);
  server.fault = (context) => context.request.method === METHODS[kind] && fault(context);
  const result = await apply(kind).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (result === undefined) {
    expect(truth(kind)).toBe('applied');
    return { outcome: 'applied', code: 'OK' };
  }
  const error = await failure(Promise.reject(result));
  if (error.info.outcome === undefined) throw new Error('a write failed without an outcome');
  if (error.info.outcome !== 'unknown') expect(truth(kind)).toBe(error.info.outcome);
  return { outcome: error.info.outcome, code: error.code };
}

const halfAnswer: Fault = ({ response, socket }) => {
  response.writeHead(201, { 'Content-Length': 50 });
  response.write('x', () => socket.destroy());
  return true;
};
const multi = (status: string, condition = ''): Fault =>
  answer(
    207,
    {},
    `${MULTISTATUS_HEAD}<D:response><D:href>${PATH}</D:href><D:status>HTTP/1.1 ${status}</D:status>${condition}</D:response></D:multistatus>`,
  );

describe.each(KINDS)('%s', (kind) => {
  it.each<[string, Fault]>([
    ['an answer lost by a reset', applied(reset)],
    ['an answer that never comes', applied(hang)],
    ['an answer that breaks off', applied(halfAnswer)],
    ['a 500', applied(answer(500))],
    ['a 502 of a proxy', applied(answer(502))],
    ['a 504 of a proxy', applied(answer(504))],
    ['a 502 in no encoding there is', applied(answer(502, { 'Content-Type': 'text/html; charset=none' }))],
    ['a login page', applied(answer(200, { 'Content-Type': 'text/html' }, '<html/>'))],
    ['a 303', applied(answer(303, { Location: PATH }))],
    ['an empty 207', applied(answer(207))],
  ])('applied behind %s is found out', async (_, fault) => {
    expect(await claim(kind, fault)).toEqual({ outcome: 'applied', code: 'OK' });
  });

  it.each<[string, Fault, ErrorCode]>([
    ['500', answer(500), 'UPSTREAM_ERROR'],
    ['503', answer(503), 'UNAVAILABLE'],
    ['503 with a wait', answer(503, { 'Retry-After': '5' }), 'UNAVAILABLE'],
    ['429', answer(429, { 'Retry-After': '5' }), 'RATE_LIMITED'],
    ['401', answer(401), 'AUTH_FAILED'],
    ['403', answer(403), 'PERMISSION_DENIED'],
    [
      '403 in no encoding there is',
      answer(403, { 'Content-Type': 'text/html; charset=none' }),
      'PERMISSION_DENIED',
    ],
    ['413', answer(413), 'QUOTA_EXCEEDED'],
    ['423', answer(423), 'LOCKED'],
    ['507', answer(507), 'QUOTA_EXCEEDED'],
    ['a login page', answer(200, { 'Content-Type': 'text/html' }, '<html/>'), 'BAD_UPSTREAM_RESPONSE'],
    ['207 with 403 inside', multi('403 Forbidden'), 'PERMISSION_DENIED'],
    ['207 with 423 inside', multi('423 Locked'), 'LOCKED'],
    ['a 207 that is cut off', answer(207, {}, MULTISTATUS_HEAD), 'BAD_UPSTREAM_RESPONSE'],
    ['a redirect to another host', answer(307, { Location: 'http://127.0.0.1:9/' }), 'REDIRECT_REFUSED'],
  ])('not applied and %s is said so', async (_, fault, code) => {
    expect(await claim(kind, fault)).toEqual({ outcome: 'not_applied', code });
  });

  it.each<[string, Fault]>([
    ['hangs', hang],
    ['is cut off', reset],
    ['breaks off its answer', halfAnswer],
    ['is queued', answer(202)],
    ['times out behind a proxy', answer(504)],
    ['is cut off behind Apache', answer(502)],
    ['times out behind Cloudflare', answer(524)],
  ])('is not called undone when it %s: it may still come', async (_, fault) => {
    expect(await claim(kind, fault)).toEqual({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  });

  it.each([301, 302, 307, 308])('goes where a %i in the same origin leads, as it is', async (code) => {
    const moved: Fault = ({ request, answer: say }) => {
      if (request.url.endsWith('?moved')) return false;
      say({ status: code, headers: { Location: `${request.url}?moved` } });
      return true;
    };
    const writes = () => server.requests.filter(({ method }) => method === METHODS[kind]);
    prepare(kind);
    server.fault = (context) => context.request.method === METHODS[kind] && moved(context);
    await apply(kind);
    expect(truth(kind)).toBe('applied');
    const [first, second, ...more] = writes();
    expect(more).toEqual([]);
    expect(second).toEqual({ ...first, url: `${first?.url}?moved` });
  });

  it('is looked for when the network goes away under a connection that was there', async () => {
    prepare(kind);
    const unreached = (): never => {
      const cause = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
      throw new TypeError('fetch failed', { cause });
    };
    const backend = connect({
      fetch: async (input, init) => {
        const given = await fetch(input, init);
        return init?.method === METHODS[kind] ? unreached() : given;
      },
    });
    await apply(kind, backend);
    expect(truth(kind)).toBe('applied');
  });

  it('is not turned into a question by a 303', async () => {
    const elsewhereHere = answer(303, { Location: PATH });
    expect(await claim(kind, elsewhereHere)).toEqual({ outcome: 'not_applied', code: 'REDIRECT_REFUSED' });
  });

  it('is unknown when looking afterwards fails too', async () => {
    prepare(kind);
    let written = false;
    server.fault = (context) => {
      if (context.request.method === METHODS[kind]) {
        written = true;
        return reset(context);
      }
      return written && reset(context);
    };
    const error = await failure(apply(kind));
    expect([error.code, error.info.outcome]).toEqual(['OUTCOME_UNKNOWN', 'unknown']);
  });

  it('cancelled before it begins does nothing', async () => {
    prepare(kind);
    const error = await failure(apply(kind, connect(), undefined, AbortSignal.abort()));
    expect([error.code, error.info.outcome, server.requests.length]).toEqual(['CANCELLED', 'not_applied', 0]);
  });

  it('cancelled on the way still says what became of it', async () => {
    prepare(kind);
    const controller = new AbortController();
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      context.apply();
      controller.abort();
      return true;
    };
    await apply(kind, connect(), undefined, controller.signal);
    expect(truth(kind)).toBe('applied');
  });

  it('is never sent without a precondition, to another host, or twice', async () => {
    prepare(kind);
    await apply(kind);
    const writes = server.requests.filter(({ method }) => method === METHODS[kind]);
    expect(writes).toHaveLength(1);
    expect(writes[0]?.headers[kind === 'create' ? 'if-none-match' : 'if-match']).toBe(
      kind === 'create' ? '*' : '"e1"',
    );
    if (kind === 'create') return;
    const foreign = caldavTarget.compileWrite(
      { ...patchOf(kind), href: `${elsewhere.calendar}one.ics` } as Patch,
      'one.ics',
    );
    expect((await failure(connect().apply(foreign, NEVER))).code).toBe('REDIRECT_REFUSED');
    expect(elsewhere.requests).toEqual([]);
  });
});

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
      NEVER,
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

const breaking =
  (kind: Kind, times: number): Fault =>
  (context) => {
    const sent = server.requests.filter(({ method }) => method === METHODS[kind]).length;
    return context.request.method === METHODS[kind] && sent <= times && reset(context);
  };
const someoneElse = (): void => {
  server.objects.set(PATH, { etag: '"e7"', ics: eventText('one', 'Someone else') });
};

describe.each(KINDS)('%s behind a connection that broke', (kind) => {
  const attempts = (): number => server.requests.filter(({ method }) => method === METHODS[kind]).length;

  it('is sent once more when a look finds nothing done', async () => {
    prepare(kind);
    server.fault = breaking(kind, 1);
    await apply(kind);
    expect([truth(kind), attempts()]).toEqual(['applied', 2]);
  });

  it('is sent only once more', async () => {
    prepare(kind);
    server.fault = breaking(kind, 9);
    const error = await failure(apply(kind));
    expect([error.code, error.info.outcome, attempts()]).toEqual(['OUTCOME_UNKNOWN', 'unknown', 2]);
  });

  it.each([423, 429, 500, 503, 507])('is not called undone by a %i to the second', async (status) => {
    prepare(kind);
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      return attempts() === 1 ? reset(context) : answer(status, { 'Retry-After': '5' })(context);
    };
    const error = await failure(apply(kind));
    expect([error.code, error.info.outcome, attempts()]).toEqual(['OUTCOME_UNKNOWN', 'unknown', 2]);
  });

  it('is refused where the second is, for a reason that held for the first', async () => {
    prepare(kind);
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      return attempts() === 1 ? reset(context) : answer(403)(context);
    };
    const error = await failure(apply(kind));
    expect([error.code, error.info.outcome, attempts()]).toEqual(['PERMISSION_DENIED', 'not_applied', 2]);
  });

  it('is unknown when the server is gone before the second', async () => {
    const gone = await startFaultServer();
    try {
      if (kind !== 'create') gone.objects.set(PATH, { etag: '"e1"', ics: OLD });
      let written = false;
      gone.fault = (context) => {
        if (written && context.request.method === 'GET') {
          // The look is answered, and then nobody listens.
          context.response.once('finish', () => void gone.close());
          return false;
        }
        if (context.request.method !== METHODS[kind]) return false;
        written = true;
        return reset(context);
      };
      const backend = connect({ url: gone.origin });
      const call = caldavTarget.compileWrite(patchOf(kind, undefined, gone), 'one.ics');
      const error = await failure(backend.apply(call, NEVER));
      expect([error.code, error.info.outcome]).toEqual(['OUTCOME_UNKNOWN', 'unknown']);
    } finally {
      await gone.close();
    }
  });

  it('is done when the first one arrives after the look', async () => {
    prepare(kind);
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      if (attempts() === 1) return reset(context);
      context.apply();
      return answer(kind === 'delete' || kind === 'move' ? 404 : 412)(context);
    };
    await apply(kind);
    expect([truth(kind), attempts()]).toEqual(['applied', 2]);
  });

  it('is refused when the event changes between the two', async () => {
    prepare(kind);
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      const first = attempts() === 1;
      if (!first) someoneElse();
      return first && reset(context);
    };
    const error = await failure(apply(kind));
    // What is there in its place may have come after it; a delete or a move would have left nothing.
    const removes = kind === 'delete' || kind === 'move';
    expect([error.code, error.info.outcome]).toEqual([
      kind === 'create' ? 'ALREADY_EXISTS' : 'CONFLICT',
      removes ? 'not_applied' : 'unknown',
    ]);
    expect(server.objects.get(PATH)?.etag).toBe('"e7"');
  });
});

describe.each(['replace', 'delete', 'move'] as const)('%s of what another program changes', (kind) => {
  it.each<[string, Fault]>([
    ['a reset', reset],
    ['a 500', answer(500)],
    ['no answer', hang],
  ])('is a CONFLICT behind %s, and says that its own answer was lost', async (_, fault) => {
    prepare(kind);
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      someoneElse();
      return fault(context);
    };
    const error = await failure(apply(kind));
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'unknown']);
    expect(server.objects.get(PATH)?.etag).toBe('"e7"');
  });
});

describe('create', () => {
  it('is not called undone when something is there already that cannot be read: it may be this one', async () => {
    server.objects.set(PATH, { etag: '"e1"', ics: NEW });
    server.fault = (context) => context.request.method === 'GET' && answer(502)(context);
    const error = await failure(apply('create'));
    expect([error.code, error.info.outcome]).toEqual(['OUTCOME_UNKNOWN', 'unknown']);
  });

  it('is not called another event when the answer was lost and the server has stored less', async () => {
    server.fault = (context) => {
      if (context.request.method !== 'PUT') return false;
      context.apply();
      server.objects.set(PATH, { etag: '"s1"', ics: NEW.replace('SUMMARY:New\r\n', '') });
      return reset(context);
    };
    const error = await failure(apply('create'));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'unknown']);
  });

  it('finds the event where the server put it', async () => {
    server.fault = (context) => {
      if (context.request.method !== 'PUT') return false;
      server.objects.set('/home/cal/renamed.ics', { etag: '"r"', ics: context.request.body });
      context.answer({ status: 201 });
      return true;
    };
    expect(await apply('create')).toMatchObject({ href: `${server.calendar}renamed.ics`, etag: '"r"' });
  });

  it('does not believe a 201 of which nothing is to be seen', async () => {
    server.fault = (context) => context.request.method === 'PUT' && answer(201)(context);
    expect((await failure(apply('create'))).info.outcome).toBe('unknown');
  });

  it('takes a 207 that hides a UID conflict for what it is', async () => {
    server.fault = (context) =>
      context.request.method === 'PUT' &&
      multi('412 Precondition Failed', '<D:error><C:no-uid-conflict/></D:error>')(context);
    const error = await failure(apply('create'));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
  });

  it.each(['../../up', 'http://evil.example/x', '/abs', 'a?b#c', 'a\r\nX: y', '\ud800'])(
    'keeps the file name %j inside the calendar',
    async (name) => {
      const call = caldavTarget.compileWrite(patchOf('create'), name);
      const { pathname, search, hash } = new URL(call.href);
      expect([call.href.startsWith(server.calendar), pathname.split('/').length, search, hash]).toEqual([
        true,
        4,
        '',
        '',
      ]);
      await connect().apply(call, NEVER);
      expect(server.requests[0]?.url.startsWith('/home/cal/')).toBe(true);
    },
  );

  it.each(['', '.', '..'])('refuses the file name %j', (name) => {
    expect(() => caldavTarget.compileWrite(patchOf('create'), name)).toThrow(CalendarError);
  });
});

describe('move without MOVE', () => {
  const noMove: Fault = (context) => context.request.method === 'MOVE' && answer(405)(context);

  it('stores there, then deletes here', async () => {
    prepare('move');
    server.fault = noMove;
    expect(await apply('move')).toMatchObject({
      href: `${server.calendar.replace('cal/', 'other/')}one.ics`,
    });
    expect(truth('move')).toBe('applied');
  });

  it('takes the copy back when the original cannot be deleted', async () => {
    prepare('move');
    server.fault = (context) =>
      noMove(context) ||
      (context.request.url === PATH && context.request.method === 'DELETE' && answer(423)(context));
    const error = await failure(apply('move'));
    expect([error.code, error.info.outcome]).toEqual(['LOCKED', 'not_applied']);
    expect([...server.objects.keys()]).toEqual([PATH]);
  });

  it('keeps the copy when the original is gone already: another move may count on it', async () => {
    prepare('move');
    server.fault = (context) => {
      if (context.request.method === 'DELETE') server.objects.delete(PATH);
      return noMove(context);
    };
    await apply('move');
    expect(truth('move')).toBe('applied');
  });

  it('leaves a copy that another move made', async () => {
    prepare('move');
    server.fault = (context) => {
      if (context.request.method === 'DELETE') return answer(423)(context);
      if (context.request.method === 'PUT') server.objects.set(TARGET, { etag: '"t"', ics: OLD });
      return noMove(context);
    };
    const error = await failure(apply('move'));
    expect([error.code, error.info.outcome, truth('move')]).toEqual(['LOCKED', 'not_applied', 'both']);
  });

  it('does not take back what may be the copy of another move', async () => {
    prepare('move');
    server.fault = (context) => {
      if (context.request.method === 'DELETE') return answer(423)(context);
      if (context.request.method === 'PUT') return applied(reset)(context);
      return noMove(context);
    };
    const error = await failure(apply('move'));
    expect([error.code, error.info.outcome, truth('move')]).toEqual(['LOCKED', 'unknown', 'both']);
  });

  it('does not take the copy back while the original may still go', async () => {
    prepare('move');
    let late: (() => void) | undefined;
    server.fault = (context) => {
      if (context.request.method !== 'DELETE') return noMove(context);
      late = () => void context.apply();
      return true;
    };
    const error = await failure(apply('move'));
    expect([error.info.outcome, truth('move')]).toEqual(['unknown', 'both']);
    late?.();
    expect(truth('move')).toBe('applied');
  });

  it('does not overwrite what is there', async () => {
    for (const fault of [undefined, noMove]) {
      prepare('move');
      server.objects.set(TARGET, { etag: '"t"', ics: eventText('one', 'In the way') });
      server.fault = fault;
      const error = await failure(apply('move'));
      expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
      expect(server.objects.get(TARGET)?.etag).toBe('"t"');
    }
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
    const error = await failure(connect({ url: sogo.origin }).apply(call, NEVER));
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
      await backend.scan({ kind: 'query', calendar, depth: 1, body }, NEVER);
      const theirs = { etag: '"gcs0"', ics: eventText('one', 'Theirs') };
      sogo.objects.set(path, theirs);
      const call = caldavTarget.compileWrite(patchOf(kind, '"gcs0"', sogo), 'one.ics');
      const error = await failure(backend.apply(call, NEVER));
      expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      expect(sogo.objects.get(path)).toEqual(theirs);
    },
  );

  it('changes what it made anew under the old ETag and could not read back', async () => {
    const path = `/SOGo/dav${PATH}`;
    sogo.objects.set(path, { etag: '"v1"', ics: OLD });
    const backend = connect({ url: sogo.origin });
    const body = calendarQueryBody(ALL_TIME);
    await backend.scan({ kind: 'query', calendar: { id: 'c', href: sogo.calendar }, depth: 1, body }, NEVER);
    sogo.objects.clear();
    sogo.fault = (context) => {
      if (context.request.method === 'GET' && sogo.objects.size > 0) return answer(502)(context);
      if (context.request.method !== 'PUT') return deaf(context);
      context.apply();
      sogo.objects.set(path, { etag: '"v1"', ics: NEW });
      return answer(201, { ETag: '"v1"' })(context);
    };
    const create = caldavTarget.compileWrite(patchOf('create', undefined, sogo), 'one.ics');
    expect(await backend.apply(create, NEVER)).toMatchObject({ etag: '"v1"', unread: true });
    sogo.fault = deaf;
    await backend.apply(caldavTarget.compileWrite(patchOf('delete', '"v1"', sogo), 'one.ics'), NEVER);
    expect(sogo.objects.size).toBe(0);
  });

  it('a move does not call occupied what it could not look at', async () => {
    const path = `/SOGo/dav${PATH}`;
    sogo.objects.set(path, { etag: '"v1"', ics: OLD });
    sogo.fault = (context) =>
      context.request.url.includes('/other/') ? answer(502)(context) : deaf(context);
    const call = caldavTarget.compileWrite(patchOf('move', '"v1"', sogo), 'one.ics');
    const error = await failure(connect({ url: sogo.origin }).apply(call, NEVER));
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
    const error = await failure(connect({ url: sogo.origin }).apply(call, NEVER));
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
