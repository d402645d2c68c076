/** Why a script gave no answer. `number` is what AppleScript or the script itself reports. */
export type FailureKind =
  | 'reported'
  | 'deadline'
  | 'busy'
  | 'crashed'
  | 'missing'
  | 'too long'
  | 'garbled'
  | 'cancelled';

/** A script that did not end well; becomes a CalendarError where it is known what was being done. */
export class ScriptFailure extends Error {
  override readonly name = 'ScriptFailure';

  constructor(
    readonly kind: FailureKind,
    readonly number?: number,
  ) {
    super(number === undefined ? kind : `${kind} ${number}`);
  }
}

/**
 * Numbers that our scripts raise before they change anything, and never later (see scripts/). Whatever macOS or Calendar
 * reports may lie behind the first of several changes, even that it is not allowed.
 */
const BEFORE_ANY_CHANGE: ReadonlySet<number> = new Set([7001, 7005, 7006, 7010, 7011, 7012]);

export function wasBeforeAnyChange({ kind, number = 0 }: ScriptFailure): boolean {
  if (kind === 'missing' || kind === 'too long' || kind === 'busy') return true;
  return kind === 'reported' && BEFORE_ANY_CHANGE.has(number);
}

/** Calendar was closed or went away; it can be opened and asked again. */
export function isNotRunning({ kind, number = 0 }: ScriptFailure): boolean {
  return kind === 'reported' && (number === -600 || number === -609);
}

/** What was read changed meanwhile: rows moved, or are no longer there. */
export function hasMoved({ kind, number = 0 }: ScriptFailure): boolean {
  return kind === 'reported' && (number === 7011 || number === -1719 || number === -1728);
}

/** Numbers about the whole application or calendar rather than one event. */
const OF_THE_WHOLE: ReadonlySet<number> = new Set([
  -128, -600, -609, -1708, -1712, -1719, -1743, -1744, -2740, -2741, -2753, -10004, -10810,
]);

/** Whether a run over several events may have failed over one of them. */
export function mayBeOfOneEvent({ kind, number = 0 }: ScriptFailure): boolean {
  if (kind === 'deadline' || kind === 'crashed') return true;
  return kind === 'reported' && number < 0 && !OF_THE_WHOLE.has(number);
}

/** It is unknown whether Calendar carries on with the request; 7013: it has a partly created event. */
export function isTimeout({ kind, number = 0 }: ScriptFailure): boolean {
  if (kind === 'deadline' || kind === 'cancelled' || kind === 'crashed') return true;
  return number === -1712 || number === -609 || number === 7013;
}
