// @module-tag servers
import { describe, expect, it } from 'vitest';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import type { ErrorCode, Outcome } from '../../../../schemas/model/error.js';
import { failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD } from '../fault-server.js';
import { eachOnFaultServers, elsewhere, server } from '../fault-servers.js';
import { answer, applied, halfAnswer, lostAnswers, openEnds, reset } from '../faults.js';
import {
  apply,
  connect,
  KINDS,
  type Kind,
  METHODS,
  multi,
  NEVER,
  PATH,
  patchOf,
  prepare,
  truth,
} from './faulty-writes.js';

eachOnFaultServers();

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

const HALF = halfAnswer(201, 'x');

describe.each(KINDS)('%s', (kind) => {
  it.each<readonly [string, Fault]>([
    ...lostAnswers(HALF),
    ['a 502 in no encoding there is', applied(answer(502, { 'Content-Type': 'text/html; charset=none' }))],
    ['a 303', applied(answer(303, { Location: PATH }))],
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

  it.each(openEnds(HALF))('is not called undone when it %s: it may still come', async (_, fault) => {
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

  // A new event is not stored where something is already, which may be this one; what has no MOVE is stored and deleted.
  const tells = { create: [412], move: [400], replace: [], delete: [] }[kind];
  const refusals = [400, 402, 403, 404, 406, 408, 409, 410, 412, 413, 418, 423, 425, 429, 451];
  it.each(refusals.filter((status) => !tells.some((one) => one === status)))(
    'is not applied behind a %i, also when looking afterwards fails',
    async (status) => {
      prepare(kind);
      let written = false;
      server.fault = (context) => {
        if (context.request.method !== METHODS[kind]) return written && reset(context);
        written = true;
        return answer(status)(context);
      };
      const error = await failure(apply(kind));
      expect([error.info.outcome, error.code === 'OUTCOME_UNKNOWN']).toEqual(['not_applied', false]);
      expect(error.message).not.toContain('lost');
    },
  );

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
    expect((await failure(connect().apply(foreign, { signal: NEVER }))).code).toBe('REDIRECT_REFUSED');
    expect(elsewhere.requests).toEqual([]);
  });
});

/** Says this to what is about this collection, as servers do of one that is gone. */
const goneWith =
  (status: number, path: string): Fault =>
  (context) => {
    const { method, url, headers } = context.request;
    const isInto = url.startsWith(path) || String(headers.destination ?? '').includes(path);
    if (!isInto) return false;
    return answer(method === 'PUT' || method === 'MOVE' ? status : 404)(context);
  };

describe.each([404, 409, 410])('a calendar that is gone, where the server says %i to it,', (status) => {
  it.each([
    ['create', '/home/cal/'],
    ['move', '/home/other/'],
  ] as const)('is named as the reason of a %s that was not done', async (kind, path) => {
    prepare(kind);
    server.fault = goneWith(status, path);
    const error = await failure(apply(kind));
    expect([error.code, error.info.outcome]).toEqual(['CALENDAR_NOT_FOUND', 'not_applied']);
  });
});
