import type { Instant } from '../../../schemas/model/time.js';
import { boundsTime } from '../../plan/predicate.js';
import type { CalendarAddress, Patch, Scan, Target, WithTasks } from '../../pushdown/target.js';
import { openWindow } from '../../pushdown/time-window.js';
import { type CandidateGroup, candidateGroups } from './candidates.js';

/** A question to the mirror of one calendar, and the one to its server for as long as there is no mirror. */
export interface MirrorRead<Read = unknown> {
  readonly kind: 'mirror';
  readonly calendar: CalendarAddress;
  readonly from?: Instant;
  readonly to?: Instant;
  /** Tasks instead of events, or also. */
  readonly tasks?: WithTasks;
  /** All of them must hold. */
  readonly candidates?: readonly CandidateGroup[];
  /** Only these objects, whatever their times. */
  readonly hrefs?: readonly string[];
  /** Compare with the server first, however fresh the mirror may be. */
  readonly refresh?: true;
  readonly fallback: Read;
}

/** A change for the server, and the addresses whose mirrored objects it concerns. */
export interface MirrorWrite<Write = unknown> {
  readonly kind: Patch['kind'];
  readonly calendar: CalendarAddress;
  readonly href?: string;
  /** Version the change is based on. */
  readonly etag?: string;
  readonly to?: CalendarAddress;
  readonly write: Write;
}

/** The target of an account and its mirror: an index of times, texts and identities in front of the account's own. */
export function createMirrorTarget<Read, Write, CalendarWrite>(
  inner: Target<Read, Write, CalendarWrite>,
): Target<MirrorRead<Read>, MirrorWrite<Write>, CalendarWrite> {
  return {
    ...inner,
    name: `${inner.name}-mirror`,
    capabilities: {
      ...inner.capabilities,
      pushdown: (predicate) =>
        boundsTime(predicate) || candidateGroups(predicate).length > 0 ? 'inexact' : 'unsupported',
    },
    compileRead: (scan, calendar) => compileRead(scan, calendar, inner),
    compileWrite: (patch, fileName) => ({
      kind: patch.kind,
      calendar: patch.calendar,
      ...(patch.kind === 'create' ? {} : { href: patch.href, etag: patch.etag }),
      ...(patch.kind === 'move' ? { to: patch.to } : {}),
      write: inner.compileWrite(patch, fileName),
    }),
  };
}

function compileRead<Read>(
  scan: Scan,
  address: CalendarAddress,
  inner: Target<Read, unknown>,
): MirrorRead<Read> {
  const { id, href } = address;
  const calendar = { id, href };
  // The server is offered what it takes; everything is checked again, because nothing here is exact.
  const pushed = scan.pushed.filter((part) => inner.capabilities.pushdown(part) !== 'unsupported');
  const fallback = inner.compileRead({ ...scan, pushed }, address);
  const refresh = scan.refresh === true ? ({ refresh: true } as const) : {};
  if (scan.hrefs !== undefined) {
    return { kind: 'mirror', calendar, hrefs: scan.hrefs, ...refresh, fallback };
  }
  const candidates = scan.pushed.flatMap(candidateGroups);
  return {
    kind: 'mirror',
    calendar,
    ...openWindow(scan),
    ...(scan.tasks && { tasks: scan.tasks }),
    ...(candidates.length === 0 ? {} : { candidates }),
    ...refresh,
    fallback,
  };
}
