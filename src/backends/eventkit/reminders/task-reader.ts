import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { eventUid, kitEventHref, kitList } from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { EventKitRead } from '../../../../compilers/targets/eventkit/eventkit-target.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../../ports/backend.js';
import type { TaskRecord } from '../process/protocol.js';
import type { Session } from '../process/session.js';
import { kitEtag } from '../read/reader.js';
import type { UidNotes } from '../uid-notes.js';
import { printTask } from './print-task.js';

export interface KitTask {
  /** UID property value. */
  readonly uid: string;
  readonly object: CalendarObject;
  readonly record: TaskRecord;
}

export interface TaskReader {
  scan(call: EventKitRead, signal: AbortSignal): Promise<ScanResult>;
  one(calendar: CalendarAddress, href: string): Promise<KitTask | undefined>;
}

interface Parts {
  readonly session: Session;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
}

const never = new AbortController().signal;

/** Reads the reminders of a list: all, or one by identifier. */
export function createTaskReader({ session, notes, mac }: Parts): TaskReader {
  function taskOf(calendar: CalendarAddress, record: TaskRecord, uids: ReadonlyMap<string, string>): KitTask {
    const uid = uids.get(record.item) ?? record.uid ?? record.item;
    const ics = printTask(uid, record, mac());
    const href = kitEventHref(calendar.href, record.item);
    return { uid, record, object: { calendarId: calendar.id, href, etag: kitEtag(ics), ics } };
  }

  async function recordAt(
    calendar: CalendarAddress,
    href: string,
    signal: AbortSignal,
  ): Promise<TaskRecord | undefined> {
    const item = eventUid(calendar.href, href);
    if (item === undefined) return undefined;
    try {
      const { task } = await session.read('tasks.read', { item }, signal);
      return task.list === kitList(calendar) ? task : undefined;
    } catch (error) {
      if (error instanceof CalendarError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  async function one(calendar: CalendarAddress, href: string): Promise<KitTask | undefined> {
    const record = await recordAt(calendar, href, never);
    return record && taskOf(calendar, record, await notes.all(calendar.id));
  }

  async function scan({ calendar, hrefs }: EventKitRead, signal: AbortSignal): Promise<ScanResult> {
    const missing: string[] = [];
    let records: TaskRecord[] = [];
    if (hrefs === undefined) {
      records = (await session.read('tasks.list', { list: kitList(calendar) }, signal)).tasks;
    } else {
      for (const href of hrefs) {
        const record = await recordAt(calendar, href, signal);
        if (record === undefined) missing.push(href);
        else records.push(record);
      }
    }
    const uids = await notes.all(calendar.id);
    const objects: CalendarObject[] = [];
    const unreadable: UnreadableObject[] = [];
    for (const record of records) {
      try {
        objects.push(taskOf(calendar, record, uids).object);
      } catch (error) {
        if (!(error instanceof CalendarError) || error.code !== 'INVALID_ICS') throw error;
        unreadable.push({ href: kitEventHref(calendar.href, record.item), reason: error.message });
      }
    }
    return { objects, unreadable, missing };
  }

  return { scan, one };
}
