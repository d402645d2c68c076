import type { CalendarAddress, Patch } from '../../../../compilers/pushdown/target.js';
import type { AppleScriptWrite } from '../../../../compilers/targets/applescript/applescript-target.js';
import { eventHref } from '../../../../compilers/targets/applescript/calendar-address.js';
import {
  changesOf,
  type HeldObject,
  isExperimental,
  requireCreatable,
  requireMovable,
} from '../../../../compilers/targets/applescript/write-steps.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { components, parseCalendar } from '../../../calendar/text/component.js';
import type { Receipt } from '../../../ports/backend.js';
import { objectOf } from '../read/event-objects.js';
import { type EventReader, rowPlace } from '../read/event-reader.js';
import type { StoredEvent } from '../read/event-row.js';
import type { ObjectReader, ReadObject } from '../read/object-reader.js';
import type { UidAliases } from '../read/uid-aliases.js';
import { differencesOf } from './compare-events.js';
import type { EventWriter } from './event-writer.js';
import { guestsOf, readWanted, type WantedIcs } from './ics-event.js';

const EXPERIMENTAL =
  'Leaving out dates of a series, or ending it earlier, is experimental in the Calendar app: no Mac has confirmed it yet. Ask the user to look at the series there.';

const never = new AbortController().signal;

interface Parts {
  readonly events: EventReader;
  readonly reader: ObjectReader;
  readonly writer: EventWriter;
  readonly aliases: UidAliases;
  readonly zone: Zone;
}

/** Writes objects: each is one event of Calendar. */
export class ObjectWriter {
  constructor(private readonly parts: Parts) {}

  async write({ patch }: AppleScriptWrite): Promise<Receipt | undefined> {
    const { zone } = this.parts;
    switch (patch.kind) {
      case 'create':
        return this.#create(patch.calendar, patch.uid, readWanted(patch.ics, zone));
      case 'replace':
        return this.#replace(patch);
      case 'delete':
        return this.#remove(patch.calendar, (await this.#current(patch)).stored);
      case 'move':
        return this.#move(patch);
    }
  }

  async #create(calendar: CalendarAddress, patchUid: string, wanted: WantedIcs): Promise<Receipt> {
    const { writer, aliases, events } = this.parts;
    requireCreatable(wanted);
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    const before = await events.uids(rowPlace(calendar), never);
    const noted = await this.#notedAs(calendar, uid);
    requireNone(calendar, before, [uid, ...noted]);
    let own: string | undefined;
    try {
      // It is noted before it is looked at: who repeats a call of an unknown outcome must find it.
      const stored = await writer.create(rowPlace(calendar), wanted.event, before, async (made) => {
        own = made;
        await aliases.put(made, { uid, calendarId: calendar.id });
      });
      await this.#requireFirst(calendar, uid, stored);
      return this.#receipt(calendar, { uid, stored }, wanted);
    } catch (error) {
      const isUndone = error instanceof CalendarError && error.info.outcome === 'not_applied';
      if (isUndone && own !== undefined) await aliases.remove(own);
      throw error;
    }
  }

  /** Calendar's uids of what was made with a UID. */
  async #notedAs(calendar: CalendarAddress, uid: string): Promise<readonly string[]> {
    return [...(await this.parts.aliases.all())].flatMap(([own, note]) =>
      note.uid === uid && note.calendarId === calendar.id ? [own] : [],
    );
  }

  /** Of several programs that make an event at the same time, the one that noted it first wins. */
  async #requireFirst(calendar: CalendarAddress, uid: string, stored: StoredEvent): Promise<void> {
    const noted = await this.#notedAs(calendar, uid);
    const earlier = noted.slice(0, noted.indexOf(stored.uid));
    if (earlier.length === 0) return;
    try {
      requireNone(calendar, await this.parts.events.uids(rowPlace(calendar), never), earlier);
    } catch (error) {
      throw await this.#takenBack(calendar, stored, error);
    }
  }

  /** Removes what a failed write has made; the error then says whether it is left. */
  async #takenBack(calendar: CalendarAddress, stored: StoredEvent, error: unknown): Promise<unknown> {
    try {
      await this.#remove(calendar, stored);
      return error;
    } catch (failure) {
      return error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : failure;
    }
  }

  async #current({ calendar, href, etag }: Exclude<Patch, { kind: 'create' }>): Promise<ReadObject> {
    const found = await this.parts.reader.one(calendar, href, never);
    if (found === undefined) {
      throw new CalendarError('NOT_FOUND', 'The event is no longer there.', {
        outcome: 'not_applied',
        suggestion: 'Search for the event again; it may have been deleted or moved.',
      });
    }
    if (found.object.etag === etag) return found;
    throw new CalendarError('CONFLICT', 'The event was changed since it was read.', {
      outcome: 'not_applied',
      suggestion: 'Read the event again and repeat the change.',
    });
  }

  async #replace(patch: Extract<Patch, { kind: 'replace' }>): Promise<Receipt> {
    const before = await this.#current(patch);
    const wanted = readWanted(patch.ics, this.parts.zone);
    const changes = changesOf(heldOf(before), wanted);
    const stored = await this.parts.writer.update(rowPlace(patch.calendar), before.stored, wanted.event);
    const receipt = this.#receipt(patch.calendar, { uid: before.uid, stored }, wanted);
    return isExperimental(before.stored.event, changes) ? { ...receipt, notes: [EXPERIMENTAL] } : receipt;
  }

  async #remove(calendar: CalendarAddress, stored: StoredEvent): Promise<undefined> {
    await this.parts.writer.remove(rowPlace(calendar), stored);
    await this.parts.aliases.remove(stored.uid);
    return undefined;
  }

  /** Scripts cannot move events: the event is recreated there and then deleted here. */
  async #move(patch: Extract<Patch, { kind: 'move' }>): Promise<Receipt> {
    const before = await this.#current(patch);
    requireMovable(heldOf(before));
    const receipt = await this.#create(patch.to, before.uid, readWanted(patch.ics, this.parts.zone));
    try {
      await this.#remove(patch.calendar, before.stored);
      return receipt;
    } catch (error) {
      if (!(error instanceof CalendarError) || error.info.outcome !== 'not_applied') throw error;
      const copy = await this.parts.reader.one(patch.to, receipt.href, never).catch(() => undefined);
      if (copy === undefined) throw error.with({ outcome: 'unknown' });
      throw await this.#takenBack(patch.to, copy.stored, error);
    }
  }

  /** What a write has made, as it was read back, and whether it is what was expected. */
  #receipt(
    calendar: CalendarAddress,
    { uid, stored }: { readonly uid: string; readonly stored: StoredEvent },
    wanted: WantedIcs,
  ): Receipt {
    const href = eventHref({ calendar: calendar.href, uid: stored.uid });
    const { etag, ics } = objectOf({ calendarId: calendar.id, href }, uid, stored, this.parts.zone);
    const { times, others } = differencesOf(wanted.event, stored.event, this.parts.zone);
    return { href, etag, ics, serverChanged: wanted.lossy || times.length + others.length > 0 };
  }
}

function requireNone(calendar: CalendarAddress, uids: readonly string[], wanted: readonly string[]): void {
  const uid = uids.find((one) => wanted.includes(one));
  if (uid === undefined) return;
  throw new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    details: { href: eventHref({ calendar: calendar.href, uid }) },
    suggestion: 'Read the event that is there and update it instead.',
  });
}

function heldOf({ object, stored }: ReadObject): HeldObject {
  const [calendar] = components(parseCalendar(object.ics), 'VCALENDAR');
  const [event] = calendar === undefined ? [] : components(calendar.children, 'VEVENT');
  return {
    event: stored.event,
    guests: event === undefined ? [] : guestsOf(event),
    fixedAlarms: stored.otherAlarms > 0,
    unreadableFields: stored.unreadableFields,
  };
}
