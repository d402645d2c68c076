/** Causes: no answer, an invalid answer, or an error from the script. */
export type KitFailureKind = 'missing' | 'died' | 'deadline' | 'garbled' | 'denied' | 'reported';

/** A failed request; the caller turns it into a CalendarError. */
export class KitFailure extends Error {
  override readonly name = 'KitFailure';

  constructor(
    readonly kind: KitFailureKind,
    /** One of our words, from the script. */
    readonly reason = '',
    /** Code of the NSError, if any. */
    readonly number = 0,
  ) {
    super(`${kind} ${reason} ${number}`.trim());
  }
}

const BEFORE_ANY_CHANGE: ReadonlySet<string> = new Set([
  'gone',
  'changed',
  'read-only',
  'calendar gone',
  'not empty',
  'no account',
  'link',
  'operation',
]);

/** True if nothing was changed for certain. */
export function leftKitUnchanged({ kind, reason }: KitFailure): boolean {
  return kind === 'missing' || kind === 'denied' || (kind === 'reported' && BEFORE_ANY_CHANGE.has(reason));
}
