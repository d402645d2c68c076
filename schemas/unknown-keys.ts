import type { z } from 'zod/v3';
import { likelyKeys } from './did-you-mean.js';
import { exampleCall, type ToolName } from './examples.js';
import type { Call, Finding, Path } from './finding.js';
import { keyAlias } from './key-mistakes.js';
import { notYet } from './not-yet.js';
import { plainKey, pointer } from './pointer.js';
import type { PlacedFix } from './repair.js';
import { branchFor, inside, knownKeys, locate, memberSchema, valueAt } from './schema-walk.js';

/** Objects whose keys are often written one level too high. */
const CONTAINERS = [
  'query',
  'mutation',
  'analysis',
  'filters',
  'data',
  'changes',
  'params',
  'scope',
  'recurrence',
];

const TOOL_OF_ROOT: ReadonlyMap<string, ToolName> = new Map([
  ['query', 'calendar_read'],
  ['mutation', 'calendar_write'],
  ['analysis', 'calendar_analyze'],
]);

/** What belongs to calendars themselves, not to events. */
const OF_CALENDARS = new Set(['color', 'account', 'confirmToken']);
/** Keys by which a mutation of events and its parts are known. */
const OF_EVENTS = new Set(['allowConflicts', 'start']);

/** More unknown keys than this in one object are neither looked at one by one nor repaired. */
const MOST = 20;

/** Findings for keys that an object does not know. */
export function unknownKeys(keys: readonly string[], path: Path, call: Call): readonly Finding[] {
  const at = locate(call.schema, call.value, path);
  if (at === undefined) return [];
  const tooMany = keys.length > MOST;
  const guesses = keys.slice(0, MOST).map((key) => ({ key, likely: likelyPlaces(key, at.schema, at.value) }));
  const range = rangeOf(guesses);
  const ofCalendar = inside(call.value, ['mutation', 'target']) === 'calendar';
  return guesses.map(({ key, likely }) => {
    const place = [...path, key];
    const later = call.tool === undefined ? undefined : notYet({ tool: call.tool, key });
    if (later !== undefined) {
      return {
        path: place,
        violation: {
          code: 'UNSUPPORTED',
          path: pointer(place),
          message: `\`${key}\` is not available in this version.`,
        },
        fixes: [{ path: place, fix: { kind: 'remove' } }],
        suggestion: later.suggestion,
        instead: later,
      };
    }
    const inRange = range !== undefined && (key === range.from || key === range.to);
    const names = inRange ? [range.target] : likely;
    const fixes = inRange ? rangeFixes(key, range, path, at.value) : keyFixes(place, path, likely[0]);
    return unknownKey(key, place, names, tooMany ? [] : fixes, at.schema, path, ofCalendar);
  });
}

function unknownKey(
  key: string,
  place: Path,
  names: readonly string[],
  fixes: readonly PlacedFix[],
  schema: z.ZodTypeAny,
  path: Path,
  ofCalendar: boolean,
): Finding {
  const owner = path.at(-1);
  const target = ofCalendar ? ' with target calendar' : '';
  const where = typeof owner === 'string' ? ` in \`${plainKey(owner)}\`${target}` : '';
  const violation = {
    code: 'UNKNOWN_FIELD',
    path: pointer(place),
    message: `\`${plainKey(key)}\` is not a field${where}.`,
  } as const;
  const tool = path.length === 0 ? TOOL_OF_ROOT.get(key) : undefined;
  if (tool !== undefined) {
    const suggestion = `\`${key}\` belongs to ${tool}; call that tool.`;
    return {
      path: place,
      violation,
      fixes: [],
      suggestion,
      otherTool: true,
      instead: { suggestion, example: exampleCall(tool, undefined) },
    };
  }
  const best = names[0];
  if (best === undefined) {
    const known = knownKeys(schema);
    const suggestion =
      OF_CALENDARS.has(key) && known.some((name) => OF_EVENTS.has(name))
        ? `Only a calendar takes \`${key}\`: say target "calendar", or leave it out.`
        : `Known here: ${known.join(', ')}.`;
    return { path: place, violation, fixes, suggestion };
  }
  return {
    path: place,
    violation: { ...violation, didYouMean: names },
    fixes,
    suggestion: `Use \`${best}\`.`,
  };
}

/** Where a key may belong: here by another name, or one level down in a member of this object. */
function likelyPlaces(key: string, schema: z.ZodTypeAny, value: unknown): readonly string[] {
  const known = knownKeys(schema);
  const below = CONTAINERS.filter((name) => known.includes(name)).map((name) => {
    const member = memberSchema(schema, name);
    return { name, keys: member === undefined ? [] : knownKeys(branchFor(member, valueAt(value, name))) };
  });
  const exact = below.filter(({ keys }) => keys.includes(key)).map(({ name }) => `${name}.${key}`);
  if (exact.length > 0) return exact;
  const alias = keyAlias(key, known);
  if (alias !== undefined) return [alias];
  const aliasBelow = below.flatMap(({ name, keys }) => {
    const right = keyAlias(key, keys);
    return right === undefined ? [] : [`${name}.${right}`];
  });
  return aliasBelow.length > 0 ? aliasBelow : likelyKeys(key, known);
}

function keyFixes(place: Path, path: Path, target: string | undefined): readonly PlacedFix[] {
  if (target === undefined) return [{ path: place, fix: { kind: 'remove' } }];
  return [{ path: place, fix: { kind: 'move', to: [...path, ...target.split('.')] } }];
}

interface KeyRange {
  readonly from: string;
  readonly to: string;
  /** `when.between`, or where that is from here. */
  readonly target: string;
}

/** Two keys such as `from` and `to` make one `when.between`. */
function rangeOf(
  guesses: readonly { readonly key: string; readonly likely: readonly string[] }[],
): KeyRange | undefined {
  const ending = (suffix: string) => guesses.find(({ likely }) => likely[0]?.endsWith(suffix) === true);
  const from = ending('when.after');
  const to = ending('when.before');
  const target = from?.likely[0]?.replace(/after$/, 'between');
  return from === undefined || to === undefined || target === undefined
    ? undefined
    : { from: from.key, to: to.key, target };
}

function rangeFixes(key: string, range: KeyRange, path: Path, value: unknown): readonly PlacedFix[] {
  const place = [...path, key];
  if (key === range.to) return [{ path: place, fix: { kind: 'remove' } }];
  const bounds = [valueAt(value, range.from), valueAt(value, range.to)];
  return [
    { path: place, fix: { kind: 'set', value: bounds } },
    { path: place, fix: { kind: 'move', to: [...path, ...range.target.split('.')] } },
  ];
}
