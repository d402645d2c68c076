import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarPatch } from '../../../../compilers/pushdown/target.js';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import type { ErrorCode, Outcome } from '../../../../schemas/model/error.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { CalendarInfo } from '../../../../src/ports/backend.js';
import { required } from '../../../conformance/subject.js';
import { eventText } from '../event-text.js';
import { CANARY, failure } from '../expect-failure.js';
import {
  type Fault,
  type FaultServer,
  MULTISTATUS_HEAD,
  patched,
  startFaultServer,
} from '../fault-server.js';
import { answer, applied, hang, reset } from '../faults.js';

const NEVER = new AbortController().signal;
const NEW = '/home/choir/';
const CAL = '/home/cal/';
const EVENT = `${CAL}one.ics`;
const DEADLINE_MS = 1000;

type Kind = CalendarPatch['kind'];
const KINDS: readonly Kind[] = ['create-calendar', 'update-calendar', 'delete-calendar'];
const METHODS: Readonly<Record<Kind, string>> = {
  'create-calendar': 'MKCALENDAR',
  'update-calendar': 'PROPPATCH',
  'delete-calendar': 'DELETE',
};
const LABELS = { name: 'Choir', color: '#12ab9f', description: 'On Tuesdays' };

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
    each.calendars.clear();
    each.calendars.set(
      CAL,
      new Map([
        ['D:displayname', 'Old'],
        ['A:calendar-color', '#000000FF'],
      ]),
    );
  }
});

const connect = () =>
  createCalDavBackend({ name: 'work', url: server.origin, ...CANARY, deadlineMs: DEADLINE_MS });

function patchOf(kind: Kind, withEvents = false): CalendarPatch {
  const calendar = { id: 'c', href: `${server.origin}${CAL}` };
  switch (kind) {
    case 'create-calendar':
      return { kind, labels: LABELS };
    case 'update-calendar':
      return { kind, calendar, labels: LABELS };
    case 'delete-calendar':
      return { kind, calendar, withEvents };
  }
}

function change(
  patch: CalendarPatch,
  backend = connect(),
  signal = NEVER,
): Promise<CalendarInfo | undefined> {
  const call = caldavTarget.compileCalendarWrite?.(patch, 'choir');
  return required(backend.applyCalendar)(required(call), signal);
}

/** What is really there, past every claim. */
function truth(kind: Kind): 'applied' | 'not_applied' | 'partly' {
  if (kind === 'delete-calendar') return server.calendars.has(CAL) ? 'not_applied' : 'applied';
  const props = server.calendars.get(kind === 'create-calendar' ? NEW : CAL);
  if (props === undefined) return 'not_applied';
  const said = ['D:displayname', 'A:calendar-color', 'C:calendar-description'].map((name) => props.get(name));
  const isNew = [said[0] === 'Choir', said[1] === '#12AB9FFF', said[2] === 'On Tuesdays'];
  if (isNew.every(Boolean)) return 'applied';
  return isNew.some(Boolean) ? 'partly' : 'not_applied';
}

/** Runs a change under a fault of its own method; checks what is claimed, and that lists show what is there. */
async function claim(
  kind: Kind,
  fault: Fault,
  withEvents = false,
): Promise<{ outcome: Outcome; code: ErrorCode | 'OK' }> {
  const backend = connect();
  await backend.calendars(NEVER);
  // Whatever is wrong with the change itself is over afterwards.
  let faults = 1;
  server.fault = (context) => context.request.method === METHODS[kind] && faults-- > 0 && fault(context);
  const result = await change(patchOf(kind, withEvents), backend).then(
    () => undefined,
    (error: unknown) => error,
  );
  server.fault = undefined;
  const listed = (await backend.calendars(NEVER)).map(({ href, name }) => [new URL(href).pathname, name]);
  const there = [...server.calendars].map(([path, props]) => [path, props.get('D:displayname')]);
  expect(listed).toEqual(there);
  if (result === undefined) {
    expect(truth(kind)).toBe('applied');
    return { outcome: 'applied', code: 'OK' };
  }
  const error = await failure(Promise.reject(result));
  if (error.info.outcome === undefined) throw new Error('a change failed without an outcome');
  if (error.info.outcome !== 'unknown') expect(truth(kind)).toBe(error.info.outcome);
  return { outcome: error.info.outcome, code: error.code };
}

const halfAnswer: Fault = ({ response, socket }) => {
  response.writeHead(207, { 'Content-Length': 50 });
  response.write('<', () => socket.destroy());
  return true;
};
const multi = (path: string, status: string): Fault =>
  answer(
    207,
    {},
    `${MULTISTATUS_HEAD}<D:response><D:href>${path}</D:href><D:status>HTTP/1.1 ${status}</D:status></D:response></D:multistatus>`,
  );

describe.each(KINDS)('%s', (kind) => {
  it('says what is there now', async () => {
    const done = await change(patchOf(kind));
    expect(truth(kind)).toBe('applied');
    if (kind !== 'delete-calendar') expect(done).toMatchObject(LABELS);
  });

  it.each<[string, Fault]>([
    ['an answer lost by a reset', applied(reset)],
    ['an answer that never comes', applied(hang)],
    ['an answer that breaks off', applied(halfAnswer)],
    ['a 500', applied(answer(500))],
    ['a 502 of a proxy', applied(answer(502))],
    ['a 504 of a proxy', applied(answer(504))],
    ['a login page', applied(answer(200, { 'Content-Type': 'text/html' }, '<html/>'))],
    ['XML that is cut off', applied(answer(207, {}, MULTISTATUS_HEAD))],
    ['an empty 207', applied(answer(207))],
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

  it.each<[string, Fault]>([
    ['succeeded', applied(answer(201))],
    ['was lost', reset],
    ['was refused', answer(403)],
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

describe('making a calendar', () => {
  it('that is answered with 201 and is not there is not believed', async () => {
    expect(await claim('create-calendar', answer(201))).toEqual({
      outcome: 'unknown',
      code: 'OUTCOME_UNKNOWN',
    });
  });

  it('leaves a calendar that is there already as it is, whatever the server says', async () => {
    const theirs = new Map([['D:displayname', 'Theirs']]);
    for (const fault of [undefined, answer(201), reset]) {
      server.calendars.set(NEW, theirs);
      server.fault = fault && ((context) => context.request.method === 'MKCALENDAR' && fault(context));
      const error = await failure(change(patchOf('create-calendar')));
      expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
      expect(server.calendars.get(NEW)).toBe(theirs);
    }
  });

  it('finds the one of an earlier call', async () => {
    await change(patchOf('create-calendar'));
    server.requests.length = 0;
    expect(await change(patchOf('create-calendar'))).toMatchObject({ name: 'Choir' });
    expect(server.requests.every(({ method }) => method === 'PROPFIND')).toBe(true);
  });

  it('gives way to another call that came first', async () => {
    server.fault = ({ request, apply, answer: reply }) => {
      if (request.method !== 'MKCALENDAR') return false;
      server.calendars.set(NEW, new Map([['D:displayname', 'Theirs']]));
      reply(apply());
      return true;
    };
    const error = await failure(change(patchOf('create-calendar')));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
    expect(server.calendars.get(NEW)?.get('D:displayname')).toBe('Theirs');
  });

  const nameless: Fault = ({ request, answer: reply }) => {
    server.calendars.set(decodeURIComponent(request.url), new Map());
    reply({ status: 201 });
    return true;
  };

  it.each<[string, Fault]>([
    ['without its labels', nameless],
    [
      'without its labels, which a 207 says',
      (context) => {
        server.calendars.set(NEW, new Map());
        return multi(NEW, '403 Forbidden')(context);
      },
    ],
    [
      'without its labels, and the answer is lost',
      (context) => {
        server.calendars.set(NEW, new Map());
        return reset(context);
      },
    ],
  ])('gives it its labels when it was made %s', async (_, fault) => {
    expect(await claim('create-calendar', fault)).toEqual({ outcome: 'applied', code: 'OK' });
  });

  it('is not called undone when only the labels fail', async () => {
    for (const fault of [reset, answer(403), answer(307, { Location: 'http://127.0.0.1:9/' })]) {
      server.calendars.delete(NEW);
      server.fault = (context) => {
        if (context.request.method === 'MKCALENDAR') return nameless(context);
        return context.request.method === 'PROPPATCH' && fault(context);
      };
      expect(await change(patchOf('create-calendar'))).toMatchObject({ name: 'choir' });
    }
  });
});

describe('changing a calendar', () => {
  /** Takes the name only. */
  const half: Fault = ({ request, answer: reply }) => {
    const path = decodeURIComponent(request.url);
    const props = new Map(server.calendars.get(path));
    server.calendars.set(path, props.set('D:displayname', 'Choir'));
    reply({ status: 207, body: patched(path, new Map([['A:calendar-color', '']]), '403 Forbidden') });
    return true;
  };

  it('puts back what was taken of a change that was refused in part', async () => {
    expect(await claim('update-calendar', half)).toEqual({
      outcome: 'not_applied',
      code: 'PERMISSION_DENIED',
    });
    expect(server.calendars.get(CAL)?.get('D:displayname')).toBe('Old');
  });

  it('says that it does not know when that cannot be put back', async () => {
    for (const fault of [answer(403), reset, answer(307, { Location: 'http://127.0.0.1:9/' })]) {
      server.calendars.set(CAL, new Map([['D:displayname', 'Old']]));
      let times = 0;
      server.fault = (context) =>
        context.request.method === 'PROPPATCH' && (times++ === 0 ? half : fault)(context);
      const error = await failure(change(patchOf('update-calendar')));
      expect([error.code, error.info.outcome, truth('update-calendar')]).toEqual([
        'OUTCOME_UNKNOWN',
        'unknown',
        'partly',
      ]);
    }
  });

  it('puts it back although the caller has left', async () => {
    const controller = new AbortController();
    let times = 0;
    server.fault = (context) => {
      if (context.request.method !== 'PROPPATCH' || times++ > 0) return false;
      half(context);
      controller.abort();
      return true;
    };
    await failure(change(patchOf('update-calendar'), connect(), controller.signal));
    expect(truth('update-calendar')).toBe('not_applied');
  });

  it('that is answered with success and changes nothing is none', async () => {
    expect(await claim('update-calendar', answer(204))).toEqual({
      outcome: 'not_applied',
      code: 'UNSUPPORTED',
    });
  });

  it('that is gone by now says so', async () => {
    server.fault = ({ request, answer: reply }) => {
      if (request.method !== 'PROPPATCH') return false;
      server.calendars.delete(CAL);
      reply({ status: 404 });
      return true;
    };
    const error = await failure(change(patchOf('update-calendar')));
    expect([error.code, error.info.outcome]).toEqual(['CALENDAR_NOT_FOUND', 'not_applied']);
  });
});

describe('deleting a calendar', () => {
  beforeEach(() => {
    server.objects.set(EVENT, { etag: '"1"', ics: eventText('one', 'Rehearsal') });
  });

  it('that holds something asks for nothing but the list of it', async () => {
    const error = await failure(change(patchOf('delete-calendar')));
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    expect(server.requests.every(({ method }) => method === 'PROPFIND')).toBe(true);
  });

  it('is not begun when it cannot be told whether it is empty', async () => {
    for (const fault of [answer(500), answer(207, {}, MULTISTATUS_HEAD), hang]) {
      server.fault = (context) => context.request.url === CAL && fault(context);
      expect((await failure(change(patchOf('delete-calendar')))).info.outcome).toBe('not_applied');
      expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    }
  });

  it.each<[string, Fault]>([
    ['a part of it is locked', multi(EVENT, '423 Locked')],
    ['the server fails on the way', answer(500)],
    ['the connection breaks', reset],
  ])('with its events is not called undone when %s: some may be gone', async (_, fault) => {
    expect(await claim('delete-calendar', fault, true)).toEqual({
      outcome: 'unknown',
      code: 'OUTCOME_UNKNOWN',
    });
  });

  it('with its events is undone when the server refuses it as a whole', async () => {
    expect(await claim('delete-calendar', answer(403), true)).toEqual({
      outcome: 'not_applied',
      code: 'PERMISSION_DENIED',
    });
    expect(server.objects.has(EVENT)).toBe(true);
  });

  it('that is answered with success and is still there is not believed', async () => {
    expect(await claim('delete-calendar', answer(204), true)).toEqual({
      outcome: 'unknown',
      code: 'OUTCOME_UNKNOWN',
    });
  });

  it('that somebody else has just deleted says so', async () => {
    server.fault = ({ request, answer: reply }) => {
      if (request.method !== 'DELETE') return false;
      server.calendars.delete(CAL);
      reply({ status: 404 });
      return true;
    };
    const error = await failure(change(patchOf('delete-calendar', true)));
    expect([error.code, error.info.outcome]).toEqual(['CALENDAR_NOT_FOUND', 'not_applied']);
  });
});
