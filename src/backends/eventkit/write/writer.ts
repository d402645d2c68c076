import type { CalendarAddress, Patch } from '../../../../compilers/pushdown/target.js';
import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import type { KitObject } from '../read/reader.js';
import type { Door, Failed, WriterParts } from './door.js';
import { createNewEvents } from './new-event.js';
import { readWantedKit } from './wanted-event.js';
import {
  isStored,
  kitReceipt,
  lookUp,
  lossOf,
  nothingHappened,
  notKept,
  otherTimes,
  storedOtherwise,
  unknown,
} from './write-outcome.js';

const never = new AbortController().signal;

/** Writes objects. Checks or guards everything before the first commit, and reads back after the last. */
export function createWriter<H extends KitObject, S>(
  parts: WriterParts<H, S>,
): (call: { readonly patch: Patch }) => Promise<Receipt | undefined> {
  const { door, one, notes, mac } = parts;
  const { create, requireNone } = createNewEvents(parts);

  async function replace(patch: Extract<Patch, { kind: 'replace' }>): Promise<Receipt> {
    const held = await current(one, patch);
    const before = readWantedKit(held.object.ics, mac());
    const wanted = readWantedKit(patch.ics, mac());
    const phases = door.replace(held, before, wanted);
    const failure = await commit(door, patch.calendar, phases);
    const stored = await lookUp(() => one(patch.calendar, patch.href, never), failure);
    if (stored === undefined) throw unknown(failure);
    const isSame = stored.object.etag === held.object.etag;
    if (phases.length > 0 && isSame) throw failure === undefined ? notKept() : nothingHappened(failure);
    const isWanted = isStored(stored, wanted, mac());
    if (failure !== undefined && !isWanted) throw unknown(failure);
    const others = door.strict ? otherTimes(stored, wanted, mac()) : [];
    if (others.length > 0) throw storedOtherwise(others, 'unknown');
    return kitReceipt(stored, { serverChanged: !isWanted, notes: lossOf(stored, wanted, mac()) });
  }

  async function remove(patch: Extract<Patch, { kind: 'delete' }>): Promise<void> {
    const held = await current(one, patch);
    const failure = await commit(door, patch.calendar, [door.remove(held)]);
    const left = await lookUp(() => one(patch.calendar, patch.href, never), failure);
    if (left !== undefined) {
      const isSame = left.object.etag === held.object.etag;
      if (isSame && failure !== undefined) throw nothingHappened(failure);
      throw isSame ? notKept() : unknown(failure);
    }
    await notes.remove(patch.calendar.id, held.series.uid);
  }

  async function move(patch: Extract<Patch, { kind: 'move' }>): Promise<Receipt> {
    const held = await current(one, patch);
    const { uid } = held.series;
    const steps = door.move(held, patch.to);
    await requireNone(patch.to, uid);
    const { key = held.key, failure } = await door.send(patch.calendar, steps);
    if (failure?.leftUnchanged === true) throw failure.explain('not_applied');
    const href = kitEventHref(patch.to.href, key);
    const stored = await lookUp(() => one(patch.to, href, never), failure);
    if (stored === undefined) {
      const left = await lookUp(() => one(patch.calendar, patch.href, never), failure);
      if (left?.object.etag !== held.object.etag) throw unknown(failure);
      throw failure === undefined ? notKept() : nothingHappened(failure);
    }
    await notes.put(patch.to.id, { uid, made: key, since: parts.now() });
    await notes.remove(patch.calendar.id, uid);
    const moved = await one(patch.to, href, never);
    if (moved === undefined) throw unknown(failure);
    return kitReceipt(moved, { serverChanged: !isStored(moved, readWantedKit(patch.ics, mac()), mac()) });
  }

  return async ({ patch }) => {
    switch (patch.kind) {
      case 'create':
        return create(patch.calendar, patch.uid, readWantedKit(patch.ics, mac()));
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

/** Reads the current object; throws if it changed or is gone. */
async function current<H extends KitObject>(
  one: WriterParts<H, unknown>['one'],
  patch: Exclude<Patch, { kind: 'create' }>,
): Promise<H> {
  const found = await one(patch.calendar, patch.href, never);
  if (found === undefined)
    throw new CalendarError('NOT_FOUND', 'The event is no longer there.', {
      outcome: 'not_applied',
      suggestion: 'Search for the event again; it may have been deleted or moved.',
    });
  if (found.object.etag === patch.etag) return found;
  throw new CalendarError('CONFLICT', 'The event was changed since it was read.', {
    outcome: 'not_applied',
    suggestion: 'Read the event again and repeat the change.',
  });
}

/** Commits the phases in order. After a lost answer, or a failure past the first phase, the caller checks. */
async function commit<H extends KitObject, S>(
  door: Door<H, S>,
  calendar: CalendarAddress,
  phases: readonly S[],
): Promise<Failed | undefined> {
  for (const [place, steps] of phases.entries()) {
    const { failure } = await door.send(calendar, steps);
    if (failure === undefined) continue;
    if (place === 0 && failure.leftUnchanged) throw failure.explain('not_applied');
    return failure;
  }
  return undefined;
}
