import type { CalendarAddress, Patch } from '../../../compilers/pushdown/target.js';
import {
  type AppleScriptWrite,
  calendarOf,
} from '../../../compilers/targets/applescript/applescript-target.js';
import { eventHref } from '../../../compilers/targets/applescript/calendar-address.js';
import { changesBetween, type ScriptEvent } from '../../../compilers/targets/applescript/script-event.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/error.js';
import { components, parseCalendar } from '../../calendar/component.js';
import type { Receipt } from '../../ports/backend.js';
import { differencesOf } from './compare-events.js';
import type { EventCache } from './event-cache.js';
import { objectOf } from './event-groups.js';
import type { StoredOverride } from './event-ics.js';
import type { StoredEvent } from './event-row.js';
import type { EventWriter, Place } from './event-writer.js';
import { guestsOf, readWanted, unsupported, type WantedObject } from './ics-event.js';
import type { ObjectReader, ReadObject } from './object-reader.js';
import type { Alias, UidAliases } from './uid-aliases.js';

const never = new AbortController().signal;

interface Parts {
  readonly cache: EventCache;
  readonly reader: ObjectReader;
  readonly writer: EventWriter;
  readonly aliases: UidAliases;
  readonly zone: Zone;
}

/**
 * Writes objects. A series is one event of Calendar; a changed occurrence is an excluded date of it and an event of its
 * own, tied to it by a note of ours.
 */
export function createObjectWriter(parts: Parts): (call: AppleScriptWrite) => Promise<Receipt | undefined> {
  const { cache, reader, writer, aliases, zone } = parts;

  async function create(calendar: CalendarAddress, patchUid: string, wanted: WantedObject): Promise<Receipt> {
    if (wanted.guests.length > 0) throw noInvitations();
    if (wanted.master.state === 'tentative') throw unsupported('the status "tentative"');
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    await requireAbsent(calendar, uid);
    const place = placeOf(calendar);
    const made: StoredEvent[] = [];
    try {
      const master = await writer.create(place, withExclusions(wanted));
      made.push(master);
      await aliases.put(master.uid, { uid, calendarId: calendar.id });
      await requireFirst(calendar, uid, master.uid);
      const overrides: StoredOverride[] = [];
      for (const { original, event } of wanted.overrides) {
        const stored = await writer.create(place, event);
        made.push(stored);
        overrides.push({ original, stored });
        await aliases.put(stored.uid, { uid, calendarId: calendar.id, master: master.uid, original });
      }
      return receiptOf(calendar, { uid, master, overrides }, wanted);
    } catch (error) {
      throw await takenBack(place, made, error);
    }
  }

  /** An event that was made with the same UID before, or has it in Calendar itself. */
  async function requireAbsent(calendar: CalendarAddress, uid: string): Promise<void> {
    const rows = await cache.columns(calendar.id, calendarOf(calendar), never);
    const known = await aliases.all();
    const twin = rows.find((row) => row.uid === uid || isSeries(known.get(row.uid), calendar, uid));
    if (twin !== undefined) throw alreadyExists(calendar, twin.uid);
  }

  /** Of several programs that make one event at the same time, the one that has noted it first wins. */
  async function requireFirst(calendar: CalendarAddress, uid: string, own: string): Promise<void> {
    const noted = [...(await aliases.all())]
      .filter(([, alias]) => isSeries(alias, calendar, uid))
      .map(([one]) => one);
    const earlier = noted.slice(0, noted.indexOf(own));
    if (earlier.length === 0) return;
    const rows = await cache.columns(calendar.id, calendarOf(calendar), never);
    const twin = rows.find((row) => earlier.includes(row.uid));
    if (twin !== undefined) throw alreadyExists(calendar, twin.uid);
  }

  /** Removes what a failed write has made so far; the error then says whether anything is left. */
  async function takenBack(place: Place, made: readonly StoredEvent[], error: unknown): Promise<unknown> {
    if (!(error instanceof CalendarError) || made.length === 0) return error;
    try {
      for (const event of made.toReversed()) await writer.remove(place, event);
      await aliases.remove(made.map(({ uid }) => uid));
      return error;
    } catch (failure) {
      return failure instanceof CalendarError ? error.with({ outcome: 'unknown' }) : failure;
    }
  }

  async function current(patch: Exclude<Patch, { kind: 'create' }>): Promise<ReadObject> {
    const found = await reader.one(patch.calendar, patch.href, never);
    if (found === undefined) {
      throw new CalendarError('NOT_FOUND', 'The event is no longer there.', {
        outcome: 'not_applied',
        suggestion: 'Search for the event again; it may have been deleted or moved.',
      });
    }
    if (found.object.etag === patch.etag) return found;
    throw new CalendarError('CONFLICT', 'The event was changed since it was read.', {
      outcome: 'not_applied',
      suggestion: 'Read the event again and repeat the change.',
    });
  }

  async function replace(patch: Extract<Patch, { kind: 'replace' }>): Promise<Receipt> {
    const before = await current(patch);
    const wanted = readWanted(patch.ics, zone);
    if (guestsIn(before.object.ics) !== wanted.guests.join('\n')) throw noInvitations();
    if (wanted.master.state === 'tentative' && before.master.event.state !== 'tentative') {
      throw unsupported('the status "tentative"');
    }
    const place = placeOf(patch.calendar);
    const target = withExclusions(wanted);
    const kept = new Map(before.overrides.map((one) => [one.original, one]));
    const dropped = before.overrides.filter(
      ({ original }) => !wanted.overrides.some((one) => one.original === original),
    );
    const fresh = wanted.overrides.filter(({ original }) => !kept.has(original));
    refuseNothing(before, wanted, target, dropped.length + fresh.length);
    const overrides: StoredOverride[] = [];
    const made: StoredEvent[] = [];
    let master: StoredEvent;
    if (fresh.length > 0) await cache.columns(patch.calendar.id, place.calendar, never);
    try {
      for (const { original, event } of fresh) {
        const stored = await writer.create(place, event);
        made.push(stored);
        overrides.push({ original, stored });
      }
      master = await writer.update(place, before.master, target);
    } catch (error) {
      throw await takenBack(place, made, error);
    }
    try {
      for (const { original, stored } of overrides) {
        await aliases.put(stored.uid, {
          uid: before.uid,
          calendarId: patch.calendar.id,
          master: master.uid,
          original,
        });
      }
      for (const { original, event } of wanted.overrides) {
        const old = kept.get(original);
        if (old !== undefined)
          overrides.push({ original, stored: await writer.update(place, old.stored, event) });
      }
      for (const { stored } of dropped) await writer.remove(place, stored);
      await aliases.remove(dropped.map(({ stored }) => stored.uid));
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
    overrides.sort((a, b) => a.original - b.original);
    return receiptOf(patch.calendar, { uid: before.uid, master, overrides }, wanted);
  }

  /** A change of which nothing would be left must not look like a success. */
  function refuseNothing(
    before: ReadObject,
    wanted: WantedObject,
    target: ScriptEvent,
    others: number,
  ): void {
    const kept = new Map(before.overrides.map(({ original, stored }) => [original, stored.event]));
    const changes = wanted.overrides.some(({ original, event }) => {
      const old = kept.get(original);
      return old !== undefined && changesBetween(old, event).length > 0;
    });
    if (others > 0 || changes || changesBetween(before.master.event, target).length > 0 || !wanted.lossy)
      return;
    throw unsupported(
      'a time zone of an event',
      `Events of Calendar are shown in ${zone.id}, the zone of the Mac.`,
    );
  }

  async function remove(patch: Extract<Patch, { kind: 'delete' }>): Promise<void> {
    await removeAll(placeOf(patch.calendar), await current(patch));
  }

  async function removeAll(place: Place, { master, overrides }: ReadObject): Promise<void> {
    await writer.remove(place, master);
    try {
      for (const { stored } of overrides) await writer.remove(place, stored);
      await aliases.remove([master, ...overrides.map(({ stored }) => stored)].map(({ uid }) => uid));
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
  }

  /** Calendar's scripting has no way to move: the event is made anew there and then deleted here. */
  async function move(patch: Extract<Patch, { kind: 'move' }>): Promise<Receipt> {
    const before = await current(patch);
    if (before.master.guests.length > 0) {
      throw unsupported('a move of an event with attendees', 'Ask the user to move it in Calendar.');
    }
    if (before.master.otherAlarms > 0) {
      throw unsupported('a copy of an alarm at a fixed date', 'Ask the user to move the event in Calendar.');
    }
    const receipt = await create(patch.to, before.uid, readWanted(patch.ics, zone));
    try {
      await removeAll(placeOf(patch.calendar), before);
      return receipt;
    } catch (error) {
      if (!(error instanceof CalendarError) || error.info.outcome !== 'not_applied') throw error;
      throw await withoutCopy(patch.to, receipt.href, error);
    }
  }

  async function withoutCopy(
    calendar: CalendarAddress,
    href: string,
    error: CalendarError,
  ): Promise<unknown> {
    try {
      const copy = await reader.one(calendar, href, never);
      const copies = copy === undefined ? [] : [copy.master, ...copy.overrides.map(({ stored }) => stored)];
      return takenBack(placeOf(calendar), copies, error);
    } catch (failure) {
      return failure instanceof CalendarError ? error.with({ outcome: 'unknown' }) : failure;
    }
  }

  function receiptOf(
    calendar: CalendarAddress,
    { uid, master, overrides }: Pick<ReadObject, 'uid' | 'master' | 'overrides'>,
    wanted: WantedObject,
  ): Receipt {
    const href = eventHref({ calendar: calendar.href, uid: master.uid });
    const { etag, ics } = objectOf({ calendarId: calendar.id, href }, uid, master, overrides, zone);
    const meant = [withExclusions(wanted), ...wanted.overrides.map(({ event }) => event)];
    const stored = [master, ...overrides.map((one) => one.stored)];
    const differs = meant.some((event, at) => {
      const { times, others } = differencesOf(event, stored[at]?.event ?? event, zone);
      return times.length + others.length > 0;
    });
    return { href, etag, ics, serverChanged: wanted.lossy || differs };
  }

  return async ({ patch }) => {
    switch (patch.kind) {
      case 'create':
        return create(patch.calendar, patch.uid, readWanted(patch.ics, zone));
      case 'replace':
        return replace(patch);
      case 'delete':
        await remove(patch);
        return undefined;
      case 'move':
        return move(patch);
    }
  };
}

function placeOf(calendar: CalendarAddress): Place {
  return { calendarId: calendar.id, calendar: calendarOf(calendar) };
}

/** The series as Calendar is to hold it: occurrences that are events of their own do not take place in it. */
function withExclusions({ master, overrides }: WantedObject): ScriptEvent {
  if (overrides.length === 0) return master;
  const walls = new Set([...master.excluded, ...overrides.map(({ original }) => original)]);
  return { ...master, excluded: [...walls].sort((a, b) => a - b) };
}

function guestsIn(ics: string): string {
  const [calendar] = components(parseCalendar(ics), 'VCALENDAR');
  const [master] = calendar === undefined ? [] : components(calendar.children, 'VEVENT');
  return master === undefined ? '' : guestsOf(master).join('\n');
}

function isSeries(alias: Alias | undefined, calendar: CalendarAddress, uid: string): boolean {
  return alias?.uid === uid && alias.calendarId === calendar.id && alias.master === undefined;
}

function alreadyExists(calendar: CalendarAddress, uid: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    details: { href: eventHref({ calendar: calendar.href, uid }) },
    suggestion: 'Read the event that is there and update it instead.',
  });
}

function noInvitations(): CalendarError {
  return unsupported(
    'attendees or answers to invitations',
    'Leave attendees out, use a calendar of another account, or ask the user to invite and answer in Calendar.',
  );
}
