import type { Zone } from '../../../../compilers/time/zone.js';
import type { Receipt } from '../../../ports/backend.js';
import type { KitTask } from './task-reader.js';
import { isSameTask, readWantedTask, type WantedTask } from './wanted-task.js';

const RULE_GONE = 'Reminders keeps no rule of a series that is done.';

/** `ics`: the text that was sent. */
export function taskReceipt({ object }: KitTask, wanted: WantedTask, ics: string, mac: Zone): Receipt {
  const { href, etag, ics: stored } = object;
  const notes = wanted.done && /^RRULE[:;]/m.test(ics) ? [RULE_GONE] : [];
  const isSame = isSameTask({ ...readWantedTask(stored, mac), uid: wanted.uid }, wanted);
  return {
    href,
    etag,
    ics: stored,
    serverChanged: notes.length > 0 || !isSame,
    ...(notes.length > 0 && { notes }),
  };
}
