import { numberOf, textOf } from './coerce.js';
import {
  Enumerator,
  ItemReference,
  Month,
  ScriptDate,
  ScriptList,
  sameText,
  startsWith,
  TrapError,
  type Value,
} from './values.js';

export type Operator =
  | '&'
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'
  | '<'
  | '<='
  | '>'
  | 'is'
  | 'is not'
  | 'contains'
  | 'starts with';

/** What an operator gives for two values, with what the script has said of texts. */
export function operate(
  op: Operator,
  a: Value,
  b: Value,
  { delimiter, considering }: { readonly delimiter: Value; readonly considering: boolean },
): Value {
  switch (op) {
    case '&':
      if (a instanceof ScriptList)
        return new ScriptList([...a.items, ...(b instanceof ScriptList ? b.items : [b])]);
      if (a instanceof ItemReference) throw new TrapError('a loop variable without "contents of"');
      // Only a text takes another along; anything else begins a list.
      return typeof a === 'string' ? a + textOf(b, delimiter) : new ScriptList([a, b]);
    case 'is':
      return areSame(a, b, considering);
    case 'is not':
      return !areSame(a, b, considering);
    case 'contains': {
      const fold = (text: string) => (considering ? text : text.toLowerCase());
      return fold(textOf(a, delimiter)).includes(fold(textOf(b, delimiter)));
    }
    case 'starts with':
      return startsWith(textOf(a, delimiter), textOf(b, delimiter), considering);
    case '+':
      return numberOf(a) + numberOf(b);
    case '-':
      if (a instanceof ScriptDate && b instanceof ScriptDate) return Math.floor((a.wall - b.wall) / 1000);
      return numberOf(a) - numberOf(b);
    case '*':
      return numberOf(a) * numberOf(b);
    case 'div':
      return Math.trunc(numberOf(a) / numberOf(b));
    case 'mod':
      return numberOf(a) % numberOf(b);
    case '<':
      return compare(a, b) < 0;
    case '<=':
      return compare(a, b) <= 0;
    case '>':
      return compare(a, b) > 0;
  }
}

function areSame(a: Value, b: Value, considering: boolean): boolean {
  if (a instanceof ItemReference || b instanceof ItemReference) {
    throw new TrapError('a loop variable is a reference: it equals nothing without "contents of"');
  }
  if (a instanceof Month || b instanceof Month) throw new TrapError('a month equals no number');
  if (a instanceof ScriptDate && b instanceof ScriptDate) return a.wall === b.wall;
  if (a instanceof Enumerator && b instanceof Enumerator) return a.name === b.name;
  if (typeof a === 'string' && typeof b === 'string') return sameText(a, b, considering);
  if (a instanceof ScriptList && b instanceof ScriptList) throw new TrapError('lists are compared');
  return a === b;
}

function compare(a: Value, b: Value): number {
  if (a instanceof ScriptDate && b instanceof ScriptDate) return a.wall - b.wall;
  return numberOf(a) - numberOf(b);
}
