import {
  booleanOf,
  dateOf,
  integerOf,
  listOf,
  numberOf,
  positionOf,
  sizeOf,
  sliceOf,
  textItemsOf,
  textOf,
} from './coerce.js';
import type { Cursor } from './cursor.js';
import { ENUMERATORS } from './dictionary.js';
import { type Operator, operate } from './operate.js';
import { parseSpecifier } from './specifier.js';
import type { Expression, Running, Scope } from './syntax.js';
import { Enumerator, Month, plain, ScriptDate, ScriptError, ScriptList, type Value } from './values.js';

/** The longer one first: `is` begins them nearly all. */
const COMPARISONS = [
  'is less than or equal to',
  'is greater than',
  'is less than',
  'is not',
  'is',
  'contains',
  'starts with',
] as const satisfies readonly Operator[];

/** Operators that bind alike, from left to right. */
function chain(
  cursor: Cursor,
  ops: readonly (Operator | 'and' | 'or')[],
  operand: () => Expression,
  left = operand(),
): Expression {
  const op = ops.find((one) => cursor.eat(one));
  if (op === undefined) return left;
  const right = operand();
  const value: Expression = (run, names) => {
    const a = left(run, names);
    if (op === 'and') return booleanOf(a) && booleanOf(right(run, names));
    if (op === 'or') return booleanOf(a) || booleanOf(right(run, names));
    return operate(op, a, right(run, names), run);
  };
  return chain(cursor, ops, operand, value);
}

export function parseExpression(cursor: Cursor, scope: Scope): Expression {
  const not = (): Expression => {
    if (!cursor.eat('not')) return parseComparison(cursor, scope);
    const of = not();
    return (run, names) => !booleanOf(of(run, names));
  };
  return chain(cursor, ['or'], () => chain(cursor, ['and'], not));
}

/** Only one: the second would compare true or false. */
function parseComparison(cursor: Cursor, scope: Scope): Expression {
  const left = parseSum(cursor, scope);
  const op = COMPARISONS.find((one) => cursor.eat(one));
  if (op === undefined) return left;
  const right = parseSum(cursor, scope);
  return (run, names) => operate(op, left(run, names), right(run, names), run);
}

/** `as` binds less than any operator: it stands behind a single value, whatever else belongs to it is in parentheses. */
function parseSum(cursor: Cursor, scope: Scope): Expression {
  const primary = () => parsePrimary(cursor, scope);
  const first = primary();
  if (cursor.eat('as text')) return (run, names) => textOf(first(run, names), run.delimiter);
  if (cursor.eat('as integer')) return (run, names) => integerOf(first(run, names));
  const product = (left?: Expression) => chain(cursor, ['*', 'div', 'mod'], primary, left);
  const sum = (left?: Expression) => chain(cursor, ['+', '-'], product, product(left));
  return chain(cursor, ['&'], sum, sum(first));
}

/** What the language makes of the value behind these words; inside a tell block Calendar would be asked first. */
const LOCAL: Readonly<Record<string, (value: Value, run: Running) => Value>> = {
  'character id': (code) => String.fromCodePoint(numberOf(code)),
  'count of': sizeOf,
  'length of': sizeOf,
  'contents of': plain,
  'text items of': (text, { delimiter }) => textItemsOf(text, delimiter),
  'year of': (date) => dateOf(date).get('year'),
  'month of': (date) => new Month(dateOf(date).get('month')),
  'day of': (date) => dateOf(date).get('day'),
  'time of': (date) => dateOf(date).get('time'),
};

/** One value: a literal, a name, something in parentheses, or a part `of` one. */
export function parsePrimary(cursor: Cursor, scope: Scope): Expression {
  const { next = '' } = cursor;
  if (/^["\d]/.test(next)) {
    const literal = cursor.take();
    return () => (literal.startsWith('"') ? literal.slice(1, -1) : Number(literal));
  }
  if (cursor.eat('-')) return made(cursor, scope, (value) => -numberOf(value));
  if (cursor.eat('(')) {
    const inner = parseExpression(cursor, scope);
    cursor.need(')');
    return inner;
  }
  if (cursor.eat('{')) {
    const items = parseValues(cursor, scope, '}');
    return (run, names) => new ScriptList(items.map((item) => item(run, names)));
  }
  if (cursor.eat('true')) return () => true;
  if (cursor.eat('false')) return () => false;
  if (cursor.eat('missing value')) return () => null;
  return (scope.inTell ? parseTold(cursor, scope) : parseLocal(cursor, scope)) ?? parseName(cursor, scope);
}

function made(cursor: Cursor, scope: Scope, make: (value: Value, run: Running) => Value): Expression {
  const of = parsePrimary(cursor, scope);
  return (run, names) => make(of(run, names), run);
}

function parseLocal(cursor: Cursor, scope: Scope): Expression | undefined {
  const primary = () => parsePrimary(cursor, scope);
  if (cursor.eat('current date')) return (run) => new ScriptDate(run.now);
  if (cursor.eat("AppleScript's text item delimiters")) return (run) => run.delimiter;
  const words = Object.keys(LOCAL).find((phrase) => cursor.eat(phrase));
  if (words !== undefined) return made(cursor, scope, LOCAL[words] ?? plain);
  if (cursor.eat('item')) {
    const index = primary();
    cursor.need('of');
    const of = primary();
    return (run, names) => {
      const { items } = listOf(of(run, names));
      return items[positionOf(index(run, names), items.length)] ?? null;
    };
  }
  if (!cursor.eat('text')) return undefined;
  const from = primary();
  cursor.need('thru');
  const to = primary();
  cursor.need('of');
  const of = primary();
  return (run, names) =>
    sliceOf(textOf(of(run, names), run.delimiter), numberOf(from(run, names)), numberOf(to(run, names)));
}

function parseTold(cursor: Cursor, scope: Scope): Expression | undefined {
  const word = ENUMERATORS.find((one) => cursor.eat(one));
  if (word !== undefined) return () => new Enumerator(word);
  const isCount = cursor.eat('count of');
  const target = parseSpecifier(cursor, scope, () => parsePrimary(cursor, scope));
  if (isCount && (target?.property !== undefined || target?.isEvery !== true))
    cursor.fail('inside a tell block, elements are counted');
  if (target === undefined) return undefined;
  if (!isCount && target.property === undefined) cursor.fail('an object without a property is a reference');
  return (run, names) => {
    const address = target.address(run, names);
    return run.send((application) => (isCount ? application.count(address) : application.get(address)));
  };
}

/** Values up to a mark that ends them. */
function parseValues(cursor: Cursor, scope: Scope, end: string): readonly Expression[] {
  const values: Expression[] = [];
  if (cursor.eat(end)) return values;
  do values.push(parseExpression(cursor, scope));
  while (cursor.eat(','));
  cursor.need(end);
  return values;
}

function parseName(cursor: Cursor, scope: Scope): Expression {
  const own = cursor.eat('my');
  const name = cursor.name('a value', false);
  if (cursor.eat('(')) return parseCall(cursor, scope, name);
  if (own ? !scope.properties.has(name) : !scope.names.has(name) && !scope.properties.has(name))
    cursor.fail(`"${name}" has no value here`);
  return (run, names) => {
    const value = (own || !names.has(name) ? run.properties : names).get(name);
    if (value === undefined) throw new ScriptError(`The variable ${name} is not defined.`, -2753);
    return value;
  };
}

export function parseCall(cursor: Cursor, scope: Scope, name: string): Expression {
  if (scope.inTell) cursor.fail(`the handler ${name} is called inside a tell block, as if Calendar had it`);
  const args = parseValues(cursor, scope, ')');
  scope.calls.push({ name, count: args.length });
  return (run, names) =>
    run.call(
      name,
      args.map((arg) => arg(run, names)),
    );
}
