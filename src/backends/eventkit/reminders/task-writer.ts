import type { Patch } from '../../../../compilers/pushdown/target.js';
import { kitEventHref, kitList } from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitWrite } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import type { Receipt } from '../../../ports/backend.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure } from '../process/kit-failure.js';
import { guardText } from '../process/protocol.js';
import type { Failed } from '../write/door.js';
import { sentTo } from '../write/kit-door.js';
import { lookUp, nothingHappened, notKept, unknown } from '../write/write-outcome.js';
import { createNewTasks, type TaskWriterParts } from './new-task.js';
import type { KitTask, TaskReader } from './task-reader.js';
import { taskReceipt } from './task-receipt.js';
import { readWantedTask, taskChanges } from './wanted-task.js';

/** Writes reminders: one request per change, guarded by the full record, then reads back. */
export function createTaskWriter(
  parts: TaskWriterParts,
): (call: EventKitWrite) => Promise<Receipt | undefined> {
  const { session, reader, notes, mac, now } = parts;
  const { create, requireNone } = createNewTasks(parts);

  /** Returns the failure if it may have changed something; throws it otherwise. */
  async function sent(op: 'tasks.save' | 'tasks.remove', parts: object): Promise<Failed | undefined> {
    const { failure } = await sentTo(session, op, parts, () => undefined);
    if (failure?.leftUnchanged) throw failure.explain('not_applied');
    return failure;
  }

  async function replace(patch: Extract<Patch, { kind: 'replace' }>): Promise<Receipt> {
    const held = await current(reader, patch);
    const { item } = held.record;
    const before = readWantedTask(held.object.ics, mac());
    const wanted = readWantedTask(patch.ics, mac());
    const set = taskChanges(before, wanted, held.record.alarms);
    if (Object.keys(set).length === 0) return taskReceipt(held, wanted, patch.ics, mac());
    const failure = await sent('tasks.save', { item, expect: guardText(held.record), set });
    const stored = await lookUp(() => reader.one(patch.calendar, patch.href), failure);
    if (stored === undefined) throw unknown(failure);
    if (stored.object.etag === held.object.etag)
      throw failure === undefined ? notKept() : nothingHappened(failure);
    const made = taskReceipt(stored, wanted, patch.ics, mac());
    if (failure === undefined || !made.serverChanged) return made;
    throw unknown(failure);
  }

  async function remove(patch: Extract<Patch, { kind: 'delete' }>): Promise<void> {
    const { uid, record, object } = await current(reader, patch);
    const failure = await sent('tasks.remove', { item: record.item, expect: guardText(record) });
    const left = await lookUp(() => reader.one(patch.calendar, patch.href), failure);
    if (left !== undefined) {
      const isSame = left.object.etag === object.etag;
      throw isSame ? (failure === undefined ? notKept() : nothingHappened(failure)) : unknown(failure);
    }
    await notes.remove(patch.calendar.id, uid);
  }

  async function move(patch: Extract<Patch, { kind: 'move' }>): Promise<Receipt> {
    const held = await current(reader, patch);
    const { item } = held.record;
    const wanted = readWantedTask(patch.ics, mac());
    const { uid } = held;
    await requireNone(patch.to, uid);
    const failure = await sent('tasks.save', { item, expect: guardText(held.record), to: kitList(patch.to) });
    const href = kitEventHref(patch.to.href, item);
    if ((await lookUp(() => reader.one(patch.to, href), failure)) === undefined) {
      const left = await lookUp(() => reader.one(patch.calendar, patch.href), failure);
      if (left?.object.etag !== held.object.etag) throw unknown(failure);
      throw failure === undefined ? notKept() : nothingHappened(failure);
    }
    await notes.put(patch.to.id, { uid, made: item, since: now() });
    await notes.remove(patch.calendar.id, uid);
    const moved = await lookUp(() => reader.one(patch.to, href), failure);
    if (moved !== undefined) return taskReceipt(moved, wanted, patch.ics, mac());
    throw unknown(failure);
  }

  return async ({ patch }) => {
    switch (patch.kind) {
      case 'create':
        return create(patch);
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

/** The current reminder; throws if it changed or is gone. */
async function current(
  reader: Pick<TaskReader, 'one'>,
  { calendar, href, etag }: Exclude<Patch, { kind: 'create' }>,
): Promise<KitTask> {
  const found = await reader.one(calendar, href);
  if (found?.object.etag === etag) return found;
  const reason = found === undefined ? 'gone' : 'changed';
  throw explainKitFailure(new KitFailure('reported', reason), 'not_applied');
}
