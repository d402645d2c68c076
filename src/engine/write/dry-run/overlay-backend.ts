import { randomUUID } from 'node:crypto';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import type { CalendarAddress, Patch, Scan } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { Backend, CalendarObject, Receipt, ScanResult } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';

interface OverlayRead {
  readonly scan: Scan;
  readonly calendar: CalendarAddress;
}

interface OverlayWrite {
  readonly patch: Patch;
  readonly fileName: string;
}

/** Objects of one calendar that were written here, by address; undefined where one was deleted. */
type Shelf = Map<string, CalendarObject | undefined>;

/** Ids of calendars that a dry run has made begin so. */
export const OVERLAY_ID = 'pretended ';

const NOTHING: ScanResult = { objects: [], unreadable: [], missing: [] };

/**
 * An overlay on a backend: reads pass through, writes stay here and only later reads through it see them. It refuses what
 * the backend would refuse before sending, and objects that changed since they were read.
 */
export function overlayBackend(backend: Backend): Backend<OverlayRead, OverlayWrite> {
  const { target } = backend;
  const shelves = new Map<string, Shelf>();

  function shelfOf({ id }: CalendarAddress): Shelf {
    const shelf = shelves.get(id) ?? new Map();
    shelves.set(id, shelf);
    return shelf;
  }

  async function scan({ scan: asked, calendar }: OverlayRead, request: BackendRequest): Promise<ScanResult> {
    const shelf = shelfOf(calendar);
    const hrefs = asked.hrefs?.filter((href) => !shelf.has(href));
    const call = () => target.compileRead(hrefs === undefined ? asked : { ...asked, hrefs }, calendar);
    const isEmpty = hrefs?.length === 0 || calendar.id.startsWith(OVERLAY_ID);
    const stored = isEmpty ? NOTHING : await backend.scan(call(), request);
    const written = [...shelf].filter(([href]) => asked.hrefs?.includes(href) ?? true);
    const gone = written.filter(([, object]) => object === undefined).map(([href]) => href);
    return {
      ...stored,
      objects: [
        ...stored.objects.filter(({ href }) => !shelf.has(href)),
        ...written.flatMap(([, object]) => object ?? []),
      ],
      missing: [...stored.missing, ...(asked.hrefs === undefined ? [] : gone)],
    };
  }

  async function assertUnchanged(
    { calendar, href, etag }: Exclude<Patch, { kind: 'create' }>,
    request: BackendRequest,
  ): Promise<void> {
    const asked = { range: ALL_TIME, pushed: [], residual: EVERYTHING, hrefs: [href] };
    const [object] = (await scan({ scan: asked, calendar }, request)).objects;
    if (object?.etag === etag) return;
    throw object === undefined
      ? new CalendarError('NOT_FOUND', 'The event is no longer there.', { outcome: 'not_applied' })
      : new CalendarError('CONFLICT', 'The event was changed since it was read.', { outcome: 'not_applied' });
  }

  function store(calendar: CalendarAddress, href: string, ics: string): Receipt {
    // In the form of all of them: a later step may hand it to the target of the other one.
    const etag = `"${randomUUID()}"`;
    shelfOf(calendar).set(href, { calendarId: calendar.id, href, etag, ics });
    return { href, etag, ics, serverChanged: false };
  }

  return {
    name: backend.name,
    kind: backend.kind,
    ...(backend.sendsInvitations && { sendsInvitations: backend.sendsInvitations.bind(backend) }),
    ...(backend.replyQuirk && { replyQuirk: backend.replyQuirk.bind(backend) }),
    ownAddresses: backend.ownAddresses,
    target: {
      name: target.name,
      capabilities: {
        ...target.capabilities,
        // Objects written here were not checked by the backend below.
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
    },
    calendars: (request) => backend.calendars(request),
    // Dry runs of calendars themselves end before this.
    ...(backend.applyCalendar && { applyCalendar: async () => undefined }),
    scan,
    async apply({ patch, fileName }, request) {
      const place = (calendar: CalendarAddress) => `${calendar.href}/${fileName}`;
      if (patch.kind === 'create') return store(patch.calendar, place(patch.calendar), patch.ics);
      await assertUnchanged(patch, request);
      if (patch.kind === 'replace') return store(patch.calendar, patch.href, patch.ics);
      shelfOf(patch.calendar).set(patch.href, undefined);
      return patch.kind === 'move' ? store(patch.to, place(patch.to), patch.ics) : undefined;
    },
    close: async () => undefined,
  };
}
