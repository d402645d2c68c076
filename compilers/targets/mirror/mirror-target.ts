import type { Instant } from '../../../schemas/model/time.js';
import { boundsTime } from '../../plan/predicate.js';
import type { CalendarAddress, Patch, Scan, Target, WithTasks } from '../../pushdown/target.js';
import { openWindow } from '../../pushdown/time-window.js';
import { type CandidateGroup, candidateGroups } from './candidates.js';

/** A query to the mirror of one calendar, and its fallback to the server while there is no mirror. */
export interface MirrorRead<Read = unknown> {
  readonly kind: 'mirror';
  readonly calendar: CalendarAddress;
  readonly from?: Instant;
  readonly to?: Instant;
  /** Reads tasks instead of events, or both. */
  readonly tasks?: WithTasks;
  /** All of them apply. */
  readonly candidates?: readonly CandidateGroup[];
  /** Only these objects, at any time. */
  readonly hrefs?: readonly string[];
  /** Compares with the server first, even if the mirror is fresh. */
  readonly refresh?: true;
  readonly fallback: Read;
}

/** A change for the server, and the addresses of the mirrored objects it affects. */
export interface MirrorWrite<Write = unknown> {
  readonly kind: Patch['kind'];
  readonly calendar: CalendarAddress;
  readonly href?: string;
  /** The version that the change is based on. */
  readonly etag?: string;
  readonly to?: CalendarAddress;
  readonly write: Write;
}

/** The target of an account with a mirror, which indexes times, texts and identities. */
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
  // Offers the server what it accepts; everything is checked again, because nothing here is exact.
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
