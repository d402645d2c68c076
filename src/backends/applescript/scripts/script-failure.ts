/** `number` comes from AppleScript or from the script itself. */
export type FailureKind =
  | 'reported'
  | 'deadline'
  | 'busy'
  | 'crashed'
  | 'missing'
  | 'too long'
  | 'garbled'
  | 'cancelled';

/** A failed script; the caller turns it into a CalendarError. */
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
 * Numbers that our scripts raise only before their first change (see scripts/). Errors of macOS or Calendar,
 * even "not allowed", may come after one.
 */
const BEFORE_ANY_CHANGE: ReadonlySet<number> = new Set([7001, 7005, 7006, 7010, 7011, 7012]);

export function wasBeforeAnyChange({ kind, number = 0 }: ScriptFailure): boolean {
  if (kind === 'missing' || kind === 'too long' || kind === 'busy') return true;
  return kind === 'reported' && BEFORE_ANY_CHANGE.has(number);
}

/** Calendar quit; it can be opened and asked again. */
export function isNotRunning({ kind, number = 0 }: ScriptFailure): boolean {
  return kind === 'reported' && (number === -600 || number === -609);
}

/** Rows moved or disappeared since they were read. */
export function hasMoved({ kind, number = 0 }: ScriptFailure): boolean {
  return kind === 'reported' && (number === 7011 || number === -1719 || number === -1728);
}

/** Errors of the whole application or calendar, not of one event. */
const OF_THE_WHOLE: ReadonlySet<number> = new Set([
  -128, -600, -609, -1708, -1712, -1719, -1743, -1744, -2740, -2741, -2753, -10004, -10810,
]);

/** True if a batch may have failed because of one event. */
export function mayBeOfOneEvent({ kind, number = 0 }: ScriptFailure): boolean {
  if (kind === 'deadline' || kind === 'crashed') return true;
  return kind === 'reported' && number < 0 && !OF_THE_WHOLE.has(number);
}

/** Calendar may still be working on the request. 7013: an event was partly created. */
export function isTimeout({ kind, number = 0 }: ScriptFailure): boolean {
  if (kind === 'deadline' || kind === 'cancelled' || kind === 'crashed') return true;
  return number === -1712 || number === -609 || number === 7013;
}
