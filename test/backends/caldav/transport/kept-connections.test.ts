// @module-tag servers
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { createKeepAliveFetch } from '../../../../src/backends/caldav/transport/keep-alive-fetch.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { eventText } from '../event-text.js';
import { CANARY } from '../expect-failure.js';
import { type FaultServer, startFaultServer } from '../fault-server.js';

const NEVER = new AbortController().signal;

let server: FaultServer;
let clock: number;
let backend: Backend;
/** Connections that carried a request. */
let used: Set<Socket>;
/** What was asked meanwhile. */
let others: Promise<boolean>[];
beforeEach(async () => {
  server = await startFaultServer();
  clock = 0;
  used = new Set();
  others = [];
  backend = createCalDavBackend({
    name: 'work',
    url: server.origin,
    ...CANARY,
    fetch: createKeepAliveFetch(() => clock),
  });
});
afterEach(() => server.close());

const calendar = () => ({ id: 'c', href: server.calendar });
function query() {
  const body = calendarQueryBody(ALL_TIME);
  return backend.scan({ kind: 'query', calendar: calendar(), depth: 1, body }, { signal: NEVER });
}

/**
 * As SOGo, which ends a connection shortly after its answer without a word: the second request on one breaks. Then
 * somebody else asks, so that the next try may find such a connection again.
 */
async function breakSecondUses(): Promise<void> {
  server.fault = ({ socket }) => {
    used.add(socket);
    return false;
  };
  for (let n = 0; n < 4; n++) await query();
  server.fault = ({ socket }) => {
    if (!used.has(socket)) {
      used.add(socket);
      return false;
    }
    socket.destroy();
    const answered = query().then(
      () => true,
      () => false,
    );
    others.push(answered);
    return true;
  };
}

describe('connections that break when they are used again', () => {
  beforeEach(breakSecondUses);
  afterEach(async () => {
    expect(new Set(await Promise.all(others))).toEqual(new Set([true]));
  });

  it('keep no question from being answered', async () => {
    expect(await query()).toEqual({ objects: [], unreadable: [], missing: [] });
  });

  it('keep no event from being stored and changed', async () => {
    const patch = { kind: 'create', calendar: calendar(), uid: 'one', ics: eventText('one', 'Old') } as const;
    const made = await backend.apply(caldavTarget.compileWrite(patch, 'one.ics'), { signal: NEVER });
    const { href = '', etag = '' } = made ?? {};
    const ics = eventText('one', 'New');
    const change = { kind: 'replace', calendar: calendar(), href, etag, ics } as const;
    await backend.apply(caldavTarget.compileWrite(change, 'one.ics'), { signal: NEVER });
    expect([...server.objects.values()]).toEqual([{ etag: expect.any(String), ics }]);
  });

  it('are not kept for a minute, and then again', async () => {
    await query();
    await Promise.all(others);
    const opened = used.size;
    for (let n = 0; n < 6; n++) await query();
    expect(used.size).toBe(opened + 6);
    server.fault = ({ socket }) => {
      used.add(socket);
      return false;
    };
    clock += 60_000;
    for (let n = 0; n < 6; n++) await query();
    expect(used.size).toBeLessThan(opened + 10);
  });
});
