import { afterAll, beforeEach } from 'vitest';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { Backend, ScanResult } from '../../../../src/ports/backend.js';
import { eventText } from '../event-text.js';
import { assertNoSecret, CANARY } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD, objectResponse, xml } from '../fault-server.js';
import { eachOnFaultServers, server } from '../fault-servers.js';

export const NEVER = new AbortController().signal;
export const TEXT = eventText('one', 'Kept');
export const GOOD = `${MULTISTATUS_HEAD}${objectResponse('/home/cal/one.ics', '"e1"', xml(TEXT))}</D:multistatus>`;

/** What was logged on the way. */
export const logged: unknown[] = [];

/** An event is there before each test; nothing that is logged on the way may hold a secret. */
export function eachWithOneEvent(): void {
  // Hooks of the end run in reverse, so that what is logged while the servers close counts.
  afterAll(() => assertNoSecret(logged));
  eachOnFaultServers();
  beforeEach(() => {
    server.objects.set('/home/cal/one.ics', { etag: '"e1"', ics: TEXT });
  });
}

export function connect(options: Partial<Parameters<typeof createCalDavBackend>[0]> = {}): Backend {
  const note = (message: string, data?: unknown): void => {
    logged.push([message, data]);
  };
  return createCalDavBackend({
    name: 'work',
    url: server.origin,
    ...CANARY,
    deadlineMs: 1500,
    maxBytes: 1_000_000,
    log: { debug: note, info: note, warn: note },
    ...options,
  });
}

export const calendar = () => ({ id: 'c', href: server.calendar });
export function query(backend = connect(), signal = NEVER): Promise<ScanResult> {
  return backend.scan(
    { kind: 'query', calendar: calendar(), depth: 1, body: calendarQueryBody(ALL_TIME) },
    { signal },
  );
}
export function multiget(hrefs: readonly string[]): Promise<ScanResult> {
  return connect().scan({ kind: 'multiget', calendar: calendar(), hrefs }, { signal: NEVER });
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = 'secret words of the server'): Fault =>
  ({ answer }) => {
    answer({ status: code, headers, body });
    return true;
  };
export const body = (
  text: string | Buffer,
  headers: Record<string, string> = { 'Content-Type': 'text/xml' },
): Fault => status(207, headers, text as string);

export const reset: Fault = ({ socket }) => {
  socket.resetAndDestroy();
  return true;
};
