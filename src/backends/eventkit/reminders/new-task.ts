import type { Patch } from '../../../../compilers/pushdown/target.js';
import { kitEventHref, kitList } from '../../../../compilers/targets/eventkit/calendar-address.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Receipt } from '../../../ports/backend.js';
import type { Session } from '../process/session.js';
import type { UidNotes } from '../uid-notes.js';
import { claimedCreate } from '../write/claimed-create.js';
import { STAMP, sentTo } from '../write/kit-door.js';
import { lookUp, notKept } from '../write/write-outcome.js';
import type { TaskReader } from './task-reader.js';
import { taskReceipt } from './task-receipt.js';
import { readWantedTask, taskChanges, type WantedTask } from './wanted-task.js';

export interface TaskWriterParts {
  readonly session: Session;
  readonly reader: TaskReader;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
  readonly now: () => Instant;
}

const never = new AbortController().signal;
const BARE: WantedTask = {
  uid: '',
  title: '',
  place: '',
  notes: '',
  link: '',
  priority: 0,
  done: false,
  doneAt: null,
  due: null,
  start: null,
  rule: null,
  alarms: [],
  at: null,
};

/** Creates reminders, one per UID. */
export function createNewTasks({ session, reader, notes, mac, now }: TaskWriterParts) {
  const { make, requireNone } = claimedCreate<WantedTask>({
    notes,
    now,
    holds: async (calendar, href) => (await reader.one(calendar, href)) !== undefined,
    send: (calendar, wanted) => {
      const asked = { to: kitList(calendar), set: taskChanges(BARE, wanted) };
      return sentTo(session, 'tasks.save', asked, ({ task }) => task.item);
    },
    lost: async (calendar, wanted, { since }) => {
      const { tasks } = await session.read('tasks.list', { list: kitList(calendar) }, never);
      const known = await notes.all(calendar.id);
      return tasks.find(
        ({ item, title, due, created }) =>
          (created ?? 0) >= since - STAMP &&
          title === wanted.title &&
          JSON.stringify(due) === JSON.stringify(wanted.due) &&
          !known.has(item),
      )?.item;
    },
  });

  async function create(patch: Extract<Patch, { kind: 'create' }>): Promise<Receipt> {
    const { calendar, ics } = patch;
    const wanted = readWantedTask(ics, mac());
    const uid = wanted.uid === '' ? patch.uid : wanted.uid;
    const item = await make(calendar, uid, wanted);
    const stored = await lookUp(() => reader.one(calendar, kitEventHref(calendar.href, item)), undefined);
    if (stored !== undefined) return taskReceipt(stored, wanted, ics, mac());
    await notes.remove(calendar.id, uid);
    throw notKept();
  }

  return { create, requireNone };
}
