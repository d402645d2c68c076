import { LIMITS, refused } from './limits.js';
import { changesBetween, type EventChange, type ScriptEvent } from './script-event.js';

/** An event or series as scripts can hold it. */
interface ScriptObject {
  readonly event: ScriptEvent;
  /** Addresses and answers, to see whether they are to be changed. */
  readonly guests: readonly string[];
}

/** What is to be stored. */
export interface WantedObject extends ScriptObject {
  /** Something that changes nothing of the event is not kept: its zone, a language. */
  readonly lossy: boolean;
}

/** What is stored. */
export interface HeldObject extends ScriptObject {
  /** It has alarms at fixed dates, which scripts can neither read nor set. */
  readonly fixedAlarms: boolean;
  /** What Calendar did not tell, and a copy would lose. */
  readonly unreadableFields: readonly ('attendees' | 'reminders')[];
}

/** Throws where an object cannot be made. */
export function requireCreatable(wanted: WantedObject): void {
  if (wanted.guests.length > 0) throw noInvitations();
  if (wanted.event.state === 'tentative') throw refused(LIMITS.tentative);
}

/** What turns one object into another; throws where a part of it cannot be done. */
export function changesOf(before: HeldObject, wanted: WantedObject): readonly EventChange[] {
  if (before.guests.join('\n') !== wanted.guests.join('\n')) throw noInvitations();
  if (wanted.event.state === 'tentative' && before.event.state !== 'tentative')
    throw refused(LIMITS.tentative);
  const changes = changesBetween(before.event, wanted.event);
  // A change of which nothing would be left must not look like a success.
  if (changes.length === 0 && wanted.lossy) throw refused(LIMITS.zones);
  return changes;
}

/** A move is a copy there and a deletion here: what a copy would lose, or may not be deleted, is refused. */
export function requireMovable(before: HeldObject): void {
  if (before.event.rule !== '') throw refused(LIMITS.movedSeries, 'Ask the user to move it in Calendar.');
  if (before.unreadableFields.length > 0)
    throw refused({
      ...LIMITS.movedAttendees,
      what: `moving an event whose ${before.unreadableFields.join(' and ')} could not be read`,
    });
  if (before.guests.length > 0) throw refused(LIMITS.movedAttendees, 'Ask the user to move it in Calendar.');
  if (before.fixedAlarms) throw refused(LIMITS.movedAlarms, 'Ask the user to move it in Calendar.');
}

/** Whether changes rely on what no Mac has shown: dates left out of a series, a series that ends earlier. */
export function isExperimental(before: ScriptEvent, changes: readonly EventChange[]): boolean {
  return before.rule !== '' && changes.some(({ kind }) => kind === 'excluded' || kind === 'rule');
}

function noInvitations() {
  return refused(
    LIMITS.attendees,
    'Leave attendees out, use a calendar of another account, or ask the user to invite and answer in Calendar.',
  );
}
