import { numberOf, textOf } from './coerce.js';
import type { Running } from './syntax.js';
import {
  Enumerator,
  ItemReference,
  Month,
  plain,
  ScriptDate,
  ScriptList,
  sameText,
  startsWith,
  TrapError,
  type Value,
} from './values.js';

type Operation = (a: Value, b: Value, said: Pick<Running, 'delimiter' | 'considering'>) => Value;

const OPERATORS = {
  '&': (a, b, { delimiter }) => {
    if (a instanceof ScriptList)
      return new ScriptList([...a.items, ...(b instanceof ScriptList ? b.items : [b])]);
    if (a instanceof ItemReference) throw new TrapError('a loop variable without "contents of"');
    // Only a text takes another along; anything else begins a list.
    return typeof a === 'string' ? a + textOf(b, delimiter) : new ScriptList([a, b]);
  },
  is: (a, b, { considering }) => areSame(a, b, considering),
  'is not': (a, b, { considering }) => !areSame(a, b, considering),
  contains: (a, b, { delimiter, considering }) => {
    const fold = (text: string) => (considering ? text : text.toLowerCase());
    return fold(textOf(a, delimiter)).includes(fold(textOf(b, delimiter)));
  },
  'starts with': (a, b, { delimiter, considering }) =>
    startsWith(textOf(a, delimiter), textOf(b, delimiter), considering),
  '+': (a, b) => numberOf(a) + numberOf(b),
  '-': (a, b) => Math.floor(difference(a, b) / (a instanceof ScriptDate ? 1000 : 1)),
  '*': (a, b) => numberOf(a) * numberOf(b),
  div: (a, b) => Math.trunc(numberOf(a) / numberOf(b)),
  mod: (a, b) => numberOf(a) % numberOf(b),
  'is less than': (a, b) => difference(a, b) < 0,
  'is less than or equal to': (a, b) => difference(a, b) <= 0,
  'is greater than': (a, b) => difference(a, b) > 0,
} satisfies Readonly<Record<string, Operation>>;

export type Operator = keyof typeof OPERATORS;

/** What an operator gives for two values, with what the script has said of texts. */
export function operate(op: Operator, ...values: Parameters<Operation>): Value {
  return OPERATORS[op](...values);
}

function areSame(a: Value, b: Value, considering: boolean): boolean {
  if (plain(a) !== a || plain(b) !== b)
    throw new TrapError('a loop variable is a reference: it equals nothing without "contents of"');
  if (a instanceof Month || b instanceof Month) throw new TrapError('a month equals no number');
  if (a instanceof ScriptDate && b instanceof ScriptDate) return a.wall === b.wall;
  if (a instanceof Enumerator && b instanceof Enumerator) return a.name === b.name;
  if (typeof a === 'string' && typeof b === 'string') return sameText(a, b, considering);
  if (a instanceof ScriptList && b instanceof ScriptList) throw new TrapError('lists are compared');
  return a === b;
}

function difference(a: Value, b: Value): number {
  if (a instanceof ScriptDate && b instanceof ScriptDate) return a.wall - b.wall;
  return numberOf(a) - numberOf(b);
}
