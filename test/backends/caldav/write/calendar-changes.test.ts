// @module-tag servers
import { beforeEach, describe, expect, it } from 'vitest';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD, patched } from '../fault-server.js';
import { server } from '../fault-servers.js';
import { answer, hang, reset } from '../faults.js';
import {
  CAL,
  change,
  claim,
  connect,
  eachWithOneCalendar,
  multi,
  NEW,
  patchOf,
  truth,
} from './faulty-calendar-writes.js';

eachWithOneCalendar();

const EVENT = `${CAL}one.ics`;

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
