// @module-tag servers
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../../schemas/model/error.js';
import { failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD } from '../fault-server.js';
import { elsewhere, server } from '../fault-servers.js';
import { answer, applied, halfAnswer, hang, lostAnswers, openEnds, reset } from '../faults.js';
import {
  CAL,
  change,
  claim,
  connect,
  eachWithOneCalendar,
  type Kind,
  LABELS,
  METHODS,
  multi,
  patchOf,
  truth,
} from './faulty-calendar-writes.js';

eachWithOneCalendar();

const KINDS: readonly Kind[] = ['create-calendar', 'update-calendar', 'delete-calendar'];

const HALF = halfAnswer(207, '<');

describe.each(KINDS)('%s', (kind) => {
  it('says what is there now', async () => {
    const done = await change(patchOf(kind));
    expect(truth(kind)).toBe('applied');
    if (kind !== 'delete-calendar') expect(done).toMatchObject(LABELS);
  });

  it.each<readonly [string, Fault]>([
    ...lostAnswers(HALF),
    ['XML that is cut off', applied(answer(207, {}, MULTISTATUS_HEAD))],
  ])('applied behind %s is found out', async (_, fault) => {
    expect(await claim(kind, fault)).toEqual({ outcome: 'applied', code: 'OK' });
  });

  const isDelete = kind === 'delete-calendar';

  it.each<[string, Fault, ErrorCode]>([
    ['401', answer(401), 'AUTH_FAILED'],
    ['403', answer(403), 'PERMISSION_DENIED'],
    ['404', answer(404), kind === 'create-calendar' ? 'UNSUPPORTED' : 'NOT_FOUND'],
    ['405', answer(405), 'UNSUPPORTED'],
    ['409', answer(409), isDelete ? 'CONFLICT' : 'UNSUPPORTED'],
    ['422', answer(422), isDelete ? 'INVALID_ICS' : 'UNSUPPORTED'],
    ['423', answer(423), 'LOCKED'],
    ['429', answer(429, { 'Retry-After': '5' }), 'RATE_LIMITED'],
    ['500', answer(500), 'UPSTREAM_ERROR'],
    ['501', answer(501), 'UNSUPPORTED'],
    ['503', answer(503), 'UNAVAILABLE'],
    ['503 with a wait', answer(503, { 'Retry-After': '5' }), 'UNAVAILABLE'],
    ['507', answer(507), 'QUOTA_EXCEEDED'],
    ['a login page', answer(200, { 'Content-Type': 'text/html' }, '<html/>'), 'BAD_UPSTREAM_RESPONSE'],
    ['XML that is cut off', answer(207, {}, MULTISTATUS_HEAD), 'BAD_UPSTREAM_RESPONSE'],
    ['207 with 403 inside', multi(CAL, '403 Forbidden'), 'PERMISSION_DENIED'],
    ['207 with 423 inside', multi(CAL, '423 Locked'), 'LOCKED'],
    ['207 with 507 inside', multi(CAL, '507 Insufficient Storage'), 'QUOTA_EXCEEDED'],
    ['a redirect to nowhere', answer(307), 'REDIRECT_REFUSED'],
  ])('not applied and %s is said so', async (_, fault, code) => {
    expect(await claim(kind, fault)).toEqual({ outcome: 'not_applied', code });
  });

  it.each(openEnds(HALF))('is not called undone when it %s: it may still come', async (_, fault) => {
    expect(await claim(kind, fault)).toEqual({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  });

  it.each<[string, Fault]>([
    ['succeeded', applied(answer(201))],
    ['was lost', reset],
    ['was refused in part', multi(CAL, '403 Forbidden')],
  ])('is unknown when the list cannot be read after it %s', async (_, fault) => {
    let isWritten = false;
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return isWritten && answer(500)(context);
      isWritten = true;
      return fault(context);
    };
    const error = await failure(change(patchOf(kind)));
    expect([error.code, error.info.outcome]).toEqual(['OUTCOME_UNKNOWN', 'unknown']);
  });

  it('is not applied when it was refused, whether the list can be read after it or not', async () => {
    let isWritten = false;
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return isWritten && answer(500)(context);
      isWritten = true;
      return answer(403)(context);
    };
    const error = await failure(change(patchOf(kind)));
    expect([error.code, error.info.outcome]).toEqual(['PERMISSION_DENIED', 'not_applied']);
  });

  it('gives no credentials to another host', async () => {
    server.fault = (context) =>
      context.request.method === METHODS[kind] &&
      answer(307, { Location: `${elsewhere.origin}${context.request.url}` })(context);
    const error = await failure(change(patchOf(kind)));
    expect([error.code, error.info.outcome, truth(kind)]).toEqual([
      'REDIRECT_REFUSED',
      'not_applied',
      'not_applied',
    ]);
    expect(elsewhere.requests).toEqual([]);
  });

  it('cancelled before it begins does nothing', async () => {
    const error = await failure(change(patchOf(kind), connect(), AbortSignal.abort()));
    expect([error.code, error.info.outcome, server.requests.length]).toEqual(['CANCELLED', 'not_applied', 0]);
  });

  it('cancelled on the way still says what became of it', async () => {
    const controller = new AbortController();
    server.fault = (context) => {
      if (context.request.method !== METHODS[kind]) return false;
      context.apply();
      controller.abort();
      return true;
    };
    await change(patchOf(kind), connect(), controller.signal);
    expect(truth(kind)).toBe('applied');
  });

  it('is sent once, whatever becomes of it', async () => {
    for (const fault of [reset, answer(503), answer(429), hang]) {
      server.requests.length = 0;
      server.fault = (context) => context.request.method === METHODS[kind] && fault(context);
      await failure(change(patchOf(kind)));
      expect(server.requests.filter(({ method }) => method === METHODS[kind])).toHaveLength(1);
    }
  });
});
