import { createHash } from 'node:crypto';
import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import {
  eventUid,
  kitCalendar,
  kitEventHref,
} from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitRead } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { ALL_TIME, type Instant, type Range } from '../../../../schemas/model/time.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../../ports/backend.js';
import { type AnswerOf, type EventRecord, guardText, kitKey } from '../process/protocol.js';
import type { Session } from '../process/session.js';
import type { UidNotes } from '../uid-notes.js';
import { printKitSeries, type StoredSeries } from './event-ics.js';
import { formOfRecord } from './kit-zone.js';
import { exceptionsOf } from './known-dates.js';
import { createSeriesDates, type SeriesDates } from './series-dates.js';

export interface KitObject {
  readonly object: CalendarObject;
  readonly series: StoredSeries;
  /** EventKit's own identifier. */
  readonly key: string;
}

export interface Reader {
  scan(call: EventKitRead, signal: AbortSignal): Promise<ScanResult>;
  one(calendar: CalendarAddress, href: string, signal: AbortSignal): Promise<KitObject | undefined>;
}

interface Parts {
  readonly session: Session;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
  readonly now: () => Instant;
}

/** Limits of an unbounded query, because EventKit reads only four years at a time. */
const LOOKED_THROUGH: Range = { from: Date.UTC(1900, 0, 1), to: Date.UTC(2200, 0, 1) };
/** EventKit puts dates and floating times in the Mac's zone, the caller in their own. */
const MARGIN = 2 * DAY;

export const UNKNOWN_ZONE = 'The time zone of this series is known to macOS only.';

/** Reads objects. A series is its first occurrence, its rule, and the exceptions in the read time ranges. */
export function createReader(parts: Parts): Reader {
  const { session, notes, mac } = parts;
  const seriesDates = createSeriesDates(session, parts.now);
  const settled = new WeakMap<SeriesDates, { readonly guard: string; readonly read: KitObject }>();

  /** Builds objects from masters. `window` adds what it shows about their series. */
  async function objectsOf(
    calendar: CalendarAddress,
    masters: ReadonlyMap<string, EventRecord>,
    signal: AbortSignal,
    window?: Window,
  ): Promise<{ objects: KitObject[]; unreadable: UnreadableObject[] }> {
    const uids = await notes.all(calendar.id);
    const recurring = new Map([...masters].filter(([, { rules }]) => rules.length > 0));
    const known = await seriesDates.of(calendar, recurring, signal);
    const objects: KitObject[] = [];
    const unreadable: UnreadableObject[] = [];
    for (const [key, master] of masters) {
      const href = kitEventHref(calendar.href, key);
      if (master.rules.length > 0 && formOfRecord(master, mac()) === undefined) {
        unreadable.push({ href, reason: UNKNOWN_ZONE });
        continue;
      }
      const uid = uids.get(key) ?? key;
      const dates = known.get(key);
      const isSettled = dates !== undefined && (window === undefined || agrees(dates, key, window));
      const guard = isSettled ? `${uid} ${JSON.stringify(master)} ${mac().id}` : '';
      const earlier = dates && settled.get(dates);
      if (isSettled && earlier?.guard === guard) {
        objects.push(earlier.read);
        continue;
      }
      const series = seriesOf(uid, master, {
        ...{ known: dates, key, mac: mac() },
        window: isSettled ? undefined : window,
      });
      const ics = printKitSeries(series, mac());
      const read = { object: { calendarId: calendar.id, href, etag: kitEtag(ics), ics }, series, key };
      if (isSettled) settled.set(dates, { guard, read });
      objects.push(read);
    }
    return { objects, unreadable };
  }

  async function named(calendar: CalendarAddress, hrefs: readonly string[], signal: AbortSignal) {
    const masters = new Map<string, EventRecord>();
    const id = kitCalendar(calendar);
    for (const href of hrefs) {
      const uid = eventUid(calendar.href, href);
      const answer =
        uid === undefined ? undefined : await session.read('object', { calendar: id, uid }, signal);
      if (uid !== undefined && answer?.event) masters.set(uid, answer.event);
    }
    return objectsOf(calendar, masters, signal);
  }

  return {
    scan: async ({ calendar, range, hrefs }, signal) => {
      if (hrefs !== undefined) {
        const { objects, unreadable } = await named(calendar, hrefs, signal);
        const there = new Set([
          ...objects.map(({ object }) => object.href),
          ...unreadable.map(({ href }) => href),
        ]);
        return {
          objects: objects.map(({ object }) => object),
          unreadable,
          missing: hrefs.filter((href) => !there.has(href)),
        };
      }
      if (range.from >= range.to) return { objects: [], unreadable: [], missing: [] };
      const window = await lookThrough(session, calendar, { range: lookedThrough(range), signal });
      const { objects, unreadable } = await objectsOf(calendar, window.found.masters(), signal, window);
      return { objects: objects.map(({ object }) => object), unreadable, missing: [] };
    },
    one: async (calendar, href, signal) => (await named(calendar, [href], signal)).objects[0],
  };
}

/** Adds a margin, and bounds an unbounded range. */
function lookedThrough({ from, to }: Range): Range {
  return {
    from: from > ALL_TIME.from ? from - MARGIN : Math.min(LOOKED_THROUGH.from, to - DAY),
    to: to < ALL_TIME.to ? to + MARGIN : Math.max(LOOKED_THROUGH.to, from + DAY),
  };
}

interface Window {
  readonly found: Found;
  readonly range: Range;
}

/** Reads page by page until done. */
async function lookThrough(
  session: Session,
  calendar: CalendarAddress,
  { range, signal }: { readonly range: Range; readonly signal: AbortSignal },
): Promise<Window> {
  const found = new Found();
  const id = kitCalendar(calendar);
  for (let from: number | undefined = range.from; from !== undefined; ) {
    const parts = { calendar: id, from, to: range.to };
    const part: AnswerOf<'events'> = await session.read('events', parts, signal);
    found.add(part);
    from = part.next;
  }
  return { found, range };
}

/** True if a window is within the known dates of a series and shows nothing new. */
function agrees({ range, dates, detached }: SeriesDates, key: string, window: Window): boolean {
  const { from, to } = window.range;
  if (from < range.from || to > range.to) return false;
  const [seen, known] = [new Set(window.found.datesOf(key)), new Set(dates)];
  const changed = new Set(detached.map(guardText));
  return (
    [...seen].every((date) => known.has(date)) &&
    dates.every((date) => date < from || date >= to || seen.has(date)) &&
    window.found.detachedOf(key).every((one) => changed.has(guardText(one)))
  );
}

interface Knowledge {
  readonly key: string;
  readonly known: SeriesDates | undefined;
  readonly window: Window | undefined;
  readonly mac: Zone;
}

function seriesOf(uid: string, master: EventRecord, { key, known, window, mac }: Knowledge): StoredSeries {
  if (master.rules.length === 0) return { uid, master, detached: [], excluded: [], added: [] };
  const detached = new Map<Instant, EventRecord>();
  const there = new Set<Instant>(known?.dates);
  const ranges = known === undefined ? [] : [known.range];
  // An unbounded window adds nothing to the known dates.
  if (window !== undefined && window.range.to - window.range.from <= MOST_EXPANDED) {
    for (const date of window.found.datesOf(key)) there.add(date);
    ranges.push(window.range);
  }
  for (const one of [...(known?.detached ?? []), ...(window?.found.detachedOf(key) ?? [])]) {
    detached.set(one.occurrence ?? one.start, one);
  }
  const { excluded, added } = exceptionsOf(master, new Set([...there, ...detached.keys()]), ranges, mac);
  return {
    uid,
    master,
    detached: [...detached.values()].sort((a, b) => (a.occurrence ?? 0) - (b.occurrence ?? 0)),
    excluded: excluded.filter((date) => !detached.has(date)),
    added: added.filter((date) => !detached.has(date)),
  };
}

const MOST_EXPANDED = 4 * 366 * DAY;

/** Results of a window. Pages overlap if an event spans their border. */
class Found {
  readonly #events = new Map<string, EventRecord>();
  readonly #masters = new Map<string, EventRecord>();
  readonly #detached = new Map<string, readonly EventRecord[]>();
  readonly #dates = new Map<string, Instant[]>();

  add({ events, masters, dates }: AnswerOf<'events'>): void {
    for (const event of events) {
      const name = `${event.item} ${event.occurrence}`;
      if (event.detached && !this.#events.has(name)) {
        this.#detached.set(kitKey(event), [...this.detachedOf(kitKey(event)), event]);
      }
      this.#events.set(name, event);
    }
    for (const master of masters) this.#masters.set(kitKey(master), master);
    for (const [key, times] of Object.entries(dates)) {
      const there = this.#dates.get(key);
      if (there === undefined) this.#dates.set(key, times);
      else there.push(...times);
    }
  }

  /** Single events, first occurrences of series, and occurrences without a series. */
  masters(): ReadonlyMap<string, EventRecord> {
    const found = new Map(this.#masters);
    for (const event of this.#events.values()) {
      if (!event.detached) found.set(kitKey(event), event);
      else if (!found.has(kitKey(event))) found.set(event.uid ?? event.item, event);
    }
    return found;
  }

  datesOf(key: string): readonly Instant[] {
    return this.#dates.get(key) ?? [];
  }

  detachedOf(key: string): readonly EventRecord[] {
    return this.#detached.get(key) ?? [];
  }
}

/** Ignores stamps, because accounts rewrite them a second after a change. */
export function kitEtag(ics: string): string {
  const lasting = ics.replace(/^(?:DTSTAMP|CREATED|LAST-MODIFIED):.*\r\n/gm, '');
  return `"${createHash('sha256').update(lasting).digest('hex').slice(0, 32)}"`;
}
