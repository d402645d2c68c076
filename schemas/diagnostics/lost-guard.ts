import { isRecord } from '../input/rules.js';
import { inside } from '../input/schema-walk.js';
import type { PlacedFix } from './apply-fixes.js';
import type { Finding } from './finding.js';
import { fold } from './fold-name.js';

/** What limits a write, in folded names. */
const GUARDS: ReadonlySet<string> = new Set([
  ...['dryrun', 'scope', 'ifmatch', 'undotoken', 'allowconflicts'],
  ...['notify', 'sendupdates', 'sendnotifications', 'recurrenceid', 'originalstart', 'originalstarttime'],
]);

/**
 * Whether leaving out this value makes a write do more than was asked for. A `scope` that an operation does not know
 * limits nothing, except that of a batch, which was meant for its operations.
 */
export function isLostGuard(call: unknown, { violation }: Finding, { path, fix }: PlacedFix): boolean {
  const key = path.at(-1);
  const isIdle = key === 'scope' && violation.code === 'UNKNOWN_FIELD' && fix.kind === 'remove';
  if (isIdle) return inside(call, [...path.slice(0, -1), 'operation']) === 'batch';
  const value = inside(call, path);
  return isGuard(key) || (isRecord(value) && Object.keys(value).some(isGuard));
}

function isGuard(key: string | number | undefined): boolean {
  return typeof key === 'string' && GUARDS.has(fold(key));
}
