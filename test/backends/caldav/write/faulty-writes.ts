import type { Patch } from '../../../../compilers/pushdown/target.js';
import { caldavTarget } from '../../../../compilers/targets/caldav/caldav-target.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { Backend, Receipt } from '../../../../src/ports/backend.js';
import { eventText } from '../event-text.js';
import { CANARY } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD } from '../fault-server.js';
import { server } from '../fault-servers.js';
import { answer } from '../faults.js';

export const NEVER = new AbortController().signal;
export const OLD = eventText('one', 'Old');
export const NEW = eventText('one', 'New');
export const PATH = '/home/cal/one.ics';
export const TARGET = '/home/other/one.ics';
export type Kind = Patch['kind'];
export const KINDS: readonly Kind[] = ['create', 'replace', 'delete', 'move'];
export const METHODS: Readonly<Record<Kind, string>> = {
  create: 'PUT',
  replace: 'PUT',
  delete: 'DELETE',
  move: 'MOVE',
};

export function connect(options: Partial<Parameters<typeof createCalDavBackend>[0]> = {}): Backend {
  return createCalDavBackend({ name: 'work', url: server.origin, ...CANARY, deadlineMs: 1000, ...options });
}

export function patchOf(kind: Kind, etag = '"e1"', on = server): Patch {
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

export function apply(
  kind: Kind,
  backend = connect(),
  etag?: string,
  signal = NEVER,
): Promise<Receipt | undefined> {
  return backend.apply(caldavTarget.compileWrite(patchOf(kind, etag), 'one.ics'), { signal });
}

export function prepare(kind: Kind): void {
  if (kind !== 'create') server.objects.set(PATH, { etag: '"e1"', ics: OLD });
}

/** What is really stored, past every claim. */
export function truth(kind: Kind): 'applied' | 'not_applied' | 'both' {
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
export const multi = (status: string, condition = ''): Fault =>
  answer(
    207,
    {},
    `${MULTISTATUS_HEAD}<D:response><D:href>${PATH}</D:href><D:status>HTTP/1.1 ${status}</D:status>${condition}</D:response></D:multistatus>`,
  );
