import type { FixedValue } from '../input/rules.js';
import { inside, valueAt } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';

type Path = readonly (string | number)[];

/** A change at one place of a call. `move` moves the value, unless the target is taken. */
export interface PlacedFix {
  readonly path: Path;
  readonly fix: { readonly kind: 'remove' } | FixedValue | { readonly kind: 'move'; readonly to: Path };
}

const REMOVED = Symbol('removed');

/** Applies all fixes to a copy of the call. */
export function applyFixes(call: unknown, fixes: readonly PlacedFix[]): unknown {
  return swept(fixes.reduce(applied, call));
}

function applied(call: unknown, { path, fix }: PlacedFix): unknown {
  switch (fix.kind) {
    case 'remove':
      return replaced(call, path, REMOVED);
    case 'set':
      return replaced(call, path, fix.value);
    case 'move': {
      const without = replaced(call, path, REMOVED);
      return isFree(without, fix.to) ? replaced(without, fix.to, inside(call, path)) : without;
    }
  }
}

/** True if the place is empty, and everything above it is an object, a list or missing. */
function isFree(call: unknown, path: Path): boolean {
  if (inside(call, path) !== undefined) return false;
  return path.every((_, length) => {
    const above = inside(call, path.slice(0, length));
    return above === undefined || isRecord(above) || Array.isArray(above);
  });
}

function replaced(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => (index === Number(key) ? replaced(entry, rest, to) : entry));
  }
  const record = isRecord(value) ? value : {};
  return { ...record, [key]: replaced(valueAt(record, key), rest, to) };
}

function swept(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isGone(entry)).map(swept);
  if (!isRecord(value)) return value === REMOVED ? undefined : value;
  const kept = Object.entries(value).filter(([, entry]) => !isGone(entry));
  return Object.fromEntries(kept.map(([key, entry]) => [key, swept(entry)]));
}

/** True if removed, or a list of only removed entries: as a change, an empty list would clear. */
function isGone(value: unknown): boolean {
  return value === REMOVED || (Array.isArray(value) && value.length > 0 && value.every(isGone));
}
