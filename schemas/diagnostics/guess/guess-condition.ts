import { isBackwards, TEXT_KEYS, TIME_KEYS } from '../../input/filter.js';
import { isRecord } from '../../model/is-record.js';
import { literalPattern } from '../../model/literal-pattern.js';
import { fold, wordOf } from '../fold-name.js';

type Entry = readonly [string, unknown];

const TEXTS: readonly string[] = TEXT_KEYS;
const TIMES: readonly string[] = TIME_KEYS;
const TEXT_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['contains', 'contains'],
  ['startswith', 'startsWith'],
  ...['equals', 'eq', 'is', '=', '=='].map((word) => [word, 'equals'] as const),
  ...['matches', 'regex', 'regexp'].map((word) => [word, 'matches'] as const),
]);
/** `!=`, `ne`, `is not`, `not_contains` */
const NOT = /^(?:!.*|<>|neq?)$|^(?:(?:is|does)[ _]?)?not(?:[ _]|contains?$|equals?$|$)/;
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);
const BOUNDS: ReadonlyMap<string, string> = new Map([
  ['gte', 'min'],
  ['lte', 'max'],
]);

/** One condition of a filter, with its value in the form that the key takes. */
export function guessCondition(key: string, value: unknown): Entry {
  const name = fold(key);
  if (name.startsWith('duration')) return ['durationMinutes', lengthOf(value)];
  if (/^(?:is)?cancell?ed$/.test(name) && value === true) return ['status', ['cancelled']];
  return [key, TEXTS.includes(key) ? textOf(value) : value];
}

/** `{like: "%standup%"}`, `{endsWith: "review"}`, `{exists: false}` */
function textOf(value: unknown): unknown {
  const [entry, ...more] = isRecord(value) ? Object.entries(value) : [];
  if (entry === undefined || more.length > 0) return value;
  const [operator, operand] = entry;
  const word = fold(operator);
  if (typeof operand === 'boolean') {
    if (word === 'exists') return { empty: !operand };
    return word === 'isnull' || word === 'null' ? { empty: operand } : value;
  }
  if (typeof operand !== 'string') return value;
  if (word === 'endswith') return { matches: `${literalPattern(operand)}$` };
  const bare = /^%([^%]+)%$/.exec(operand)?.[1];
  return /^i?like$/.test(word) && bare !== undefined ? { contains: bare } : value;
}

/** Turns `{field: "title", operator: "contains", value: "standup"}` into `{title: {contains: "standup"}}`. */
export function guessTriple(filter: Readonly<Record<string, unknown>>): unknown {
  const { field, key = field, operator, op = operator, value } = filter;
  const isAlone = Object.keys(filter).every((name) => /^(?:field|key|op|operator|value)$/.test(name));
  if (typeof key !== 'string' || value === undefined || !isAlone) return undefined;
  const word = typeof op === 'string' ? op.trim().toLowerCase() : '';
  const isNot = NOT.test(word);
  const plain = isNot ? (word.includes('contain') ? 'contains' : 'equals') : word;
  const [name, condition] = guessCondition(key, operated(key, fold(plain), value));
  return isNot ? { NOT: { [name]: condition } } : { [name]: condition };
}

function operated(key: string, word: string, value: unknown): unknown {
  if (TEXTS.includes(key)) {
    const name = TEXT_OPERATORS.get(word);
    return name === undefined ? value : { [name]: value };
  }
  if (TIMES.includes(key)) {
    if (/^(?:<|<=|lte?|before|until)$/.test(word)) return { before: value };
    if (/^(?:>|>=|gte?|after|since)$/.test(word)) return { after: value };
  }
  if (fold(key).startsWith('duration') && /^[<>]=?$|^[gl]te?$/.test(word))
    return `${SIGNS.get(word) ?? word}${wordOf(value)}`;
  return value;
}

/** The negated condition: `!cancelled`, `{$ne: "cancelled"}`, `{not: "lunch"}`. */
export function negatedPart(value: unknown): unknown {
  if (typeof value === 'string') return /^!\s*(\w.*)$/.exec(value)?.[1];
  const [key, ...more] = isRecord(value) ? Object.keys(value) : [];
  if (!isRecord(value) || key === undefined || more.length > 0) return undefined;
  return /^\$?(?:ne|neq|not)$/.test(key) ? value[key] : undefined;
}

/** Splits several words in one text condition, or a time of day across midnight, into alternatives. */
export function alternatives(key: string, value: unknown): readonly Entry[] | undefined {
  const isOver = isRecord(value) && isBackwards(value.after, value.before) && value.after !== value.before;
  if (key === 'timeOfDay' && isOver) {
    return [
      [key, { after: value.after }],
      [key, { before: value.before }],
    ];
  }
  const words: unknown = isRecord(value) && Object.keys(value).length === 1 ? value.contains : value;
  const isList = TEXTS.includes(key) && Array.isArray(words) && words.length > 1;
  return isList && words.every((word) => typeof word === 'string')
    ? words.map((word: string): Entry => [key, word])
    : undefined;
}

/** `">60"`, `{gte: 60}`: both bounds of `{min, max}` are inclusive. */
function lengthOf(value: unknown): unknown {
  if (typeof value === 'string') {
    const [, sign, minutes] = /^([<>]=?)\s*(\d{1,6})(?:\s*(?:m|min|minutes))?$/.exec(value.trim()) ?? [];
    if (sign === undefined) return value;
    const length = Number(minutes);
    return sign.startsWith('>')
      ? { min: sign === '>' ? length + 1 : length }
      : { max: sign === '<' ? length - 1 : length };
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, bound]): Entry => {
      const key = name.replace('$', '');
      const number = Number(wordOf(bound));
      if (wordOf(bound) === '' || !Number.isInteger(number)) return [name, bound];
      if (key === 'gt') return ['min', number + 1];
      if (key === 'lt') return ['max', number - 1];
      return [BOUNDS.get(key) ?? name, number];
    }),
  );
}
