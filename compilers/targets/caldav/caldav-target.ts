import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import {
  type CalendarAddress,
  EVERY_WRITE,
  type Patch,
  type Scan,
  type Target,
  type WithTasks,
} from '../../pushdown/target.js';
import { pushTime, timeWindow } from '../../pushdown/time-window.js';
import { DAY } from '../../time/civil.js';
import { type CalDavCalendarWrite, compileCalendarWrite } from './calendar-write.js';
import { memberHref } from './member-href.js';
import { calendarQueryBody } from './report-body.js';

export type CalDavRead =
  | {
      readonly kind: 'query';
      readonly calendar: CalendarAddress;
      readonly depth: 1;
      readonly body: string;
      /** A second query for tasks: servers disagree on filters for both kinds. */
      readonly also?: string;
    }
  | {
      readonly kind: 'multiget';
      readonly calendar: CalendarAddress;
      readonly hrefs: readonly string[];
    };

/** The precondition of a write: the server's ETag, or a fingerprint of the content. */
export type Guard =
  | { readonly kind: 'etag'; readonly etag: string }
  | { readonly kind: 'fingerprint'; readonly fingerprint: string };

type Headers = Readonly<Record<string, string>>;

/** One guarded request. If the guard is an ETag, `headers` hold the precondition. */
export type CalDavWrite =
  | {
      readonly kind: 'create';
      readonly method: 'PUT';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly headers: Headers;
      readonly body: string;
      readonly uid: string;
      readonly silent: boolean;
    }
  | {
      readonly kind: 'replace';
      readonly method: 'PUT';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly headers: Headers;
      readonly body: string;
      readonly guard: Guard;
      readonly silent: boolean;
    }
  | {
      readonly kind: 'delete';
      readonly method: 'DELETE';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly headers: Headers;
      readonly guard: Guard;
    }
  | {
      readonly kind: 'move';
      readonly method: 'MOVE';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly to: CalendarAddress;
      /** Absolute URL of the object in the other calendar; also in the Destination header. */
      readonly destination: string;
      readonly headers: Headers;
      readonly guard: Guard;
      /** For servers without MOVE: the text to store at `destination` before the deletion here. */
      readonly body: string;
    };

const CONTENT_TYPE: Headers = { 'Content-Type': 'text/calendar; charset=utf-8' };

/** Prefix of a version if the server sends none: a hash of the content. */
export const FINGERPRINT_PREFIX = 'sha256:';

/** The CalDAV half without network: verdicts, REPORT bodies, request lines and preconditions. */
export const caldavTarget: Target<CalDavRead, CalDavWrite, CalDavCalendarWrite> = {
  name: 'caldav',
  capabilities: {
    // Servers filter by time well enough to narrow; their text matching is wrong, slow or ignored.
    pushdown: pushTime,
    writes: EVERY_WRITE,
    guard: 'etag',
  },
  compileRead,
  compileWrite,
  compileCalendarWrite,
};

function compileRead(scan: Scan, calendar: CalendarAddress): CalDavRead {
  if (scan.hrefs !== undefined) return { kind: 'multiget', calendar, hrefs: scan.hrefs };
  const narrowed = timeWindow(scan);
  const range = narrowed.from < narrowed.to ? narrowed : scan.range;
  return calendarQuery(calendar, widen(range), scan.tasks);
}

/** Reads only the components that the calendar may hold. */
export function calendarQuery(
  calendar: CalendarAddress,
  range: Range,
  asked: WithTasks | undefined,
): CalDavRead & { readonly kind: 'query' } {
  const tasks = tasksIn(calendar, asked);
  const todos = calendarQueryBody(range, 'VTODO');
  const body = tasks === 'only' ? todos : calendarQueryBody(range);
  return { kind: 'query', calendar, depth: 1, body, ...(tasks === 'also' && { also: todos }) };
}

function tasksIn(
  { components = ['VEVENT'] }: Pick<CalendarAddress, 'components'>,
  asked: WithTasks | undefined,
): WithTasks | undefined {
  if (!components.includes('VTODO')) return undefined;
  return components.includes('VEVENT') ? asked : 'only';
}

/** Adds a day on each side: floating and all-day times are up to 14 hours off the server's idea. */
function widen({ from, to }: Range): Range {
  return {
    from: from <= ALL_TIME.from ? from : Math.max(from - DAY, ALL_TIME.from),
    to: to >= ALL_TIME.to ? to : Math.min(to + DAY, ALL_TIME.to),
  };
}

function compileWrite(patch: Patch, fileName: string): CalDavWrite {
  const { calendar } = patch;
  switch (patch.kind) {
    case 'create':
      return {
        kind: 'create',
        method: 'PUT',
        calendar,
        href: memberHref(calendar.href, fileName),
        headers: { ...CONTENT_TYPE, 'If-None-Match': '*' },
        body: patch.ics,
        uid: patch.uid,
        silent: patch.silent === true,
      };
    case 'replace': {
      const guard = guardOf(patch.etag);
      const headers = { ...CONTENT_TYPE, ...precondition(guard) };
      const silent = patch.silent === true;
      return {
        kind: 'replace',
        method: 'PUT',
        calendar,
        href: patch.href,
        headers,
        body: patch.ics,
        guard,
        silent,
      };
    }
    case 'delete': {
      const guard = guardOf(patch.etag);
      return {
        kind: 'delete',
        method: 'DELETE',
        calendar,
        href: patch.href,
        headers: precondition(guard),
        guard,
      };
    }
    case 'move': {
      const guard = guardOf(patch.etag);
      const destination = memberHref(patch.to.href, fileName);
      return {
        kind: 'move',
        method: 'MOVE',
        calendar,
        href: patch.href,
        to: patch.to,
        destination,
        headers: { Destination: destination, Overwrite: 'F', ...precondition(guard) },
        guard,
        body: patch.ics,
      };
    }
  }
}

/** A strong entity tag (RFC 9110 §8.8.3): the only server text allowed in our headers. */
export function isStrongEtag(text: string): boolean {
  return /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(text);
}

function guardOf(etag: string): Guard {
  if (isStrongEtag(etag)) return { kind: 'etag', etag };
  if (etag.startsWith(FINGERPRINT_PREFIX)) return { kind: 'fingerprint', fingerprint: etag };
  throw new CalendarError('INVALID_ARGUMENT', 'The version of the event is not one this server handed out.', {
    outcome: 'not_applied',
    suggestion: 'Read the event again and use the etag of that answer.',
  });
}

function precondition(guard: Guard): Headers {
  return guard.kind === 'etag' ? { 'If-Match': guard.etag } : {};
}
