import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { AppleScriptRead } from '../../../../compilers/targets/applescript/applescript-target.js';
import { eventAddress } from '../../../../compilers/targets/applescript/calendar-address.js';
import { LIMITS, refused } from '../../../../compilers/targets/applescript/limits.js';
import { SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME, type Instant } from '../../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../../ports/backend.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { printKitSeries } from '../../eventkit/read/event-ics.js';
import { type KitObject, kitEtag } from '../../eventkit/read/reader.js';
import type { UidNotes } from '../../eventkit/uid-notes.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { hasMoved, ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { type BatchReader, createBatchReader, type ReadEvent, type WantedEvent } from './batch-reader.js';
import { type ColumnReader, createColumnReader } from './column-reader.js';
import type { StoredEvent } from './event-row.js';
import { type ListedObject, listObjects, mayOverlap } from './listed-objects.js';

/** An object and its Calendar event. */
export interface AppObject extends KitObject {
  readonly stored: StoredEvent;
}

interface Parts {
  readonly session: ScriptSession;
  readonly notes: UidNotes;
  readonly mac: Zone;
  readonly now: () => Instant;
}

/** Time for the columns, then for the whole read; a user is waiting. */
const LISTING_MS = 18 * SECOND;
const READING_MS = 30 * SECOND;

const DETACHED =
  'Occurrences of this series were changed in Calendar, which does not show scripts which dates they replace: they are shown as events of their own, and the original dates may be shown too.';

const UNTOLD = 'Calendar did not return the attendees of this event; it may have some.';

const isShared = (error: unknown): boolean =>
  error instanceof CalendarError && error.cause instanceof ScriptFailure && error.cause.number === 7012;

/** True if the calendar changed during the read, or a UID no longer identifies its row. */
const isOutdated = (error: unknown): boolean =>
  isShared(error) ||
  (error instanceof CalendarError && error.cause instanceof ScriptFailure && hasMoved(error.cause));

/** Several events share the UID; nothing was written. */
export function sharedUid(): CalendarError {
  return refused(
    LIMITS.detached,
    'Ask the user to change this event, or this occurrence of it, in Calendar.',
  );
}

/** Reads in two steps: few columns of all events, then the full events that match. */
export class ObjectReader {
  readonly #columns: ColumnReader;
  readonly #readBatches: BatchReader;

  constructor(private readonly parts: Parts) {
    const { session, mac, now } = parts;
    this.#columns = createColumnReader(session, mac, now);
    this.#readBatches = createBatchReader(session, mac, now);
  }

  scan(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    return call.kind === 'named' ? this.#scanNamed(call, request) : this.#scanWindow(call, request);
  }

  /** Reads one object now; undefined if it is gone. Throws UNSUPPORTED if it cannot be identified or read. */
  async one(calendar: CalendarAddress, href: string, signal: AbortSignal): Promise<AppObject | undefined> {
    const { notes, mac } = this.parts;
    const address = eventAddress(href);
    if (address === undefined || address.calendar !== calendar.href) return undefined;
    if (address.start !== undefined) throw sharedUid();
    const { uid } = address;
    const [found] = await this.#inFull(calendar, [{ uid, row: 0 }], { signal }).catch((error: unknown) => {
      throw isShared(error) ? sharedUid() : error;
    });
    if (found === undefined) throw explainFailure(new ScriptFailure('deadline'));
    if (found === 'gone') return undefined;
    if ('unreadable' in found) {
      throw new CalendarError('UNSUPPORTED', `This event cannot be read. ${found.unreadable}`, {
        suggestion: 'Ask the user to correct or delete it in Calendar.',
      });
    }
    return objectOf(calendar, mac, { href, uid: (await notes.all(calendar.id)).get(uid) ?? uid }, found);
  }

  /** Call after a write or a change. */
  forget(calendarId: string): void {
    this.#columns.forget(calendarId);
  }

  /** Reads full events by UID; throws 7012 if several share the UID of an event with unknown row. */
  #inFull(
    calendar: CalendarAddress,
    wanted: readonly WantedEvent[],
    request: SlowRequest,
    since = this.parts.now(),
  ): Promise<readonly ReadEvent[]> {
    const until = since + READING_MS;
    return waitUnlessAborted(this.#readBatches(calendar, wanted, { ...request, until }), request.signal);
  }

  async #scanOnce(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    const { calendar } = call;
    const { notes, mac, now } = this.parts;
    const since = now();
    request.progress?.(0, undefined, 'Reading the list of events.');
    const { rows, total } = await waitUnlessAborted(
      this.#columns.read(calendar, since + LISTING_MS, request.signal),
      request.signal,
    );
    const window = { from: call.from ?? ALL_TIME.from, to: call.to ?? ALL_TIME.to };
    const hrefs = call.hrefs === undefined ? undefined : new Set(call.hrefs);
    const wanted = listObjects(calendar.href, rows, { uids: await notes.all(calendar.id), mac }).filter(
      ({ row, href }) => (hrefs === undefined ? mayOverlap(row, window, mac) : hrefs.has(href)),
    );
    const events = wanted.map(({ row }) => row);
    const read = await this.#inFull(calendar, events, request, since);
    const found = new Found(calendar, mac);
    for (const [at, listed] of wanted.entries()) {
      const event = read[at];
      const isOther = typeof event === 'object' && 'listed' in event && event.listed !== listed.row.listed;
      if (event === 'gone' || isOther) throw explainFailure(new ScriptFailure('reported', 7011));
      found.add(listed, event);
    }
    return found.result(call, { listed: rows.length, total });
  }

  /** Scans again once if rows moved between the two steps. */
  async #scanWindow(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    if (call.refresh === true) this.forget(call.calendar.id);
    try {
      return await this.#scanOnce(call, request);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      this.forget(call.calendar.id);
      return this.#scanOnce(call, request);
    }
  }

  async #scanNamed(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    const { calendar, hrefs = [] } = call;
    const { notes, mac } = this.parts;
    const mine = hrefs.flatMap((href) => {
      const address = eventAddress(href);
      return address?.calendar === calendar.href ? [{ href, row: 0, ...address }] : [];
    });
    if (mine.some(({ start }) => start !== undefined)) return this.#scanWindow(call, request);
    const found = new Found(calendar, mac);
    try {
      const read = mine.length === 0 ? [] : await this.#inFull(calendar, mine, request);
      const uids = await notes.all(calendar.id);
      for (const [at, { href, uid }] of mine.entries()) {
        found.add({ href, uid: uids.get(uid) ?? uid }, read[at]);
      }
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return this.#scanWindow(call, request);
    }
    return found.result(call, { listed: 0, total: 0 });
  }
}

function objectOf(
  calendar: CalendarAddress,
  mac: Zone,
  { href, uid }: Named,
  stored: StoredEvent,
): AppObject {
  const series = { ...stored.series, uid };
  const ics = printKitSeries(series, mac);
  const object = { calendarId: calendar.id, href, etag: kitEtag(ics), ics };
  return { object, series, key: stored.uid, stored };
}

type Named = Pick<ListedObject, 'href' | 'uid'> & Partial<ListedObject>;

class Found {
  readonly #objects: CalendarObject[] = [];
  readonly #unreadable: UnreadableObject[] = [];
  #unread = 0;

  constructor(
    private readonly calendar: CalendarAddress,
    private readonly mac: Zone,
  ) {}

  add(listed: Named, event: ReadEvent): void {
    const { href, repeated, row } = listed;
    if (event === 'gone') return;
    if (event === undefined) this.#unread++;
    else if ('unreadable' in event) this.#unreadable.push({ href, reason: event.unreadable });
    else {
      this.#objects.push(objectOf(this.calendar, this.mac, listed, event).object);
      // Names the missing parts of an object that is returned anyway.
      const reasons = event.isUntold ? [UNTOLD] : [];
      if (repeated === true && row?.isSeries === true) reasons.push(DETACHED);
      if (reasons.length > 0) this.#unreadable.push({ href, reason: reasons.join(' ') });
    }
  }

  /** Lists unread events as a gap of the calendar. Then nothing is `missing`: it may be in the gap. */
  result(
    { hrefs = [] }: AppleScriptRead,
    { listed, total }: { readonly listed: number; readonly total: number },
  ): ScanResult {
    const gaps: string[] = [];
    if (listed < total)
      gaps.push(
        `There was time for ${listed} of the ${total} events of this calendar: repeat the call, which goes on from there.`,
      );
    if (this.#unread > 0)
      gaps.push(
        `There was no time to read ${this.#unread} events of this time range: ask for a shorter one.`,
      );
    const seen = new Set([...this.#objects, ...this.#unreadable].map(({ href }) => href));
    return {
      objects: this.#objects,
      unreadable: [...gaps.map((reason) => ({ href: this.calendar.href, reason })), ...this.#unreadable],
      missing: gaps.length > 0 ? [] : hrefs.filter((href) => !seen.has(href)),
    };
  }
}
