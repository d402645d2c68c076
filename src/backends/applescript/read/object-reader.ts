import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { AppleScriptRead } from '../../../../compilers/targets/applescript/applescript-target.js';
import { eventAddress } from '../../../../compilers/targets/applescript/calendar-address.js';
import { LIMITS, refused } from '../../../../compilers/targets/applescript/limits.js';
import { SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME, type Instant } from '../../../../schemas/model/time.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../../ports/backend.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import { type ListedObject, listObjects, mayOverlap, objectOf } from './event-objects.js';
import { type EventReader, rowPlace } from './event-reader.js';
import type { StoredEvent } from './event-row.js';
import { shownUids, type UidAliases } from './uid-aliases.js';

/** One object together with the event of Calendar behind it. */
export interface ReadObject {
  readonly uid: string;
  readonly stored: StoredEvent;
  readonly object: CalendarObject;
}

/** Of the time of a read, what the columns may take, and then all of it: it is asked by somebody who waits. */
const LISTING_MS = 18 * SECOND;
const READING_MS = 30 * SECOND;

const DETACHED =
  'Occurrences of this series were changed in Calendar, which does not show scripts which dates they replace: they are shown as events of their own, and the original dates may be shown too.';

const untoldOf = (what: 'attendees' | 'reminders'): string =>
  `Calendar did not return the ${what} of this event; it may have some.`;

/** A calendar that changed while it was read, and a uid that its row no longer identifies. */
function hasMoved(error: unknown): boolean {
  const script = error instanceof CalendarError ? error.info.details?.script : undefined;
  return script === 'reported 7011' || script === 'reported 7012';
}

/** Several events have the uid of the one that was to be written, and nothing was. */
export function sharedUid(): CalendarError {
  return refused(
    LIMITS.detached,
    'Ask the user to change this event, or this occurrence of it, in Calendar.',
  );
}

/** Reads in two steps: few columns of all events, then everything about those that matter. */
export class ObjectReader {
  constructor(
    private readonly events: EventReader,
    private readonly aliases: UidAliases,
    private readonly zone: Zone,
    private readonly now: () => Instant,
  ) {}

  scan(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    return call.kind === 'named' ? this.#scanNamed(call, request) : this.#scanWindow(call, request);
  }

  /**
   * One object by its address, asked now, for a write whose script makes sure that no other event has the uid of a
   * series; undefined when it is gone. Throws UNSUPPORTED if it cannot be identified or read.
   */
  async one(calendar: CalendarAddress, href: string, signal: AbortSignal): Promise<ReadObject | undefined> {
    const address = eventAddress(href);
    if (address === undefined || address.calendar !== calendar.href) return undefined;
    if (address.start !== undefined) throw sharedUid();
    const { uid } = address;
    const [found] = await this.events.named(rowPlace(calendar), [uid], { signal }).catch((error: unknown) => {
      throw hasMoved(error) ? sharedUid() : error;
    });
    if (found === undefined) return undefined;
    if ('unreadable' in found) {
      throw new CalendarError('UNSUPPORTED', `This event cannot be read. ${found.unreadable}`, {
        outcome: 'not_applied',
        suggestion: 'Ask the user to correct or delete it in Calendar.',
      });
    }
    const shown = (await shownUids(this.aliases)).get(uid) ?? uid;
    return { uid: shown, stored: found, object: this.#object(calendar.id, href, shown, found) };
  }

  /** Rows that moved between the two steps are looked up once more. */
  async #scanWindow(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    if (call.refresh === true) this.events.forget(call.calendar.id);
    try {
      return await this.#scanOnce(call, request);
    } catch (error) {
      if (!hasMoved(error)) throw error;
      this.events.forget(call.calendar.id);
      return this.#scanOnce(call, request);
    }
  }

  async #scanOnce(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    const { id: calendarId, href: calendarHref } = call.calendar;
    const place = rowPlace(call.calendar);
    const since = this.now();
    request.progress?.(0, undefined, 'Reading the list of events.');
    const { rows, total } = await this.events.columns(place, since + LISTING_MS, request.signal);
    const window = { from: call.from ?? ALL_TIME.from, to: call.to ?? ALL_TIME.to };
    const hrefs = call.hrefs === undefined ? undefined : new Set(call.hrefs);
    const wanted = listObjects(calendarHref, rows, await shownUids(this.aliases)).filter(({ row, href }) =>
      hrefs === undefined ? mayOverlap(row, window, this.zone) : hrefs.has(href),
    );
    const { read, moved, unread } = await this.events.details(
      place,
      wanted.map(({ row }) => row),
      { ...request, until: since + READING_MS },
    );
    if (moved > 0) throw explainFailure(new ScriptFailure('reported', 7011));
    const objects: CalendarObject[] = [];
    const unreadable: UnreadableObject[] = gapsOf(calendarHref, { listed: rows.length, total, unread });
    for (const one of wanted) {
      const found = read.get(one.row);
      if (found === undefined) continue;
      if ('unreadable' in found) unreadable.push({ href: one.href, reason: found.unreadable });
      else {
        objects.push(this.#object(calendarId, one.href, one.uid, found));
        unreadable.push(...remarksOn(one, found));
      }
    }
    const isWhole = rows.length === total && unread === 0;
    return { objects, unreadable, missing: isWhole ? missingOf(call, objects, unreadable) : [] };
  }

  async #scanNamed(call: AppleScriptRead, request: SlowRequest): Promise<ScanResult> {
    const { id, href: calendarHref } = call.calendar;
    const mine = (call.hrefs ?? []).flatMap((href) => {
      const address = eventAddress(href);
      return address?.calendar === calendarHref ? [{ href, ...address }] : [];
    });
    if (mine.some(({ start, uid }) => start !== undefined || this.events.repeated(id, uid)))
      return this.#scanWindow(call, request);
    const uids = mine.map(({ uid }) => uid);
    const objects: CalendarObject[] = [];
    const unreadable: UnreadableObject[] = [];
    try {
      const read = uids.length === 0 ? [] : await this.events.named(rowPlace(call.calendar), uids, request);
      const shown = await shownUids(this.aliases);
      for (const [at, { href, uid }] of mine.entries()) {
        const found = read[at];
        if (found === undefined) continue;
        if ('unreadable' in found) unreadable.push({ href, reason: found.unreadable });
        else {
          objects.push(this.#object(id, href, shown.get(uid) ?? uid, found));
          unreadable.push(...remarksOn({ href }, found));
        }
      }
    } catch (error) {
      if (!hasMoved(error)) throw error;
      return this.#scanWindow(call, request);
    }
    return { objects, unreadable, missing: missingOf(call, objects, unreadable) };
  }

  #object(calendarId: string, href: string, uid: string, stored: StoredEvent): CalendarObject {
    return objectOf({ calendarId, href }, uid, stored, this.zone);
  }
}

/** What could not be read of an object that is given all the same. */
function remarksOn(
  { href, row, repeated }: Pick<ListedObject, 'href'> & Partial<ListedObject>,
  { unreadableFields }: StoredEvent,
): readonly UnreadableObject[] {
  const reasons = unreadableFields.map(untoldOf);
  if (repeated === true && row?.rule !== '') reasons.push(DETACHED);
  return reasons.length === 0 ? [] : [{ href, reason: reasons.join(' ') }];
}

/** What there was no time for, named for the calendar: it may hold what was asked for. */
function gapsOf(
  href: string,
  { listed, total, unread }: { readonly listed: number; readonly total: number; readonly unread: number },
): UnreadableObject[] {
  const gaps: UnreadableObject[] = [];
  if (listed < total) {
    const reason = `There was time for ${listed} of the ${total} events of this calendar: repeat the call, which goes on from there.`;
    gaps.push({ href, reason });
  }
  if (unread > 0) {
    const reason = `There was no time to read ${unread} events of this time range: ask for a shorter one.`;
    gaps.push({ href, reason });
  }
  return gaps;
}

/** Named objects of which nothing was found. */
function missingOf(
  { hrefs = [] }: AppleScriptRead,
  ...found: readonly (readonly { readonly href: string }[])[]
): readonly string[] {
  const seen = new Set(found.flat().map(({ href }) => href));
  return hrefs.filter((href) => !seen.has(href));
}
