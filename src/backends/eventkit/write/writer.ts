import type { CalendarAddress, Patch } from '../../../../compilers/pushdown/target.js';
import { eventHref, kitCalendar } from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitWrite } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import type { Receipt } from '../../../ports/backend.js';
import { explainFailure } from '../process/explain-failure.js';
import { KitFailure, wasBeforeAnyChange } from '../process/kit-failure.js';
import type { Session } from '../process/session.js';
import type { ReadObject } from '../read/reader.js';
import { createNewEvents } from './new-event.js';
import { readWanted } from './wanted-event.js';
import { isStored, lookUp, lossOf, nothingHappened, notKept, receiptOf, unknown } from './write-outcome.js';
import { movePhase, type Phase, removePhase, replacePhases } from './write-steps.js';
import type { WriterParts } from './writer-parts.js';

const never = new AbortController().signal;

/** Writes objects: everything is refused or guarded before the first commit, and read back after the last. */
export function createWriter(parts: WriterParts): (call: EventKitWrite) => Promise<Receipt | undefined> {
  const { session, reader, notes, mac } = parts;
  const { create, requireNone } = createNewEvents(parts);

  async function current(patch: Exclude<Patch, { kind: 'create' }>): Promise<ReadObject> {
    const found = await reader.one(patch.calendar, patch.href, never);
    if (found === undefined) throw explainFailure(new KitFailure('reported', 'gone'), 'not_applied');
    if (found.object.etag !== patch.etag)
      throw explainFailure(new KitFailure('reported', 'changed'), 'not_applied');
    return found;
  }

  async function replace(patch: Extract<Patch, { kind: 'replace' }>): Promise<Receipt> {
    const held = await current(patch);
    const before = readWanted(held.object.ics, mac());
    const wanted = readWanted(patch.ics, mac());
    const phases = replacePhases(held, before, wanted, mac());
    const failure = await commit(session, patch.calendar, phases);
    const stored = await lookUp(() => reader.one(patch.calendar, patch.href, never), failure);
    if (stored === undefined) throw unknown(failure);
    const isSame = stored.object.etag === held.object.etag;
    if (phases.length > 0 && isSame) throw failure === undefined ? notKept() : nothingHappened(failure);
    const isWanted = isStored(stored, wanted, mac());
    if (failure !== undefined && !isWanted) throw unknown(failure);
    return receiptOf(stored, !isWanted, lossOf(stored, wanted, mac()));
  }

  async function remove(patch: Extract<Patch, { kind: 'delete' }>): Promise<void> {
    const held = await current(patch);
    const { series } = held;
    const failure = await commit(session, patch.calendar, [removePhase(held)]);
    const left = await lookUp(() => reader.one(patch.calendar, patch.href, never), failure);
    if (left !== undefined) {
      const isSame = left.object.etag === held.object.etag;
      if (isSame && failure !== undefined) throw nothingHappened(failure);
      throw isSame ? notKept() : unknown(failure);
    }
    await notes.remove(patch.calendar.id, series.uid);
  }

  async function move(patch: Extract<Patch, { kind: 'move' }>): Promise<Receipt> {
    const held = await current(patch);
    const { uid } = held.series;
    const phase = movePhase(held, readWanted(held.object.ics, mac()), kitCalendar(patch.to));
    await requireNone(patch.to, uid);
    let made: string | undefined;
    let failure: KitFailure | undefined;
    try {
      ({ uid: made } = await session.write('write', { calendar: kitCalendar(patch.calendar), steps: phase }));
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      if (wasBeforeAnyChange(error)) throw explainFailure(error, 'not_applied');
      failure = error;
    }
    const key = made ?? held.key;
    const href = eventHref(patch.to.href, key);
    const stored = await lookUp(() => reader.one(patch.to, href, never), failure);
    if (stored === undefined) {
      const left = await lookUp(() => reader.one(patch.calendar, patch.href, never), failure);
      if (left?.object.etag !== held.object.etag) throw unknown(failure);
      throw failure === undefined ? notKept() : nothingHappened(failure);
    }
    await notes.put(patch.to.id, { uid, made: key, since: parts.now() });
    await notes.remove(patch.calendar.id, uid);
    const moved = await reader.one(patch.to, href, never);
    if (moved === undefined) throw unknown(failure);
    return receiptOf(moved, !isStored(moved, readWanted(patch.ics, mac()), mac()));
  }

  return async ({ patch }) => {
    switch (patch.kind) {
      case 'create':
        return create(patch.calendar, patch.uid, readWanted(patch.ics, mac()));
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

/** Commits one phase after the other. What fails after the first is in between; what came of a lost answer is looked up. */
async function commit(
  session: Session,
  calendar: CalendarAddress,
  phases: readonly Phase[],
): Promise<KitFailure | undefined> {
  for (const [place, steps] of phases.entries()) {
    try {
      await session.write('write', { calendar: kitCalendar(calendar), steps });
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      if (place === 0 && wasBeforeAnyChange(error)) throw explainFailure(error, 'not_applied');
      return error;
    }
  }
  return undefined;
}
