import { inside } from '../input/schema-walk.js';
import { pointer } from '../model/pointer.js';
import type { AskedCall, Finding, Path } from './finding.js';
import { meantShift } from './suggest-value.js';

/** `"+30"`, `-15` as a new length: a relative change has its own key. */
export function changeOfLength(path: Path, { value }: AskedCall): Finding | undefined {
  if (path.at(-1) !== 'durationMinutes' || path.at(-2) !== 'changes') return undefined;
  const given = inside(value, path);
  const text = typeof given === 'number' ? `${given}` : given;
  const minutes = typeof text === 'string' && /^\s*[+-]/.test(text) ? meantShift(text) : undefined;
  if (minutes === undefined) return undefined;
  const message = '`durationMinutes` says how long the event is, not by how much longer.';
  return {
    path,
    violation: { code: 'INVALID_ARGUMENT', path: pointer(path), message },
    fixes: [
      { path, fix: { kind: 'remove' } },
      { path: [...path.slice(0, -1), 'extendMinutes'], fix: { kind: 'set', value: minutes } },
    ],
    suggestion: 'Use extendMinutes.',
  };
}
