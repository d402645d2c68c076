import type { Finding, Path } from '../diagnostics/finding.js';
import { MAX_FILTER_NODES } from '../input/filter.js';
import { isRecord } from '../model/is-record.js';
import { pointer } from '../model/pointer.js';

/** Characters of one text. */
export const MAX_TEXT = 100_000;
/** Characters of one call, including keys. */
export const MAX_CALL = 1_000_000;
/** Levels of nesting: more than the deepest filter in a batch needs. */
export const MAX_DEPTH = 64;
const MAX_VALUES = 50_000;
/** Filters inside AND and OR of one call. The schema validates each with the whole grammar before counting. */
const MAX_LOGIC = 5 * MAX_FILTER_NODES;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Place | undefined;
  readonly depth: number;
}

/**
 * Checks the raw shape of a value: too deep, too large, or with keys that reach into prototypes. Iterative, to avoid a
 * stack overflow here and in later steps. `path` is the place of the value.
 */
export function limitFinding(root: unknown, path: Path = []): Finding | undefined {
  const pending: Place[] = [{ value: root, key: '', parent: undefined, depth: path.length }];
  let size = 0;
  let count = 0;
  let filters = 0;
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value, depth } = place;
    const violation = (message: string, at: Place | undefined) => tooMuch([...path, ...trail(at)], message);
    count += 1;
    if (typeof value === 'string') size += value.length;
    if (size > MAX_CALL) return violation(`The call is larger than ${MAX_CALL} characters.`, undefined);
    if (count > MAX_VALUES) return violation(`The call has more than ${MAX_VALUES} values.`, undefined);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH)
      return violation(`The call is nested deeper than ${MAX_DEPTH} levels.`, undefined);
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    const length = Array.isArray(value) ? value.length : (keys?.length ?? 0);
    if (count + pending.length + length > MAX_VALUES) {
      return violation(`The call has more than ${MAX_VALUES} values.`, undefined);
    }
    if (Array.isArray(value) && /^(?:and|or)$/i.test(String(place.key))) filters += length;
    if (filters > MAX_LOGIC) {
      return violation(
        `A filter has at most ${MAX_FILTER_NODES} parts; use {any: […]} for lists of values.`,
        place,
      );
    }
    for (let index = length - 1; index >= 0; index -= 1) {
      const key = keys?.[index] ?? index;
      if (typeof key === 'string') {
        size += key.length;
        if (FORBIDDEN_KEYS.has(key))
          return violation('This key is not allowed.', { ...place, key, parent: place });
      }
      pending.push({ value: member(value, key), key, parent: place, depth: depth + 1 });
    }
  }
  return undefined;
}

function tooMuch(path: Path, message: string): Finding {
  return { path, violation: { code: 'INVALID_ARGUMENT', path: pointer(path), message }, fixes: [] };
}

function member(value: object, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) ? value[key] : undefined;
}

function trail(place: Place | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = place; at?.parent !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

/** The first text that is too long; runs after embedded JSON is parsed. */
export function longTextFinding(root: unknown): Finding | undefined {
  const pending: { readonly value: unknown; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value, path } = place;
    // An iCalendar text can be as long as a call.
    if (typeof value === 'string' && value.length > MAX_TEXT && path.at(-1) !== 'ics') {
      return tooMuch(path, `The text is longer than ${MAX_TEXT} characters.`);
    }
    for (const [key, entry] of members(value)) pending.push({ value: entry, path: [...path, key] });
  }
  return undefined;
}

function members(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((entry: unknown, index) => [index, entry] as const);
  return isRecord(value) ? Object.entries(value) : [];
}
