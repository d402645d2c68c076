import { createHash } from 'node:crypto';
import type { CalendarLabels } from '../../compilers/plan/calendar-labels.js';
import { CalendarError } from '../../schemas/model/error.js';
import { components, parseCalendar, property } from '../../src/calendar/text/component.js';
import { throwIfCancelled } from '../../src/concurrency/cancelled.js';
import type {
  Backend,
  CalendarInfo,
  CalendarObject,
  Receipt,
  ScanResult,
  UnreadableObject,
} from '../../src/ports/backend.js';
import {
  type MemoryCalendarWrite,
  type MemoryRead,
  type MemoryWrite,
  memoryTarget,
} from './memory-target.js';

export interface MemoryCalendar {
  readonly name: string;
  /** iCalendar texts, one event or series each. */
  readonly objects: readonly string[];
  readonly color?: string;
  /** Default true. */
  readonly writable?: boolean;
  /** What it may hold, by default events and tasks. */
  readonly components?: readonly string[];
}

export interface MemoryBackendOptions {
  /** Account name. */
  readonly name: string;
  readonly calendars: readonly MemoryCalendar[];
  readonly ownAddresses?: readonly string[];
}

interface Stored {
  readonly object: CalendarObject;
  readonly uid: string;
}

interface StoredCalendar {
  info: CalendarInfo;
  readonly stored: Map<string, Stored>;
  readonly unreadable: readonly UnreadableObject[];
  readonly nextEtag: () => string;
}

/**
 * Calendars that live as long as the process: the reference that pushes nothing down and guards every write with an
 * ETag, against which the other backends are compared.
 */
export function createMemoryBackend(
  options: MemoryBackendOptions,
): Backend<MemoryRead, MemoryWrite, MemoryCalendarWrite> {
  let version = 0;
  const nextEtag = () => `"m${++version}"`;
  let calendars: readonly StoredCalendar[] = options.calendars.map((calendar, at) =>
    makeCalendar(options.name, calendar, { isDefault: at === 0 }, nextEtag),
  );

  function storedAs(id: string): StoredCalendar {
    const entry = calendars.find(({ info }) => info.id === id);
    if (entry === undefined) {
      throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar is gone.', { outcome: 'not_applied' });
    }
    return entry;
  }

  return {
    name: options.name,
    kind: 'memory',
    target: memoryTarget,
    ownAddresses: options.ownAddresses ?? [],
    calendars: async ({ signal }) => {
      throwIfCancelled(signal, 'not_applied');
      return calendars.map(({ info }) => info);
    },
    scan: async ({ calendar, hrefs }, { signal }): Promise<ScanResult> => {
      throwIfCancelled(signal, 'not_applied');
      const { stored, unreadable } = storedAs(calendar.id);
      if (hrefs === undefined) {
        return { objects: [...stored.values()].map(({ object }) => object), unreadable, missing: [] };
      }
      return {
        objects: hrefs.flatMap((href) => stored.get(href)?.object ?? []),
        unreadable: unreadable.filter(({ href }) => hrefs.includes(href)),
        missing: hrefs.filter((href) => !stored.has(href) && !unreadable.some((one) => one.href === href)),
      };
    },
    apply: async (call, { signal }) => {
      throwIfCancelled(signal, 'not_applied');
      const { patch } = call;
      const entry = writable(storedAs(patch.calendar.id));
      switch (patch.kind) {
        case 'create':
          return add(entry, call.fileName, patch.ics);
        case 'replace': {
          requireUnchanged(entry, patch.href, patch.etag);
          return store(entry, patch.href, patch.ics);
        }
        case 'delete':
          requireUnchanged(entry, patch.href, patch.etag);
          entry.stored.delete(patch.href);
          return undefined;
        case 'move': {
          requireUnchanged(entry, patch.href, patch.etag);
          const receipt = add(writable(storedAs(patch.to.id)), call.fileName, patch.ics);
          entry.stored.delete(patch.href);
          return receipt;
        }
      }
    },
    applyCalendar: async ({ patch, folderName }, { signal }) => {
      throwIfCancelled(signal, 'not_applied');
      switch (patch.kind) {
        case 'create-calendar': {
          const there = calendars.find(({ info }) => info.href === folderName);
          if (there !== undefined) return sameCalendar(there, patch.labels);
          const calendar = { name: folderName, objects: [] };
          const entry = makeCalendar(options.name, calendar, { isDefault: calendars.length === 0 }, nextEtag);
          entry.info = labelled(entry.info, patch.labels);
          calendars = [...calendars, entry];
          return entry.info;
        }
        case 'update-calendar': {
          const entry = writable(storedAs(patch.calendar.id));
          entry.info = labelled(entry.info, patch.labels);
          return entry.info;
        }
        case 'delete-calendar': {
          const entry = writable(storedAs(patch.calendar.id));
          if (!patch.withEvents && entry.stored.size + entry.unreadable.length > 0) {
            throw new CalendarError('CONFLICT', 'The calendar is not empty.', {
              outcome: 'not_applied',
              suggestion: 'Ask the user whether its events may be deleted with it, and say so in the call.',
            });
          }
          calendars = calendars.filter((other) => other !== entry);
          return undefined;
        }
      }
    },
    close: async () => undefined,
  };
}

/** The calendar that was made under this name, if by the same call. */
function sameCalendar({ info }: StoredCalendar, labels: CalendarLabels): CalendarInfo {
  if (info.name === labels.name) return info;
  throw new CalendarError('ALREADY_EXISTS', 'Another calendar is already stored under this identity.', {
    outcome: 'not_applied',
    suggestion: 'Use another idempotencyKey.',
  });
}

function makeCalendar(
  account: string,
  calendar: MemoryCalendar,
  { isDefault }: { readonly isDefault: boolean },
  nextEtag: () => string,
): StoredCalendar {
  const { name, color, writable: isWritable = true, components: kinds = ['VEVENT', 'VTODO'] } = calendar;
  const info: CalendarInfo = {
    id: hash(`${account}\n${name}`).slice(0, 12),
    href: name,
    name,
    account,
    ...(color === undefined ? {} : { color }),
    writable: isWritable,
    ...(isWritable ? {} : { readOnlyReason: 'The calendar was made read-only.' }),
    components: kinds,
    isDefault,
  };
  const unreadable: UnreadableObject[] = [];
  const entry: StoredCalendar = { info, stored: new Map(), unreadable, nextEtag };
  for (const [at, ics] of calendar.objects.entries()) {
    try {
      store(entry, hrefOf(entry, `${hash(uidOf(ics)).slice(0, 32)}.ics`), ics);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      unreadable.push({ href: hrefOf(entry, `unreadable-${at}.ics`), reason: error.message });
    }
  }
  return entry;
}

/** An empty label counts as missing. */
function labelled(info: CalendarInfo, labels: CalendarLabels): CalendarInfo {
  const { color, description, ...others } = { ...info, ...labels };
  return {
    ...others,
    name: labels.name ?? info.name,
    ...(color && { color }),
    ...(description && { description }),
  };
}

function add(entry: StoredCalendar, fileName: string, ics: string): Receipt {
  const href = hrefOf(entry, fileName);
  const uid = uidOf(ics);
  const twin = entry.stored.get(href) ?? [...entry.stored.values()].find((one) => one.uid === uid);
  if (twin !== undefined) {
    throw new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
      outcome: 'not_applied',
      details: { href: twin.object.href },
      suggestion: 'Read the event that is there and update it instead.',
    });
  }
  return store(entry, href, ics);
}

function store({ info, stored, nextEtag }: StoredCalendar, href: string, ics: string): Receipt {
  const uid = uidOf(ics);
  const etag = nextEtag();
  stored.set(href, { object: { calendarId: info.id, href, etag, ics }, uid });
  return { href, etag, ics, serverChanged: false };
}

function requireUnchanged({ stored }: StoredCalendar, href: string, etag: string): void {
  const current = stored.get(href);
  if (current === undefined) {
    throw new CalendarError('NOT_FOUND', 'The event is no longer there.', {
      outcome: 'not_applied',
      suggestion: 'Search for the event again; it may have been deleted or moved.',
    });
  }
  if (current.object.etag !== etag) {
    throw new CalendarError('CONFLICT', 'The event was changed since it was read.', {
      outcome: 'not_applied',
      suggestion: 'Read the event again and repeat the change.',
    });
  }
}

function writable(entry: StoredCalendar): StoredCalendar {
  if (entry.info.writable) return entry;
  throw new CalendarError('READ_ONLY', 'The calendar cannot be changed.', {
    outcome: 'not_applied',
    suggestion: 'Use another calendar.',
  });
}

function uidOf(ics: string): string {
  const uids = new Set(
    components(parseCalendar(ics), 'VCALENDAR')
      .flatMap(({ children }) => ['VEVENT', 'VTODO'].flatMap((kind) => components(children, kind)))
      .map((event) => property(event, 'UID')?.value ?? ''),
  );
  const [uid] = uids;
  if (uid === undefined || uids.size > 1) {
    throw new CalendarError('INVALID_ICS', 'An object contains exactly one event or series.', {
      outcome: 'not_applied',
    });
  }
  return uid;
}

function hrefOf({ info }: StoredCalendar, fileName: string): string {
  return `${encodeURIComponent(info.href)}/${encodeURIComponent(fileName)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
