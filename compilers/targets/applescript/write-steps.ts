import type { Wall } from '../../../schemas/model/time.js';
import { LIMITS, refused } from './limits.js';
import { changesBetween, type ScriptEvent } from './script-event.js';

/** A changed occurrence: an event of its own in Calendar, and an excluded date of its series. */
export interface ScriptOverride {
  /** The start that it stands for. */
  readonly original: Wall;
  readonly event: ScriptEvent;
}

/** An event or series as scripts can hold it. */
export interface ScriptObject {
  readonly master: ScriptEvent;
  /** By their originals. */
  readonly overrides: readonly ScriptOverride[];
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

/** One event to make, change or delete: the series itself, or the occurrence that stands for `original`. */
export type WriteStep = StoreStep | { readonly kind: 'delete'; readonly original?: Wall };

interface StoreStep {
  readonly kind: 'create' | 'update';
  readonly original?: Wall;
  readonly event: ScriptEvent;
}

/** A new object: the series first, so that nothing is left over when it is refused. */
export function createSteps(wanted: WantedObject): readonly StoreStep[] {
  if (wanted.guests.length > 0) throw noInvitations();
  if (wanted.master.state === 'tentative') throw refused(LIMITS.tentative);
  return [
    { kind: 'create', event: withExclusions(wanted) },
    ...wanted.overrides.map(({ original, event }) => ({ kind: 'create' as const, original, event })),
  ];
}

/**
 * What turns one object into another. New occurrences are made before the series leaves their dates out: a failure
 * between the two shows an occurrence twice, and never not at all.
 */
export function replaceSteps(before: HeldObject, wanted: WantedObject): readonly WriteStep[] {
  if (before.guests.join('\n') !== wanted.guests.join('\n')) throw noInvitations();
  if (wanted.master.state === 'tentative' && before.master.state !== 'tentative')
    throw refused(LIMITS.tentative);
  const kept = new Map(before.overrides.map(({ original, event }) => [original, event]));
  const steps: WriteStep[] = [];
  for (const { original, event } of wanted.overrides) {
    if (!kept.has(original)) steps.push({ kind: 'create', original, event });
  }
  const master = withExclusions(wanted);
  if (changesBetween(before.master, master).length > 0) steps.push({ kind: 'update', event: master });
  for (const { original, event } of wanted.overrides) {
    const old = kept.get(original);
    if (old !== undefined && changesBetween(old, event).length > 0)
      steps.push({ kind: 'update', original, event });
    kept.delete(original);
  }
  for (const original of kept.keys()) steps.push({ kind: 'delete', original });
  // A change of which nothing would be left must not look like a success.
  if (steps.length === 0 && wanted.lossy) throw refused(LIMITS.zones);
  return steps;
}

export function deleteSteps(before: HeldObject): readonly WriteStep[] {
  return [
    { kind: 'delete' },
    ...before.overrides.map(({ original }) => ({ kind: 'delete' as const, original })),
  ];
}

/** A move is a copy there and a deletion here: what a copy would lose, or may not be deleted, is refused. */
export function requireMovable(before: HeldObject): void {
  if (before.master.rule !== '') throw refused(LIMITS.movedSeries, 'Ask the user to move it in Calendar.');
  if (before.unreadableFields.length > 0)
    throw refused({
      ...LIMITS.movedAttendees,
      what: `moving an event whose ${before.unreadableFields.join(' and ')} could not be read`,
    });
  if (before.guests.length > 0) throw refused(LIMITS.movedAttendees, 'Ask the user to move it in Calendar.');
  if (before.fixedAlarms) throw refused(LIMITS.movedAlarms, 'Ask the user to move it in Calendar.');
}

/**
 * Whether steps rely on behaviour that was never observed on a Mac: occurrences left out of a series, a series that
 * ends earlier.
 */
export function isExperimental(before: HeldObject | undefined, steps: readonly WriteStep[]): boolean {
  return steps.some((step) => {
    if (step.original !== undefined) return true;
    if (before === undefined || step.kind !== 'update' || before.master.rule === '') return false;
    const changes = changesBetween(before.master, step.event);
    return changes.some(({ kind }) => kind === 'excluded' || kind === 'rule');
  });
}

/** The series as Calendar is to hold it: occurrences that are events of their own do not take place in it. */
export function withExclusions({ master, overrides }: ScriptObject): ScriptEvent {
  if (overrides.length === 0) return master;
  const walls = new Set([...master.excluded, ...overrides.map(({ original }) => original)]);
  return { ...master, excluded: [...walls].sort((a, b) => a - b) };
}

function noInvitations() {
  return refused(
    LIMITS.attendees,
    'Leave attendees out, use a calendar of another account, or ask the user to invite and answer in Calendar.',
  );
}
