import type { CalendarRef } from '../../schemas/model/event.js';

/** True if a name matches the calendar's id, its name in any case, or `account/name`. */
export function isCalendarNamed({ id, name, account }: CalendarRef, asked: string): boolean {
  const wanted = foldCalendarName(asked);
  return (
    id === asked || foldCalendarName(name) === wanted || foldCalendarName(`${account}/${name}`) === wanted
  );
}

/** Folds Unicode form, white space and case, because names that look the same are equal. */
export function foldCalendarName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
