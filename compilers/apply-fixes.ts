import { type Fix, isRecord } from '../schemas/rules.js';

/** Keys from the root of a call (`query`, `filters`, `OR`, 0 …). */
export type InputPath = readonly (string | number)[];

export interface Located {
  /** Begins with the root key. */
  readonly at: InputPath;
  readonly fix: Fix;
}

/** A copy of the input with every fix made; paths begin with the root key, which `input` is the value of. */
export function applyFixes<Input>(input: Input, fixes: readonly Located[]): Input {
  const copy = structuredClone(input);
  // Last first, so that removing an entry of a list does not move the places of the others.
  for (const { at, fix } of [...fixes].reverse()) {
    const path = at.slice(1);
    const key = path.at(-1);
    const parent = path.slice(0, -1).reduce(child, copy);
    if (key === undefined) continue;
    if (fix.kind === 'set') assign(parent, key, fix.value);
    else {
      const value = child(parent, key);
      remove(parent, key);
      const target = fix.kind === 'move' ? fix.to.slice(1) : [];
      const last = target.at(-1);
      if (last !== undefined) assign(target.slice(0, -1).reduce(child, copy), last, value);
    }
  }
  return copy;
}

function child(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function assign(parent: unknown, key: string | number, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else if (isRecord(parent)) Object.assign(parent, { [key]: value });
}

function remove(parent: unknown, key: string | number): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (isRecord(parent)) Reflect.deleteProperty(parent, key);
}
