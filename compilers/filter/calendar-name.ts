import type { CalendarRef } from '../../schemas/model/event.js';

/** Whether a calendar answers to a name: its id, its name in any case, or `account/name`. */
export function isNamed({ id, name, account }: CalendarRef, asked: string): boolean {
  const wanted = foldedName(asked);
  return id === asked || foldedName(name) === wanted || foldedName(`${account}/${name}`) === wanted;
}

/** A name as people compare it: whatever looks the same is the same. */
export function foldedName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
