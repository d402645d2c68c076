import { z } from 'zod/v3';
import { TIME_STATS_GROUPS } from '../input/analysis.js';
import { ownWords } from '../input/own-words.js';
import type { Fix } from '../input/rules.js';
import { bare, inside, isOfCalendar, knownKeys, locate } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';
import { plainKey, pointer } from '../model/pointer.js';
import { ONLY_FORM } from '../tools/examples.js';
import type { PlacedFix } from './apply-fixes.js';
import { calendarMistake } from './calendar-mistakes.js';
import { changeOfLength } from './change-of-length.js';
import { likelyValues } from './did-you-mean.js';
import type { AskedCall, Finding, OtherCall, Path } from './finding.js';
import { missingKey } from './missing-key.js';
import { nullCondition } from './null-condition.js';
import { suggestFrequency } from './suggest-recurrence.js';
import { suggestTool } from './suggest-tool.js';
import { meantFlag, suggestList, suggestValue } from './suggest-value.js';
import { unknownKeys } from './unknown-keys.js';

/** Alternative to a recurrence in words; without one, the event in the example would not repeat. */
const RECURRENCE_PARTS: OtherCall = {
  suggestion: `Give frequency (daily, weekly, monthly or yearly) with its parts, or {"rrule":"FREQ=…"}. ${ONLY_FORM}`,
  example: {
    mutation: {
      operation: 'create',
      data: {
        title: 'Planning',
        start: 'tuesday 09:00',
        recurrence: { frequency: 'weekly', daysOfWeek: ['tue'], until: 'today+3months' },
      },
    },
  },
};

const KIND_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  integer: 'a whole number',
  float: 'a number with a fraction',
  boolean: 'true or false',
};

/** Converts a Zod error to findings, in the order of the call. */
export function findingsOf(error: z.ZodError, call: AskedCall): readonly Finding[] {
  const all = error.issues.flatMap((issue) => fromIssue(issue, call));
  const other = all.find(({ otherTool }) => otherTool === true);
  if (other !== undefined) return [other];
  const moves = all.flatMap(({ fixes }) => fixes.flatMap(({ fix }) => (fix.kind === 'move' ? [fix.to] : [])));
  return all.filter(
    ({ path }) => !moves.some((to) => startsWith(to, path)) || inside(call.value, path) !== undefined,
  );
}

/** A key that is missing only because it has another name is one violation, not two. */
function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => key === path[index]);
}

function fromIssue(issue: z.ZodIssue, call: AskedCall): readonly Finding[] {
  const { path } = issue;
  const known = nullCondition(path, call) ?? changeOfLength(path, call);
  if (known !== undefined) return [known];
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, path, call);
    case 'invalid_union':
      return fromUnion(issue, call);
    case 'invalid_union_discriminator':
      return fromDiscriminator(issue, call);
    case 'invalid_enum_value':
      return [notAllowed(path, issue.received, issue.options.map(String), call)];
    case 'invalid_type':
      return [wrongType(issue, call)];
    case 'too_small':
      return [outOfBounds(path, tooSmall(issue), issue.type === 'number' ? issue.minimum : undefined)];
    case 'too_big':
      return [outOfBounds(path, tooBig(issue), issue.type === 'number' ? issue.maximum : undefined)];
    case 'custom':
      return [custom(issue, call)];
    default:
      return [unreadable(path, `${label(path)} ${ownWords(issue)}.`, call)];
  }
}

/** A value of the wrong form: sets the likely value, or else removes it. */
function unreadable(path: Path, message: string, call: AskedCall): Finding {
  const value = inside(call.value, path);
  const intended = suggestValue(path, value, inside(call.value, path.slice(0, -1)));
  if (intended !== undefined) {
    const fixes: readonly PlacedFix[] = [
      { path, fix: { kind: 'set', value: intended } },
      ...zoneOf(path, value),
    ];
    return finding(path, message, fixes);
  }
  const unread = finding(path, message, [remove(path)]);
  const instead = path.at(-1) === 'recurrence' ? RECURRENCE_PARTS : undefined;
  return instead === undefined ? unread : { ...unread, suggestion: instead.suggestion, instead };
}

/** Moves the time zone out of a start in another calendar's form. */
function zoneOf(path: Path, value: unknown): readonly PlacedFix[] {
  const zone = isRecord(value) ? value.timeZone : undefined;
  return typeof zone === 'string' && path.at(-1) === 'start'
    ? [{ path: [...path.slice(0, -1), 'timezone'], fix: { kind: 'set', value: zone } }]
    : [];
}

/** Reports the errors of the intended branch: the first one that does not fail on its own type. */
function fromUnion(issue: z.ZodInvalidUnionIssue, call: AskedCall): readonly Finding[] {
  const { path } = issue;
  const atHere = (other: z.ZodIssue) => other.code === 'invalid_type' && other.path.length === path.length;
  const ofCalendar = isOfCalendar(inside(call.value, path));
  const intended = ofCalendar
    ? issue.unionErrors.at(-1)
    : issue.unionErrors.find((error) => !error.issues.some(atHere));
  if (intended !== undefined) return intended.issues.flatMap((inner) => fromIssue(inner, call));
  const expected = issue.unionErrors
    .flatMap((error) => error.issues.filter(atHere))
    .map((inner) => (inner.code === 'invalid_type' ? kindName(inner.expected) : ''));
  const message = `${label(path)} must be ${[...new Set(expected)].join(' or ')}.`;
  const list = listFix(path, call);
  return [list === undefined ? unreadable(path, message, call) : finding(path, message, [list])];
}

/** A list in place of a condition means any of its entries; a pair of times is a range. */
function listFix(path: Path, { schema, value }: AskedCall): PlacedFix | undefined {
  const at = locate(schema, value, path);
  if (at === undefined || !Array.isArray(at.value) || at.value.length === 0) return undefined;
  const options: readonly z.ZodTypeAny[] = at.schema instanceof z.ZodUnion ? at.schema.options : [];
  const keys = options.flatMap((option) => knownKeys(bare(option)));
  if (keys.includes('any')) return { path, fix: { kind: 'set', value: { any: at.value } } };
  const pair = keys.includes('between') && at.value.length === 2;
  return pair ? { path, fix: { kind: 'set', value: { between: at.value } } } : undefined;
}

function fromDiscriminator(issue: z.ZodInvalidUnionDiscriminatorIssue, call: AskedCall): readonly Finding[] {
  const { path } = issue;
  const parent = locate(call.schema, call.value, path.slice(0, -1))?.value;
  const key = path.at(-1);
  const allowed = issue.options.map(String);
  if (isRecord(parent) && key !== undefined && parent[key] === undefined) {
    const others = Object.keys(parent).slice(0, 50);
    const renamed = unknownKeys(others, path.slice(0, -1), call).filter(
      ({ violation }) => violation.didYouMean?.[0] === key,
    );
    if (renamed.length > 0) return renamed.slice(0, 1);
    return [finding(path, `${label(path)} is required: ${oneOf(allowed)}.`, [])];
  }
  return [notAllowed(path, isRecord(parent) && key !== undefined ? parent[key] : undefined, allowed, call)];
}

function notAllowed(path: Path, received: unknown, allowed: readonly string[], call: AskedCall): Finding {
  const { tool } = call;
  const key = String(path.at(-1));
  const word = typeof received === 'string' ? received : '';
  const elsewhere = path.length === 2 && key === 'type' ? suggestTool(tool, word) : undefined;
  if (elsewhere !== undefined) {
    const wrong = finding(path, `${label(path)} must be ${oneOf(allowed)}.`, []);
    return { ...wrong, suggestion: elsewhere.suggestion, instead: elsewhere };
  }
  const aboutCalendar = tool === 'calendar_write' ? calendarMistake(path, word, call) : undefined;
  if (aboutCalendar !== undefined) return aboutCalendar;
  if (key === 'operation' && word === 'batch') {
    return finding(path, 'A batch cannot hold another batch.', [remove(path.slice(0, -1))]);
  }
  const grouped = key === 'groupBy' ? groupedElsewhere(path, word, allowed) : undefined;
  if (grouped !== undefined) return grouped;
  const words = key === 'target' ? [...allowed, 'calendar'] : allowed;
  const parts = key === 'frequency' ? suggestFrequency(word) : undefined;
  if (parts !== undefined && parts.frequency !== word) {
    const fixes = Object.entries(parts).map(
      ([name, value]): PlacedFix => ({ path: [...path.slice(0, -1), name], fix: { kind: 'set', value } }),
    );
    return finding(path, `${label(path)} must be ${oneOf(words)}.`, fixes);
  }
  const intended = suggestValue(path, received, undefined);
  if (intended !== undefined) {
    const fix: PlacedFix = { path, fix: { kind: 'set', value: intended } };
    return finding(path, `${label(path)} must be ${oneOf(words)}.`, [fix]);
  }
  const likely = likelyValues(word, words);
  const best = likely[0];
  const decides = key === 'operation' || (key === 'type' && path.length === 2);
  const fallback = decides ? [] : [remove(path)];
  const fixes: readonly PlacedFix[] =
    best === undefined ? fallback : [{ path, fix: { kind: 'set', value: best } }];
  return {
    ...finding(path, `${label(path)} must be ${oneOf(words)}.`, fixes, likely),
    ...(best === undefined ? {} : { suggestion: `Use "${best}".` }),
  };
}

/** A group that only time_stats supports suggests that analysis. */
function groupedElsewhere(path: Path, word: string, allowed: readonly string[]): Finding | undefined {
  const [group] = likelyValues(word, TIME_STATS_GROUPS);
  if (group === undefined || allowed.includes(group)) return undefined;
  const message = `${label(path)} must be ${oneOf(allowed)} here; time_stats groups by ${group}.`;
  return finding(path, message, [
    { path: [...path.slice(0, -2), 'type'], fix: { kind: 'set', value: 'time_stats' } },
    { path, fix: { kind: 'set', value: group } },
  ]);
}

function wrongType(issue: z.ZodInvalidTypeIssue, call: AskedCall): Finding {
  const { path } = issue;
  if (issue.received === 'undefined') {
    return missingKey(path, `${label(path)} is required.`, call);
  }
  const message =
    issue.received === 'null'
      ? `${label(path)} cannot be cleared; leave it out to keep it.`
      : `${label(path)} must be ${kindName(issue.expected)}.`;
  const intended = MEANT_BY_TYPE[issue.expected]?.(inside(call.value, path));
  return intended === undefined
    ? unreadable(path, message, call)
    : finding(path, message, [{ path, fix: { kind: 'set', value: intended } }]);
}

const MEANT_BY_TYPE: Readonly<Record<string, (value: unknown) => unknown>> = {
  array: suggestList,
  boolean: meantFlag,
};

function tooSmall(issue: z.ZodTooSmallIssue): string {
  if (issue.type === 'array')
    return `${label(issue.path)} is an empty list; leave it out or give at least one entry.`;
  if (issue.type === 'string')
    return `${label(issue.path)} is empty; leave it out or give at least one character.`;
  return `${label(issue.path)} must be at least ${issue.minimum}.`;
}

function tooBig(issue: z.ZodTooBigIssue): string {
  const unit = issue.type === 'array' ? ' entries' : issue.type === 'string' ? ' characters' : '';
  return `${label(issue.path)} must ${unit === '' ? 'be' : 'have'} at most ${issue.maximum}${unit}.`;
}

function outOfBounds(path: Path, message: string, bound: number | bigint | undefined): Finding {
  return finding(path, message, [
    bound === undefined ? remove(path) : { path, fix: { kind: 'set', value: Number(bound) } },
  ]);
}

function custom(issue: z.ZodCustomIssue & { message: string }, call: AskedCall): Finding {
  const { path } = issue;
  const message = ownWords(issue);
  const params: Readonly<Record<string, unknown>> = issue.params ?? {};
  if (params.isMissing === true) return missingKey(path, message, call);
  const fix = params.fix;
  if (!isRecord(fix)) {
    // Messages for a single value start with "must"; a rule over an object without a fix is not repairable.
    return message.startsWith('must')
      ? finding(path, `${label(path)} ${message}.`, [remove(path)])
      : finding(path, message, []);
  }
  return finding(path, message, [placedFix(path, fix as unknown as Fix)]);
}

function placedFix(path: Path, fix: Fix): PlacedFix {
  if (fix.kind === 'move') return { path, fix };
  return fix.kind === 'set'
    ? { path, fix: { kind: 'set', value: fix.value, isMadeUp: path.at(-1) === 'frequency' } }
    : remove(path);
}

function finding(
  path: Path,
  message: string,
  fixes: readonly PlacedFix[],
  didYouMean: readonly string[] = [],
): Finding {
  const violation = { code: 'INVALID_ARGUMENT', path: pointer(path), message } as const;
  return { path, violation: didYouMean.length > 0 ? { ...violation, didYouMean } : violation, fixes };
}

function remove(path: Path): PlacedFix {
  return { path, fix: { kind: 'remove' } };
}

function label(path: Path): string {
  const key = path.at(-1);
  if (key === undefined) return 'The call';
  return typeof key === 'number'
    ? `Entry ${key + 1} of \`${plainKey(path.at(-2) ?? 'list')}\``
    : `\`${plainKey(key)}\``;
}

function kindName(kind: string): string {
  return KIND_NAMES[kind] ?? kind.replaceAll("'", '').replaceAll(' | ', ', ');
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `"${words[0] ?? ''}"` : `one of ${words.join(', ')}`;
}
