import { beforeEach, expect } from 'vitest';
import type { CalendarPatch } from '../../../../compilers/pushdown/target.js';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import type { ErrorCode, Outcome } from '../../../../schemas/model/error.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { CalendarInfo } from '../../../../src/ports/backend.js';
import { required } from '../../../conformance/subject.js';
import { CANARY, failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD } from '../fault-server.js';
import { eachOnFaultServers, server } from '../fault-servers.js';
import { answer } from '../faults.js';

const NEVER = new AbortController().signal;
export const NEW = '/home/choir/';
export const CAL = '/home/cal/';
const DEADLINE_MS = 1000;

export type Kind = CalendarPatch['kind'];
export const METHODS: Readonly<Record<Kind, string>> = {
  'create-calendar': 'MKCALENDAR',
  'update-calendar': 'PROPPATCH',
  'delete-calendar': 'DELETE',
};
export const LABELS = { name: 'Choir', color: '#12ab9f', description: 'On Tuesdays' };

/** A calendar with a name and a colour is there before each test, and no other. */
export function eachWithOneCalendar(): void {
  eachOnFaultServers();
  beforeEach(() => {
    server.calendars.clear();
    server.calendars.set(
      CAL,
      new Map([
        ['D:displayname', 'Old'],
        ['A:calendar-color', '#000000FF'],
      ]),
    );
  });
}

export const connect = () =>
  createCalDavBackend({ name: 'work', url: server.origin, ...CANARY, deadlineMs: DEADLINE_MS });

export function patchOf(kind: Kind, withEvents = false): CalendarPatch {
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

export function change(
  patch: CalendarPatch,
  backend = connect(),
  signal = NEVER,
): Promise<CalendarInfo | undefined> {
  const call = caldavTarget.compileCalendarWrite?.(patch, 'choir');
  return required(backend.applyCalendar)(required(call), { signal });
}

/** What is really there, past every claim. */
export function truth(kind: Kind): 'applied' | 'not_applied' | 'partly' {
  if (kind === 'delete-calendar') return server.calendars.has(CAL) ? 'not_applied' : 'applied';
  const props = server.calendars.get(kind === 'create-calendar' ? NEW : CAL);
  if (props === undefined) return 'not_applied';
  const said = ['D:displayname', 'A:calendar-color', 'C:calendar-description'].map((name) => props.get(name));
  const isNew = [said[0] === 'Choir', said[1] === '#12AB9FFF', said[2] === 'On Tuesdays'];
  if (isNew.every(Boolean)) return 'applied';
  return isNew.some(Boolean) ? 'partly' : 'not_applied';
}

/** Runs a change under a fault of its own method; checks what is claimed, and that lists show what is there. */
export async function claim(
  kind: Kind,
  fault: Fault,
  withEvents = false,
): Promise<{ outcome: Outcome; code: ErrorCode | 'OK' }> {
  const backend = connect();
  await backend.calendars({ signal: NEVER });
  // Whatever is wrong with the change itself is over afterwards.
  let faults = 1;
  server.fault = (context) => context.request.method === METHODS[kind] && faults-- > 0 && fault(context);
  const result = await change(patchOf(kind, withEvents), backend).then(
    () => undefined,
    (error: unknown) => error,
  );
  server.fault = undefined;
  const listed = (await backend.calendars({ signal: NEVER })).map(({ href, name }) => [
    new URL(href).pathname,
    name,
  ]);
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
export const multi = (path: string, status: string): Fault =>
  answer(
    207,
    {},
    `${MULTISTATUS_HEAD}<D:response><D:href>${path}</D:href><D:status>HTTP/1.1 ${status}</D:status></D:response></D:multistatus>`,
  );
