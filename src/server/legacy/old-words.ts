import { defined } from '../../../schemas/model/defined.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { ONLY_FORM } from '../../../schemas/tools/examples.js';
import type { FailureBody } from '../answers/error-envelope.js';

/** A `tools/call` request of a builder tool. */
export interface BuilderCall {
  readonly name: 'calendar_read' | 'calendar_write' | 'calendar_analyze';
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A profile's names for the parts of a builder call. */
export interface OldWords {
  /** Old arguments by the key of a builder call, or by its key and list index. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Advice by error code, for suggestions that only fit builder tools. */
  readonly advice: Readonly<Partial<Record<FailureBody['code'], string>>>;
}

/** A call of an old tool, and its failed builder call. */
export interface FailedCall {
  readonly given: unknown;
  readonly made: BuilderCall;
}

interface Place {
  readonly keys: readonly string[];
  readonly value: unknown;
}

const IS_INDEX = /^\d+$/;
/** Terms that only builder tools have. */
const BUILDER_ONLY = /calendar_(?:read|write|analyze)|\{"|[Ss]cope "|idempotencyKey|durationMinutes/;

/** Rewrites the error of a builder call for the old call. */
export function inOldWords(error: FailureBody, call: FailedCall, words: OldWords): FailureBody {
  const { path, suggestion, example, violations, didYouMean, ...rest } = error;
  const place = (pointer: unknown) => pointerOf(placeOf(String(pointer), call, words)?.keys);
  const corrected = oldExample(example, call, words);
  const ours = corrected === undefined && isContinuation(error, call.made) ? example : undefined;
  const nearest = `The nearest call is ${call.made.name} with the arguments in \`example\`.`;
  const isOwn = suggestion !== undefined && fitsOldTool(suggestion, corrected !== undefined);
  const own = isOwn ? suggestion : words.advice[error.code];
  const advice = ours === undefined ? own : nearest;
  const at = typeof path === 'string' ? place(path) : undefined;
  return {
    ...rest,
    message: renamed(error.message, call, words),
    ...defined({ path: at, didYouMean }),
    ...(advice !== undefined && { suggestion: renamed(advice, call, words) }),
    ...(Array.isArray(violations) && {
      violations: violations.map((one) => ({ ...one, path: place(one.path) ?? at })),
    }),
    ...((corrected ?? ours) !== undefined && { example: corrected ?? ours }),
  };
}

/** True if the example does what was requested, although the old tool cannot express it. */
function isContinuation({ example, suggestion = '' }: FailureBody, made: BuilderCall): boolean {
  const [[root = '', sent] = []] = Object.entries(made.arguments);
  const shown = isRecord(example) ? example[root] : undefined;
  if (!isRecord(sent) || !isRecord(shown) || String(suggestion).includes(ONLY_FORM)) return false;
  return root === 'mutation' && sent.operation === shown.operation && sent.operation !== 'create';
}

/** True if the text has no builder-only terms, and mentions an example only if there is one. */
function fitsOldTool(suggestion: string, hasExample: boolean): boolean {
  return !BUILDER_ONLY.test(suggestion) && (hasExample || !/\bexample\b/.test(suggestion));
}

/** Finds the argument behind a place in the builder call: by equal value, otherwise by name. */
function placeOf(pointer: string, { given, made }: FailedCall, { names }: OldWords): Place | undefined {
  const keys = pointer.split('/').slice(1);
  const indexes = keys.filter((key) => IS_INDEX.test(key)).join();
  for (let end = keys.length; end > 0; end--) {
    const old = namesOf(keys.slice(0, end), names);
    const said = valueAt(made.arguments, keys.slice(0, end));
    const found = placesIn(given).filter((place) => old.includes(place.keys.at(-1) ?? ''));
    const isIn = (place: Place) => place.keys.filter((key) => IS_INDEX.test(key)).join() === indexes;
    const best = found.find(({ value }) => isSame(value, said)) ?? found.find(isIn) ?? found[0];
    if (best === undefined) continue;
    const below = keys.slice(end);
    const inner = valueAt(best.value, below);
    return inner === undefined ? best : { keys: [...best.keys, ...below], value: inner };
  }
  return undefined;
}

function namesOf(keys: readonly string[], names: OldWords['names']): readonly string[] {
  return names[keys.slice(-2).join('/')] ?? names[keys.at(-1) ?? ''] ?? [];
}

function placesIn(value: unknown, keys: readonly string[] = []): readonly Place[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [{ keys, value }, ...below.flatMap(([key, inner]) => placesIn(inner, [...keys, key]))];
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** True if our value contains the old one; some old times have a space. */
function isSame(old: unknown, ours: unknown): boolean {
  if (typeof old !== 'string' || typeof ours !== 'string' || old === '')
    return old === ours && old !== undefined;
  return ours.includes(old.replace(/^(\d{4}-\d\d-\d\d) /, '$1T')) || (ours !== '' && old.startsWith(ours));
}

function pointerOf(keys: readonly string[] | undefined): string | undefined {
  return keys === undefined || keys.length === 0 ? undefined : `/${keys.join('/')}`;
}

/** Replaces keys in backticks by the old names. */
function renamed(text: string, call: FailedCall, words: OldWords): string {
  return text.replace(/`(\w+)`/g, (same, key: string) => {
    const [usual] = words.names[key] ?? [];
    const name = placeOf(`/${key}`, call, words)?.keys.at(-1) ?? usual;
    return name === undefined ? same : `\`${name}\``;
  });
}

/** Applies the corrections of an example to the old call; undefined if the example is a different call. */
function oldExample(example: unknown, call: FailedCall, words: OldWords): unknown {
  const corrections = isRecord(example) ? differences(call.made.arguments, example) : undefined;
  if (corrections === undefined || corrections.length === 0 || !isRecord(call.given)) return undefined;
  const corrected = structuredClone(call.given);
  for (const { keys, value } of corrections) {
    const at = placeOf(pointerOf(keys) ?? '', call, words);
    if (typeof at?.value !== 'string' || typeof value !== 'string') return undefined;
    const last = at.keys.at(-1) ?? '';
    const parent = valueAt(corrected, at.keys.slice(0, -1));
    if (typeof parent !== 'object' || parent === null) return undefined;
    Reflect.set(parent, last, inForm(value, at.value));
  }
  return corrected;
}

/** Converts a value to the form of the old one: `09:30`, or a time with a space. */
function inForm(value: string, old: string): string {
  if (/^\d\d:\d\d$/.test(old)) return value.slice(-5);
  return /^\d{4}-\d\d-\d\d /.test(old) ? value.replace('T', ' ') : value;
}

/** Leaves that differ; undefined if one is missing or of another type. */
function differences(
  ours: unknown,
  example: unknown,
  keys: readonly string[] = [],
): readonly Place[] | undefined {
  if (typeof ours !== 'object' || ours === null || typeof example !== 'object' || example === null) {
    return ours === example ? [] : ours === undefined ? undefined : [{ keys, value: example }];
  }
  const names = new Set([...Object.keys(ours), ...Object.keys(example)]);
  const all: Place[] = [];
  for (const name of names) {
    const below = differences(Reflect.get(ours, name), Reflect.get(example, name), [...keys, name]);
    if (below === undefined) return undefined;
    all.push(...below);
  }
  return all;
}
