import { randomUUID } from 'node:crypto';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import type { CalendarAddress, Patch, Scan, Target } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME, type Instant } from '../../../../schemas/model/time.js';
import type { Backend, CalendarObject, Receipt, ScanResult } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import { delegate } from '../../../ports/delegate.js';
import type { Rehearsal } from '../write-session.js';

interface OverlayRead {
  readonly scan: Scan;
  readonly calendar: CalendarAddress;
}

interface OverlayWrite {
  readonly patch: Patch;
  readonly fileName: string;
}

/** Objects of one calendar written to the overlay, by address; undefined if deleted. */
type WrittenObjects = Map<string, CalendarObject | undefined>;

/** Prefix of the ids of calendars that a dry run has created. */
export const OVERLAY_ID = 'pretended ';

const NOTHING: ScanResult = { objects: [], unreadable: [], missing: [] };

/**
 * An overlay on a backend: reads pass through; writes stay here, and only later reads through it see them. It
 * refuses what the backend would refuse before sending and, with `verifies`, calendars that cannot be reached
 * and objects that changed since they were read. Reads are compared since `startedAt`.
 */
export function overlayBackend(backend: Backend, startedAt: Instant, rehearsal: Rehearsal): Backend {
  const overlay = new Overlay(backend, startedAt, rehearsal);
  return delegate(backend, {
    target: overlayTarget(backend.target),
    scan: (call, request) => overlay.scan(call as OverlayRead, request),
    apply: (call, request) => overlay.apply(call as OverlayWrite, request),
    // Dry runs of changes to calendars end before this.
    ...(backend.applyCalendar && { applyCalendar: async () => undefined }),
    close: async () => undefined,
  });
}

function overlayTarget(target: Backend['target']): Target<OverlayRead, OverlayWrite> {
  return {
    name: target.name,
    capabilities: {
      ...target.capabilities,
      // The backend below has not checked objects written here.
      pushdown: (predicate) =>
        target.capabilities.pushdown(predicate) === 'unsupported' ? 'unsupported' : 'inexact',
    },
    ...(target.compileCalendarWrite && {
      compileCalendarWrite: target.compileCalendarWrite.bind(target),
    }),
    compileRead: (asked, calendar) => ({ scan: asked, calendar }),
    compileWrite: (patch, fileName) => {
      target.compileWrite(patch, fileName);
      return { patch, fileName };
    },
  };
}

class Overlay {
  readonly #written = new Map<string, WrittenObjects>();

  constructor(
    private readonly backend: Backend,
    private readonly startedAt: Instant,
    private readonly rehearsal: Rehearsal,
  ) {}

  #writtenIn({ id }: CalendarAddress): WrittenObjects {
    const written = this.#written.get(id) ?? new Map();
    this.#written.set(id, written);
    return written;
  }

  async scan({ scan: asked, calendar }: OverlayRead, given: BackendRequest): Promise<ScanResult> {
    const { startedAt } = this;
    const request: BackendRequest = this.rehearsal.verifies
      ? { ...given, startedAt, compare: given.compare ?? 'should' }
      : { ...given, startedAt };
    const here = this.#writtenIn(calendar);
    const hrefs = asked.hrefs?.filter((href) => !here.has(href));
    const below = hrefs === undefined ? asked : { ...asked, hrefs };
    const isEmpty = hrefs?.length === 0 || calendar.id.startsWith(OVERLAY_ID);
    const stored = isEmpty
      ? NOTHING
      : await this.backend.scan(this.backend.target.compileRead(below, calendar), request);
    const written = [...here].filter(([href]) => asked.hrefs?.includes(href) ?? true);
    const gone = written.filter(([, object]) => object === undefined).map(([href]) => href);
    return {
      ...stored,
      objects: [
        ...stored.objects.filter(({ href }) => !here.has(href)),
        ...written.flatMap(([, object]) => object ?? []),
      ],
      missing: [...stored.missing, ...(asked.hrefs === undefined ? [] : gone)],
    };
  }

  async apply({ patch, fileName }: OverlayWrite, request: BackendRequest): Promise<Receipt | undefined> {
    const place = ({ href }: CalendarAddress) => `${href.replace(/\/$/, '')}/${fileName}`;
    if (this.rehearsal.verifies) {
      if (patch.kind !== 'create') await this.#assertUnchanged(patch, request);
      const to = patch.kind === 'create' ? patch.calendar : patch.kind === 'move' ? patch.to : undefined;
      if (to !== undefined) await this.#reached(to, [place(to)], request);
    }
    if (patch.kind === 'create') return this.#store(patch.calendar, place(patch.calendar), patch.ics);
    if (patch.kind === 'replace') return this.#store(patch.calendar, patch.href, patch.ics);
    this.#writtenIn(patch.calendar).set(patch.href, undefined);
    return patch.kind === 'move' ? this.#store(patch.to, place(patch.to), patch.ics) : undefined;
  }

  /** The objects at these addresses; throws if the calendar cannot be reached. */
  async #reached(
    calendar: CalendarAddress,
    hrefs: readonly string[],
    { signal }: BackendRequest,
  ): Promise<readonly CalendarObject[]> {
    const asked = { range: ALL_TIME, pushed: [], residual: EVERYTHING, tasks: 'also', hrefs } as const;
    const { objects } = await this.scan({ scan: asked, calendar }, { signal, compare: 'must' });
    return objects;
  }

  async #assertUnchanged(
    { calendar, href, etag }: Exclude<Patch, { kind: 'create' }>,
    request: BackendRequest,
  ): Promise<void> {
    const [object] = await this.#reached(calendar, [href], request);
    if (object?.etag === etag) return;
    throw object === undefined
      ? new CalendarError('NOT_FOUND', 'The event is no longer there.', { outcome: 'not_applied' })
      : new CalendarError('CONFLICT', 'The event was changed since it was read.', { outcome: 'not_applied' });
  }

  #store(calendar: CalendarAddress, href: string, ics: string): Receipt {
    // In the usual form, because a later step may pass it to another target.
    const etag = `"${randomUUID()}"`;
    this.#writtenIn(calendar).set(href, { calendarId: calendar.id, href, etag, ics });
    return { href, etag, ics, serverChanged: false };
  }
}
