import type { CalendarRef } from '../../schemas/model/event.js';

/** Whether a calendar answers to a name: its id, its name in any case, or `account/name`. */
export function isCalendarNamed({ id, name, account }: CalendarRef, asked: string): boolean {
  const wanted = foldCalendarName(asked);
  return (
    id === asked || foldCalendarName(name) === wanted || foldCalendarName(`${account}/${name}`) === wanted
  );
}

/** A name as people compare it: whatever looks the same is the same. */
export function foldCalendarName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
