import type { z } from 'zod/v3';
import { keysOnlyOf } from '../input/kind-of-filter.js';
import { isConditions } from '../input/rules.js';
import { inside, knownKeys, locate, valueAt } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';
import { plainKey, pointer } from '../model/pointer.js';
import { exampleCall, type ToolName } from '../tools/examples.js';
import { keyAlias } from './aliases.js';
import type { PlacedFix } from './apply-fixes.js';
import type { AskedCall, Finding, Path } from './finding.js';
import { fold } from './fold-name.js';
import { guessOf } from './likely-place.js';
import { UNDO_BY_TOKEN } from './suggest-tool.js';

const TOOL_OF_ROOT: ReadonlyMap<string, ToolName> = new Map([
  ['query', 'calendar_read'],
  ['mutation', 'calendar_write'],
  ['analysis', 'calendar_analyze'],
]);

/** Keys of calendars themselves. */
const OF_CALENDARS = new Set(['color', 'account']);
/** Keys that identify a mutation of events. */
const OF_EVENTS = new Set(['allowConflicts', 'start']);

/** Keys that change the time, and the key that identifies changes of an event. */
const TIME_FIELDS: readonly string[] = ['start', 'end', 'durationMinutes', 'shiftMinutes', 'extendMinutes'];
const CHANGES_MARK = 'addAttendees';

/** Beyond this many unknown keys in an object, the rest are not analyzed, and none is repaired. */
const MOST = 20;

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
  const holder = { path, schema: at.schema, ofCalendar, otherKind: otherKind(call.value) };
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
    // A null has no effect anywhere except in a condition.
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

/** The other times in a `move`. */
function timesOf(mutation: unknown, key: string): Readonly<Record<string, unknown>> {
  const others = TIME_FIELDS.map((field) => [field, valueAt(mutation, field)] as const);
  return Object.fromEntries(others.filter(([field, value]) => field !== key && value !== undefined));
}

/**
 * A new time in a `move`, which is for calendars: a corrected `move` would send the event to a calendar that the call
 * did not name.
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

/** The object with the unknown key. */
interface Holder {
  readonly path: Path;
  readonly schema: z.ZodTypeAny;
  readonly ofCalendar: boolean;
  /** The kind that the call does not address. */
  readonly otherKind: 'events' | 'tasks' | undefined;
}

function unknownKey(
  key: string,
  names: readonly string[],
  fixes: readonly PlacedFix[],
  { path, schema, ofCalendar, otherKind }: Holder,
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
        : `Known here: ${known.filter((name) => isFor(name, path, otherKind)).join(', ')}.`;
    return { path: place, violation, fixes, suggestion };
  }
  return {
    path: place,
    violation: { ...violation, didYouMean: names },
    fixes,
    suggestion: `Use \`${best}\`.`,
  };
}

function otherKind(value: unknown): Holder['otherKind'] {
  const asked = [
    inside(value, ['query', 'type']),
    inside(value, ['mutation', 'type']),
    inside(value, ['analysis', 'type']),
  ];
  if (asked.some((type) => type === 'tasks' || type === 'task' || type === 'plan_tasks')) return 'events';
  return asked.includes('events') || asked.includes('event') ? 'tasks' : undefined;
}

function isFor(name: string, path: Path, other: Holder['otherKind']): boolean {
  return (
    other === undefined || !path.includes('filters') || keysOnlyOf(other, { [name]: undefined }).length === 0
  );
}

function keyFix(place: Path, to: Path | undefined): PlacedFix {
  return { path: place, fix: to === undefined ? { kind: 'remove' } : { kind: 'move', to } };
}

interface KeyRange {
  readonly from: string;
  readonly to: string;
  /** `between`, or its path from here. */
  readonly target: string;
}

/**
 * Joins two keys such as `from` and `to` into `between`: people include the last day, and `before` does not. The same
 * for `startDate` and `endDate` of a query; `start` and `end` would be two separate conditions.
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
