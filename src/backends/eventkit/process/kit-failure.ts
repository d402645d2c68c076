/** Why there is no answer: none came, it was none, or the script says why not. */
export type KitFailureKind = 'missing' | 'died' | 'deadline' | 'garbled' | 'denied' | 'reported';

/** A request without a result; becomes a CalendarError where it is known what was being done. */
export class KitFailure extends Error {
  override readonly name = 'KitFailure';

  constructor(
    readonly kind: KitFailureKind,
    /** What the script reports, a word of ours. */
    readonly reason = '',
    /** Of the NSError, if any. */
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

/** Whether it is certain that nothing was changed. */
export function leftKitUnchanged({ kind, reason }: KitFailure): boolean {
  return kind === 'missing' || kind === 'denied' || (kind === 'reported' && BEFORE_ANY_CHANGE.has(reason));
}
