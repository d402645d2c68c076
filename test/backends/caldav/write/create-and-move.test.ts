// @module-tag servers
import { describe, expect, it } from 'vitest';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';
import type { Fault } from '../fault-server.js';
import { eachOnFaultServers, server } from '../fault-servers.js';
import { answer, applied, reset } from '../faults.js';
import {
  apply,
  connect,
  multi,
  NEVER,
  NEW,
  OLD,
  PATH,
  patchOf,
  prepare,
  TARGET,
  truth,
} from './faulty-writes.js';

eachOnFaultServers();

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
      await connect().apply(call, { signal: NEVER });
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
