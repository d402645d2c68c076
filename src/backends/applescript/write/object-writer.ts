import type { CalendarAddress, Patch } from '../../../../compilers/pushdown/target.js';
import type { AppleScriptWrite } from '../../../../compilers/targets/applescript/applescript-target.js';
import { calendarOf } from '../../../../compilers/targets/applescript/calendar-address.js';
import type { ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import {
  createSteps,
  deleteSteps,
  type HeldObject,
  isExperimental,
  replaceSteps,
  requireMovable,
  type WriteStep,
} from '../../../../compilers/targets/applescript/write-steps.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { components, parseCalendar } from '../../../calendar/text/component.js';
import type { Receipt } from '../../../ports/backend.js';
import type { EventPlace } from '../read/batch-reader.js';
import type { StoredOverride } from '../read/event-ics.js';
import type { EventReader } from '../read/event-reader.js';
import type { StoredEvent } from '../read/event-row.js';
import type { ReadObject } from '../read/named-reader.js';
import type { ObjectReader } from '../read/object-reader.js';
import { sharedUid } from '../read/shared-uid.js';
import type { UidAlias, UidAliases } from '../read/uid-aliases.js';
import { createDuplicateUids } from './duplicate-uid.js';
import type { EventWriter } from './event-writer.js';
import { guestsOf, readWanted, type WantedIcs } from './ics-event.js';
import { writeReceipt } from './write-receipt.js';

const never = new AbortController().signal;

interface Parts {
  readonly events: EventReader;
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
  const { events, reader, writer, aliases, zone } = parts;
  const twins = createDuplicateUids(events, aliases);

  async function create(calendar: CalendarAddress, patchUid: string, wanted: WantedIcs): Promise<Receipt> {
    const steps = createSteps(wanted);
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    const before = await twins.requireNone(calendar, uid);
    const place = placeOf(calendar);
    const made: StoredEvent[] = [];
    const overrides: StoredOverride[] = [];
    try {
      for (const { original, event } of steps) {
        const [series] = made;
        const link = original === undefined || series === undefined ? {} : { master: series.uid, original };
        const stored = await make(place, event, before, { uid, calendarId: calendar.id, ...link });
        made.push(stored);
        if (original === undefined) await twins.requireFirst(calendar, uid, stored.uid);
        else overrides.push({ original, stored });
      }
      const [master] = made;
      if (master === undefined) throw new CalendarError('INTERNAL', 'Nothing was created.');
      const object = { uid, master, overrides };
      return writeReceipt(calendar, object, { wanted, experimental: isExperimental(undefined, steps) }, zone);
    } catch (error) {
      throw await takenBack(place, made, error);
    }
  }

  /** What it stands for is noted before it is looked at: who repeats a call of an unknown outcome must find it. */
  async function make(
    place: EventPlace,
    event: ScriptEvent,
    before: readonly string[],
    note: UidAlias,
  ): Promise<StoredEvent> {
    const noted: string[] = [];
    try {
      return await writer.create(place, event, before, async (uid) => {
        noted.push(uid);
        await aliases.put(uid, note);
      });
    } catch (error) {
      const isUndone = error instanceof CalendarError && error.info.outcome === 'not_applied';
      if (isUndone) await aliases.remove(noted);
      throw error;
    }
  }

  /** Removes what a failed write has made so far; the error then says whether anything is left. */
  async function takenBack(
    place: EventPlace,
    made: readonly StoredEvent[],
    error: unknown,
  ): Promise<unknown> {
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
    const held = heldOf(before);
    const steps = replaceSteps(held, wanted);
    const place = placeOf(patch.calendar);
    const occurrences = new Map(before.overrides.map(({ original, stored }) => [original, stored]));
    const made = new Map<number, StoredEvent>();
    let { master } = before;
    const isMaking = steps.some(({ kind }) => kind === 'create');
    const uids = isMaking ? await events.uids(place.calendar, never) : [];
    // Before anything is made: else its own script would refuse the series afterwards.
    if (uids.filter((uid) => uid === master.uid).length > 1) throw sharedUid();
    try {
      for (const step of steps) {
        if (step.kind === 'create' && step.original !== undefined) {
          const { original } = step;
          const note = { uid: before.uid, calendarId: patch.calendar.id, master: master.uid, original };
          made.set(original, await make(place, step.event, uids, note));
        } else if (step.kind === 'update' && step.original === undefined) {
          master = await writer.update(place, master, step.event);
        }
      }
    } catch (error) {
      throw await takenBack(place, [...made.values()], error);
    }
    try {
      for (const [original, stored] of made) occurrences.set(original, stored);
      for (const step of steps) await changeOccurrence(place, occurrences, step);
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
    const overrides = [...occurrences]
      .map(([original, stored]) => ({ original, stored }))
      .sort((a, b) => a.original - b.original);
    const object = { uid: before.uid, master, overrides };
    return writeReceipt(patch.calendar, object, { wanted, experimental: isExperimental(held, steps) }, zone);
  }

  /** Changes or removes an occurrence that was a separate event before. */
  async function changeOccurrence(
    place: EventPlace,
    occurrences: Map<number, StoredEvent>,
    step: WriteStep,
  ): Promise<void> {
    const stored = step.original === undefined ? undefined : occurrences.get(step.original);
    if (step.original === undefined || stored === undefined) return;
    if (step.kind === 'update') {
      occurrences.set(step.original, await writer.update(place, stored, step.event));
    } else if (step.kind === 'delete') {
      await writer.remove(place, stored);
      await aliases.remove([stored.uid]);
      occurrences.delete(step.original);
    }
  }

  async function remove(patch: Extract<Patch, { kind: 'delete' }>): Promise<void> {
    await removeAll(placeOf(patch.calendar), await current(patch));
  }

  async function removeAll(place: EventPlace, object: ReadObject): Promise<void> {
    const occurrences = new Map(object.overrides.map(({ original, stored }) => [original, stored]));
    const [series, ...others] = deleteSteps(heldOf(object));
    if (series === undefined) return;
    await writer.remove(place, object.master);
    try {
      await aliases.remove([object.master.uid]);
      for (const step of others) await changeOccurrence(place, occurrences, step);
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
  }

  /** Scripts cannot move events: the event is recreated there and then deleted here. */
  async function move(patch: Extract<Patch, { kind: 'move' }>): Promise<Receipt> {
    const before = await current(patch);
    requireMovable(heldOf(before));
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

function placeOf(calendar: CalendarAddress): EventPlace {
  return { calendarId: calendar.id, calendar: calendarOf(calendar) };
}

function heldOf({ object, master, overrides }: ReadObject): HeldObject {
  const [calendar] = components(parseCalendar(object.ics), 'VCALENDAR');
  const [event] = calendar === undefined ? [] : components(calendar.children, 'VEVENT');
  return {
    master: master.event,
    overrides: overrides.map(({ original, stored }) => ({ original, event: stored.event })),
    guests: event === undefined ? [] : guestsOf(event),
    fixedAlarms: master.otherAlarms > 0,
    unreadableFields: master.unreadableFields,
  };
}
