import type { CalendarAddress, Patch } from '../../../../compilers/pushdown/target.js';
import { kitCalendar, kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitWrite } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import type { Receipt } from '../../../ports/backend.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure, leftKitUnchanged } from '../process/kit-failure.js';
import type { Session } from '../process/session.js';
import type { KitObject } from '../read/reader.js';
import { createNewEvents } from './new-event.js';
import { readWantedKit } from './wanted-event.js';
import { isStored, kitReceipt, lookUp, lossOf, nothingHappened, notKept, unknown } from './write-outcome.js';
import { movePhase, type Phase, removePhase, replacePhases } from './write-steps.js';
import type { WriterParts } from './writer-parts.js';

const never = new AbortController().signal;

/** Writes objects: everything is refused or guarded before the first commit, and read back after the last. */
export function createWriter(parts: WriterParts): (call: EventKitWrite) => Promise<Receipt | undefined> {
  const { session, reader, notes, mac } = parts;
  const { create, requireNone } = createNewEvents(parts);

  async function current(patch: Exclude<Patch, { kind: 'create' }>): Promise<KitObject> {
    const found = await reader.one(patch.calendar, patch.href, never);
    if (found === undefined) throw explainKitFailure(new KitFailure('reported', 'gone'), 'not_applied');
    if (found.object.etag !== patch.etag)
      throw explainKitFailure(new KitFailure('reported', 'changed'), 'not_applied');
    return found;
  }

  async function replace(patch: Extract<Patch, { kind: 'replace' }>): Promise<Receipt> {
    const held = await current(patch);
    const before = readWantedKit(held.object.ics, mac());
    const wanted = readWantedKit(patch.ics, mac());
    const phases = replacePhases(held, before, wanted, mac());
    const failure = await commit(session, patch.calendar, phases);
    const stored = await lookUp(() => reader.one(patch.calendar, patch.href, never), failure);
    if (stored === undefined) throw unknown(failure);
    const isSame = stored.object.etag === held.object.etag;
    if (phases.length > 0 && isSame) throw failure === undefined ? notKept() : nothingHappened(failure);
    const isWanted = isStored(stored, wanted, mac());
    if (failure !== undefined && !isWanted) throw unknown(failure);
    return kitReceipt(stored, { serverChanged: !isWanted, notes: lossOf(stored, wanted, mac()) });
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
    const phase = movePhase(held, readWantedKit(held.object.ics, mac()), kitCalendar(patch.to));
    await requireNone(patch.to, uid);
    let made: string | undefined;
    let failure: KitFailure | undefined;
    try {
      ({ uid: made } = await session.write('write', { calendar: kitCalendar(patch.calendar), steps: phase }));
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      if (leftKitUnchanged(error)) throw explainKitFailure(error, 'not_applied');
      failure = error;
    }
    const key = made ?? held.key;
    const href = kitEventHref(patch.to.href, key);
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
      if (place === 0 && leftKitUnchanged(error)) throw explainKitFailure(error, 'not_applied');
      return error;
    }
  }
  return undefined;
}
