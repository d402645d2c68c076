import type { z } from 'zod/v3';
import { isConditions } from '../input/rules.js';
import { branchFor, inside, knownKeys, locate, memberSchema, valueAt } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';
import { plainKey, pointer } from '../model/pointer.js';
import { exampleCall, type ToolName } from '../tools/examples.js';
import { keyAlias } from './aliases.js';
import type { PlacedFix } from './apply-fixes.js';
import { likelyKeys } from './did-you-mean.js';
import type { AskedCall, Finding, Path } from './finding.js';
import { fold } from './fold-name.js';
import { UNDO_BY_TOKEN } from './suggest-tool.js';

/** Objects whose keys are often written one level too high. */
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

const TOOL_OF_ROOT: ReadonlyMap<string, ToolName> = new Map([
  ['query', 'calendar_read'],
  ['mutation', 'calendar_write'],
  ['analysis', 'calendar_analyze'],
]);

/** What belongs to calendars themselves, not to events. */
const OF_CALENDARS = new Set(['color', 'account']);
/** Keys by which a mutation of events and its parts are known. */
const OF_EVENTS = new Set(['allowConflicts', 'start']);

/** What a call means that wants another time, and the key by which fields of events are known. */
const TIME_FIELDS: readonly string[] = ['start', 'end', 'durationMinutes', 'shiftMinutes', 'extendMinutes'];
const CHANGES_MARK = 'addAttendees';

/** More unknown keys than this in one object are neither looked at one by one nor repaired. */
const MOST = 20;

/** Findings for keys that an object does not know. */
export function unknownKeys(keys: readonly string[], path: Path, call: AskedCall): readonly Finding[] {
  const at = locate(call.schema, call.value, path);
  if (at === undefined) return [];
  const tooMany = keys.length > MOST;
  const guesses = keys.slice(0, MOST).map((key) => guessOf(key, path, at, call));
  const range = rangeOf(
    guesses.filter(({ key }) => valueAt(at.value, key) !== null),
    knownKeys(at.schema),
  );
  const ofCalendar = inside(call.value, ['mutation', 'target']) === 'calendar';
  const holder = { path, schema: at.schema, ofCalendar };
  return guesses.map(({ key, likely, to }) => {
    const place = [...path, key];
    if (to === undefined && path[0] === 'mutation' && valueAt(at.value, 'operation') === 'undo') {
      const unknown = unknownKey(key, likely, [], holder);
      return { ...unknown, suggestion: UNDO_BY_TOKEN.suggestion, instead: UNDO_BY_TOKEN };
    }
    const timed = movedInTime(key, path, call);
    if (timed !== undefined) return timed;
    const inRange = range !== undefined && (key === range.from || key === range.to);
    const names = inRange ? [range.target] : likely;
    // What is null says nothing, wherever it belongs, but in a condition.
    const isNothing = valueAt(at.value, key) === null && !isConditions(at.schema);
    const fixes = inRange
      ? rangeFixes(key, range, path, at.value)
      : [keyFix(place, isNothing ? undefined : to)];
    const wrong = unknownKey(key, names, tooMany ? [] : fixes, holder);
    const own = TOOL_OF_ROOT.get(key);
    if (wrong.otherTool !== true || wrong.instead === undefined || own === undefined) return wrong;
    const asked = valueAt(at.value, key);
    const form = valueAt(asked, 'operation') ?? valueAt(asked, 'type');
    return { ...wrong, instead: { ...wrong.instead, example: exampleCall(own, form) } };
  });
}

/** The other times of a `move`. */
function timesOf(mutation: unknown, key: string): Readonly<Record<string, unknown>> {
  const others = TIME_FIELDS.map((field) => [field, valueAt(mutation, field)] as const);
  return Object.fromEntries(others.filter(([field, value]) => field !== key && value !== undefined));
}

/**
 * A new time in a `move`, which is for calendars: put right there, the event would go to a calendar that the call did
 * not name.
 */
function movedInTime(key: string, path: Path, { value }: AskedCall): Finding | undefined {
  const mutation = inside(value, path);
  if (path.length !== 1 || path[0] !== 'mutation' || valueAt(mutation, 'operation') !== 'move')
    return undefined;
  const field = TIME_FIELDS.includes(key) ? key : keyAlias(key, [CHANGES_MARK, ...TIME_FIELDS]);
  if (field === undefined && key !== 'changes' && key !== 'data') return undefined;
  const [id, filters, scope, time, dryRun, ifMatch] = [
    'id',
    'filters',
    'scope',
    key,
    'dryRun',
    'ifMatch',
  ].map((name) => valueAt(mutation, name));
  const isPlain = (text: unknown) => typeof text === 'string' && /^[\w:/+.-]{1,60}$/.test(text);
  const selected = isPlain(id) ? { id } : isRecord(filters) ? { filters } : undefined;
  const isTime = isPlain(time) || (field === 'shiftMinutes' && Number.isInteger(time));
  const suggestion =
    'move is for calendars; give an event another time with operation update and changes.start or changes.shiftMinutes.';
  const example =
    selected !== undefined && isTime && field !== undefined && field !== 'durationMinutes'
      ? {
          mutation: {
            operation: 'update',
            ...selected,
            ...(scope === 'this' || scope === 'following' || scope === 'all' ? { scope } : {}),
            changes: { [field]: time, ...timesOf(mutation, key) },
            ...(dryRun === undefined || dryRun === false ? {} : { dryRun: true }),
            ...(typeof ifMatch === 'string' ? { ifMatch } : {}),
          },
        }
      : exampleCall('calendar_write', 'update');
  const place = [...path, key];
  const message = `\`${plainKey(key)}\` is not a field of operation move.`;
  const violation = { code: 'UNKNOWN_FIELD', path: pointer(place), message } as const;
  return { path: place, violation, fixes: [], suggestion, instead: { suggestion, example } };
}

/** The object that a key was written into. */
interface Holder {
  readonly path: Path;
  readonly schema: z.ZodTypeAny;
  readonly ofCalendar: boolean;
}

function unknownKey(
  key: string,
  names: readonly string[],
  fixes: readonly PlacedFix[],
  { path, schema, ofCalendar }: Holder,
): Finding {
  const place = [...path, key];
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

interface Located {
  readonly schema: z.ZodTypeAny;
  readonly value: unknown;
}

interface Guess {
  readonly key: string;
  /** Names to tell, best first: from here, or from the root where it belongs further up. */
  readonly likely: readonly string[];
  readonly to: Path | undefined;
}

function guessOf(key: string, path: Path, at: Located, call: AskedCall): Guess {
  const near = likelyPlaces(key, at.schema, at.value);
  const above = near.length > 0 ? undefined : placeAbove(key, path, call);
  if (above !== undefined) return { key, likely: [above.join('.')], to: above };
  const likely = near.length > 0 ? near : likelyKeys(key, knownKeys(at.schema));
  return { key, likely, to: likely[0] === undefined ? undefined : [...path, ...likely[0].split('.')] };
}

/**
 * Where a key belongs that was written too deep: in an object above, or in another part of it. Leaving out a
 * `dryRun` or a `notify` in an example would make it another call.
 */
function placeAbove(key: string, path: Path, { schema, value }: AskedCall): Path | undefined {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const above = path.slice(0, length);
    const at = locate(schema, value, above);
    if (at === undefined) return undefined;
    const known = knownKeys(at.schema);
    const same = known.find((name) => fold(name) === fold(key)) ?? guardAlias(key, known);
    if (same !== undefined) return [...above, same];
    const beside = partsOf(at.schema, at.value).find(({ keys }) => keys.includes(key));
    if (beside !== undefined) return [...above, beside.name, key];
  }
  return undefined;
}

/** Another name of what keeps a call from doing harm. */
function guardAlias(key: string, known: readonly string[]): string | undefined {
  const name = keyAlias(key, known);
  return name === 'dryRun' || name === 'scope' || name === 'ifMatch' ? name : undefined;
}

/** The members of an object that hold keys of their own. */
function partsOf(
  schema: z.ZodTypeAny,
  value: unknown,
): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  const known = knownKeys(schema);
  // What has an id is not selected by filters.
  const isNamed = valueAt(value, 'id') !== undefined;
  return CONTAINERS.filter((name) => known.includes(name) && !(isNamed && name === 'filters')).map((name) => {
    const member = memberSchema(schema, name);
    return { name, keys: member === undefined ? [] : knownKeys(branchFor(member, valueAt(value, name))) };
  });
}

/** Where a key may belong: here by another name, or one level down in a member of this object. */
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

function keyFix(place: Path, to: Path | undefined): PlacedFix {
  return { path: place, fix: to === undefined ? { kind: 'remove' } : { kind: 'move', to } };
}

interface KeyRange {
  readonly from: string;
  readonly to: string;
  /** `between`, or where that is from here. */
  readonly target: string;
}

/**
 * Two keys such as `from` and `to` make one `between`: people mean the last day too, which `before` leaves out. So do
 * `startDate` and `endDate` of a question, where `start` and `end` would be two conditions of their own.
 */
function rangeOf(
  guesses: readonly { readonly key: string; readonly likely: readonly string[] }[],
  known: readonly string[],
): KeyRange | undefined {
  const find = (end: RegExp, notLess = false) =>
    guesses.find(({ key, likely }) => end.test(likely[0] ?? '') && !(notLess && fold(key) === 'lt'));
  const from = find(/(?:^|when\.)after$/);
  const to = find(/(?:^|when\.)before$/, true);
  const target = from?.likely[0]?.replace(/after$/, 'between');
  if (from !== undefined && to !== undefined && target !== undefined)
    return { from: from.key, to: to.key, target };
  if (!known.includes('when') && !known.includes('filters')) return undefined;
  const [first, last] = [find(/^(?:filters\.)?start$/), find(/^(?:filters\.)?end$/)];
  const when = known.includes('when') ? 'when.between' : 'filters.when.between';
  return first === undefined || last === undefined
    ? undefined
    : { from: first.key, to: last.key, target: when };
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
