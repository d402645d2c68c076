// @module-tag servers
import { describe, expect, it } from 'vitest';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';
import { type Fault, startFaultServer } from '../fault-server.js';
import { eachOnFaultServers, server } from '../fault-servers.js';
import { answer, hang, reset } from '../faults.js';
import {
  apply,
  connect,
  KINDS,
  type Kind,
  METHODS,
  NEVER,
  OLD,
  PATH,
  patchOf,
  prepare,
  truth,
} from './faulty-writes.js';

eachOnFaultServers();

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
      const error = await failure(backend.apply(call, { signal: NEVER }));
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
