import type { z } from 'zod/v3';
import { branchFor, knownKeys, locate, memberSchema, valueAt } from '../input/schema-walk.js';
import { keyAlias } from './aliases.js';
import { likelyKeys } from './did-you-mean.js';
import type { AskedCall, Path } from './finding.js';
import { fold } from './fold-name.js';

/** Objects whose keys models often write one level too high. */
const CONTAINERS = [
  'query',
  'mutation',
  'analysis',
  'data',
  'changes',
  'filters',
  'params',
  'scope',
  'recurrence',
];

/** Keys of the call itself; inside a part of an event, the same word is about that part. */
const OF_CALL = new Set([
  'dryRun',
  'notify',
  'timezone',
  'scope',
  'ifMatch',
  'idempotencyKey',
  'allowConflicts',
]);

interface Located {
  readonly schema: z.ZodTypeAny;
  readonly value: unknown;
}

interface Guess {
  readonly key: string;
  /** Suggestions, best first: relative to here, or from the root if the key belongs higher. */
  readonly likely: readonly string[];
  readonly to: Path | undefined;
}

/** The likely place of an unknown key. */
export function guessOf(key: string, path: Path, at: Located, call: AskedCall): Guess {
  const near = likelyPlaces(key, at.schema, at.value);
  const above = near.length > 0 ? undefined : placeAbove(key, path, call);
  if (above !== undefined) return { key, likely: [above.join('.')], to: above };
  const likely = near.length > 0 ? near : likelyKeys(key, knownKeys(at.schema));
  return { key, likely, to: likely[0] === undefined ? undefined : [...path, ...likely[0].split('.')] };
}

/**
 * The place of a key that was written too deep: an object above, or another part of it. Without its `dryRun` or
 * `notify`, an example would be a different call.
 */
function placeAbove(key: string, path: Path, { schema, value }: AskedCall): Path | undefined {
  const isOfPart = isPartOfEvent(path);
  for (let length = path.length - 1; length > 0; length -= 1) {
    const above = path.slice(0, length);
    const at = locate(schema, value, above);
    if (at === undefined) return undefined;
    const known = knownKeys(at.schema);
    const same = known.find((name) => fold(name) === fold(key)) ?? guardAlias(key, known);
    if (same !== undefined && (!isOfPart || OF_CALL.has(same))) return [...above, same];
    if (isOfPart) continue;
    const beside = partsOf(at.schema, at.value).find(({ keys }) => keys.includes(key));
    if (beside !== undefined) return [...above, beside.name, key];
  }
  return undefined;
}

/** True for a person, a reminder or a proposal, whose status or title is not the event's. */
function isPartOfEvent(path: Path): boolean {
  const [holder = '', ...around] = path.toReversed();
  return (
    holder === 'propose' ||
    (!CONTAINERS.includes(String(holder)) && around.some((name) => name === 'data' || name === 'changes'))
  );
}

/** An alias of a key that prevents harm. */
function guardAlias(key: string, known: readonly string[]): string | undefined {
  const name = keyAlias(key, known);
  return name === 'dryRun' || name === 'scope' || name === 'ifMatch' ? name : undefined;
}

/** Members that have keys of their own. */
function partsOf(
  schema: z.ZodTypeAny,
  value: unknown,
): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  const known = knownKeys(schema);
  // An object with an id takes no filters.
  const isNamed = valueAt(value, 'id') !== undefined;
  return CONTAINERS.filter((name) => known.includes(name) && !(isNamed && name === 'filters')).map((name) => {
    const member = memberSchema(schema, name);
    return { name, keys: member === undefined ? [] : knownKeys(branchFor(member, valueAt(value, name))) };
  });
}

/** Likely places of a key: here under another name, or one level down. */
function likelyPlaces(key: string, schema: z.ZodTypeAny, value: unknown): readonly string[] {
  const below = partsOf(schema, value);
  const exact = below.flatMap(({ name, keys }) => {
    const same = keys.includes(key) ? key : keys.find((known) => fold(known) === fold(key));
    return same === undefined ? [] : [`${name}.${same}`];
  });
  if (exact.length > 0) return exact;
  const alias = keyAlias(key, knownKeys(schema));
  if (alias !== undefined) return [alias];
  return below.flatMap(({ name, keys }) => {
    const right = keyAlias(key, keys);
    return right === undefined ? [] : [`${name}.${right}`];
  });
}
