import { createHash } from 'node:crypto';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import type { CalendarAddress, Scan } from '../../../../compilers/pushdown/target.js';
import { applescriptTarget } from '../../../../compilers/targets/applescript/applescript-target.js';
import { calendarOf } from '../../../../compilers/targets/applescript/calendar-address.js';
import { calendarFields } from '../../../../compilers/targets/applescript/script-fields.js';
import { SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME, type Instant, type Range } from '../../../../schemas/model/time.js';
import type { ScanResult } from '../../../ports/backend.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import type { Listing, SyncSource } from '../../../ports/sync-source.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { BATCH } from './batch-reader.js';
import type { CalendarList } from './calendar-list.js';
import { boundsOfGroup, type EventGroup, groupColumns, groupRows, hrefOfGroup } from './event-groups.js';
import type { EventReader } from './event-reader.js';
import { type EventColumns, stampInstant } from './event-row.js';
import type { ObjectReader } from './object-reader.js';
import type { UidAlias, UidAliases } from './uid-aliases.js';

export interface AppSyncOptions {
  /** Account name. */
  readonly name: string;
  /** Name of the user of the Mac. */
  readonly user: string;
  readonly ownAddresses: readonly string[];
  readonly zone: Zone;
  readonly session: ScriptSession;
  readonly calendars: CalendarList;
  readonly events: EventReader;
  readonly aliases: UidAliases;
  readonly reader: ObjectReader;
  readonly now: () => Instant;
}

/** Another number is another version of every event: for when the same event of Calendar becomes another text. */
const TEXTS = '1';
/** Stamps have whole seconds. */
const SETTLING_MS = 2 * SECOND;
/** Not every change may have a new stamp: from time to time everything is read again. */
const MOST_AGE_MS = 10 * 60 * SECOND;
/** With more events without a usable stamp, the copy would be reread each time; no copy is better. */
const MOST_UNSTAMPED = BATCH;

/**
 * How a mirror asks Calendar. A version is made of the few columns that every event has, the stamp among them: the
 * fingerprints that writes are guarded with need everything about an event, and stay the only thing a write trusts.
 */
export function createAppSyncSource(options: AppSyncOptions): SyncSource {
  const { zone, session, calendars, events, aliases, reader, now } = options;

  /** When the columns that were read of a calendar were last found to be those of Calendar. */
  const seen = new Map<string, { readonly at: Instant; readonly marker?: string }>();

  async function versions(calendar: CalendarAddress, signal: AbortSignal): Promise<Listing> {
    const readAt = now();
    const rows = await events.columns(calendar.id, calendarOf(calendar), signal);
    const known = await aliases.all();
    const age = (row: EventColumns): number => readAt - stampOf(row, zone);
    if (rows.filter((row) => age(row) < 0).length > MOST_UNSTAMPED) throw notComparable();
    const bounds = new Map<string, Range>();
    const versions = new Map<string, string | undefined>();
    for (const group of groupRows(rows, known)) {
      const href = hrefOfGroup(calendar.href, group);
      // Indistinguishable events: the same uid, the same start.
      if (versions.has(href)) throw notComparable();
      const isSettled = groupColumns(group).every((row) => age(row) > SETTLING_MS);
      versions.set(href, isSettled ? versionOf(group) : undefined);
      bounds.set(href, boundsOfGroup(group, zone));
    }
    const stamps = rows.map(({ stamp }) => stamp);
    const isSettled = rows.every((row) => age(row) > SETTLING_MS);
    const marker = isSettled ? { marker: markerOf(stamps, calendar, known) } : {};
    seen.set(calendar.id, { at: readAt, ...marker });
    return { versions, bounds, ...marker };
  }

  const scanOf = (hrefs?: readonly string[]): Scan => ({
    range: ALL_TIME,
    pushed: [],
    residual: EVERYTHING,
    ...(hrefs === undefined ? {} : { hrefs }),
  });

  const scan = (
    calendar: CalendarAddress,
    hrefs: readonly string[] | undefined,
    request: SlowRequest,
  ): Promise<ScanResult> => reader.scan(applescriptTarget.compileRead(scanOf(hrefs), calendar), request);

  return {
    identity: digest(['applescript', options.name, options.user, zone.id]),
    list: async (_, signal) => {
      calendars.forget();
      const infos = await calendars.get(signal);
      return { calendars: infos.map((info) => ({ info })), ownAddresses: options.ownAddresses };
    },
    changes: async () => 'refused',
    versions,
    objects: scan,
    all: (calendar, request) => scan(calendar, undefined, request),
    // Never asked for, as no text is copied without a question.
    inParts: async () => undefined,
    // Writes read what they change from Calendar itself.
    remember: () => undefined,
    onDemand: {
      marker: async (calendar, signal) => {
        const at = now();
        const fields = calendarFields(calendarOf(calendar));
        const { rows } = await session.read('check-events', fields, signal);
        const stamps = rows.map(([stamp = '']) => stamp);
        const marker = markerOf(stamps, calendar, await aliases.all());
        if (seen.get(calendar.id)?.marker === marker) seen.set(calendar.id, { at, marker });
        return marker;
      },
      versions,
      objects: async (calendar, hrefs, listedAt, signal) => {
        const at = now();
        const { at: seenAt = Number.NEGATIVE_INFINITY } = seen.get(calendar.id) ?? {};
        // Another process may have read a newer list. Ahead of the clock: it was set back since.
        if (seenAt < listedAt || seenAt > at) {
          // A script looks a few up among the uids of all; more scripts of this kind may follow one of many.
          if (hrefs.length < BATCH) return scan(calendar, hrefs, { signal });
          await events.columns(calendar.id, calendarOf(calendar), signal);
          seen.set(calendar.id, { at });
        }
        return reader.listed(applescriptTarget.compileRead(scanOf(hrefs), calendar), signal);
      },
      believedMs: MOST_AGE_MS,
      batch: BATCH,
    },
  };
}

/** `Infinity` if there is none. */
function stampOf({ stamp }: EventColumns, zone: Zone): Instant {
  return stamp === '' ? Number.POSITIVE_INFINITY : stampInstant(stamp, zone);
}

/** Of everything an object is made of, as far as columns and notes show. */
function versionOf(group: EventGroup): string {
  const originals = group.overrides.map(({ original }) => String(original));
  const columns = groupColumns(group).flatMap(({ uid, start, end, rule, stamp }) => [
    uid,
    String(start),
    String(end),
    rule,
    stamp,
  ]);
  return digest([TEXTS, group.uid, String(group.repeated), ...originals, ...columns]);
}

/** Of the number of events and their stamps, and of the notes that tie events to each other. */
function markerOf(
  stamps: readonly string[],
  { id }: CalendarAddress,
  known: ReadonlyMap<string, UidAlias>,
): string {
  const notes = [...known]
    .filter(([, { calendarId }]) => calendarId === id)
    .flatMap(([key, { uid, master = '', original }]) => [key, uid, master, String(original)]);
  return digest([TEXTS, String(stamps.length), ...stamps, ...notes]);
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Then the calendar is read as it would be without a copy. */
function notComparable(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'Calendar does not report what changed in this calendar.', {
    suggestion: 'Name a time range: then only its events are read.',
  });
}
