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
import { type Operator, operate } from './operate.js';
import { parseSpecifier } from './parse-specifier.js';
import type { Expression, Running, Scope } from './syntax.js';
import { termAt } from './terms.js';
import {
  type DatePart,
  Enumerator,
  ItemReference,
  Month,
  ScriptDate,
  ScriptError,
  ScriptList,
  type Value,
} from './values.js';

/** The longer one first: `is` begins them nearly all. */
const COMPARISONS: readonly (readonly [readonly string[], Operator])[] = [
  [['is', 'less', 'than', 'or', 'equal', 'to'], '<='],
  [['is', 'greater', 'than'], '>'],
  [['is', 'less', 'than'], '<'],
  [['is', 'not'], 'is not'],
  [['is'], 'is'],
  [['contains'], 'contains'],
  [['starts', 'with'], 'starts with'],
];

const operations = new WeakSet<Expression>();

function binary(op: Operator | 'and' | 'or', left: Expression, right: Expression): Expression {
  const value: Expression = (run, names) => {
    const a = left(run, names);
    if (op === 'and') return booleanOf(a) && booleanOf(right(run, names));
    if (op === 'or') return booleanOf(a) || booleanOf(right(run, names));
    return operate(op, a, right(run, names), run);
  };
  operations.add(value);
  return value;
}

/** Operators that bind alike, from left to right. */
function chain(
  cursor: Cursor,
  ops: readonly (Operator | 'and' | 'or')[],
  operand: () => Expression,
): Expression {
  let left = operand();
  for (;;) {
    const op = ops.find((one) => cursor.eat(one));
    if (op === undefined) return left;
    left = binary(op, left, operand());
  }
}

export function parseExpression(cursor: Cursor, scope: Scope): Expression {
  const not = (): Expression => {
    if (!cursor.eat('not')) return parseComparison(cursor, scope);
    const of = not();
    return (run, names) => !booleanOf(of(run, names));
  };
  return chain(cursor, ['or'], () => chain(cursor, ['and'], not));
}

function parseComparison(cursor: Cursor, scope: Scope): Expression {
  const left = parseAs(cursor, scope);
  const found = COMPARISONS.find(([words]) => cursor.eat(...words));
  if (found === undefined) return left;
  const right = parseAs(cursor, scope);
  if (COMPARISONS.some(([words]) => cursor.is(...words))) cursor.fail('two comparisons in a row');
  return binary(found[1], left, right);
}

/** `as` binds less than `&`: what it belongs to is always put into parentheses in our scripts. */
function parseAs(cursor: Cursor, scope: Scope): Expression {
  const product = () => chain(cursor, ['*', 'div', 'mod'], () => parsePrimary(cursor, scope));
  const of = chain(cursor, ['&'], () => chain(cursor, ['+', '-'], product));
  if (!cursor.eat('as')) return of;
  if (operations.has(of)) cursor.fail('"as" after an operator needs parentheses');
  if (cursor.eat('text')) return (run, names) => textOf(of(run, names), run.delimiter);
  if (cursor.eat('integer')) return (run, names) => integerOf(of(run, names));
  return cursor.fail('only "as text" and "as integer" are known');
}

/** One value: a literal, a name, something in parentheses, or a part `of` one. */
export function parsePrimary(cursor: Cursor, scope: Scope): Expression {
  const token = cursor.peek();
  if (token === undefined) return cursor.fail('expected a value at the end of the line');
  if (token.kind === 'text' || token.kind === 'number') {
    cursor.skip(1);
    return () => (token.kind === 'text' ? token.value : Number(token.value));
  }
  if (cursor.eat('-')) return unary(cursor, scope, (value) => -numberOf(value));
  if (cursor.eat('(')) {
    const inner = parseExpression(cursor, scope);
    cursor.need(')');
    return (run, names) => inner(run, names);
  }
  if (cursor.eat('{')) {
    const items = parseValues(cursor, scope, '}');
    return (run, names) => new ScriptList(items.map((item) => item(run, names)));
  }
  if (cursor.eat('true')) return () => true;
  if (cursor.eat('false')) return () => false;
  if (cursor.eat('missing', 'value')) return () => null;
  return (
    parseLocal(cursor, scope) ??
    (scope.inTell ? parseInTell(cursor, scope) : undefined) ??
    parseName(cursor, scope)
  );
}

/** What is made of the value that follows. */
function unary(cursor: Cursor, scope: Scope, make: (value: Value, run: Running) => Value): Expression {
  const of = parsePrimary(cursor, scope);
  return (run, names) => make(of(run, names), run);
}

/** What the language does itself; inside a tell block Calendar would be asked first, so there it is refused. */
function parseLocal(cursor: Cursor, scope: Scope): Expression | undefined {
  const local = (what: string): void => {
    if (scope.inTell) cursor.fail(`${what} inside a tell block is sent to Calendar`);
  };
  if (cursor.eat('current', 'date')) {
    local('"current date"');
    return (run) => new ScriptDate(run.now);
  }
  if (cursor.eat('character', 'id'))
    return unary(cursor, scope, (code) => String.fromCodePoint(numberOf(code)));
  if (cursor.eat("AppleScript's", 'text', 'item', 'delimiters')) return (run) => run.delimiter;
  if (scope.inTell && cursor.eat('count', 'of')) return parseCount(cursor, scope);
  if (cursor.eat('count', 'of') || cursor.eat('length', 'of')) {
    local('a count of our own');
    return unary(cursor, scope, sizeOf);
  }
  if (cursor.eat('contents', 'of'))
    return unary(cursor, scope, (value) => (value instanceof ItemReference ? value.contents : value));
  if (cursor.eat('text', 'items', 'of')) {
    local('"text items"');
    return unary(cursor, scope, (value, run) => textItemsOf(value, run.delimiter));
  }
  if (cursor.eat('text')) {
    local('a part of a text');
    const from = parsePrimary(cursor, scope);
    cursor.need('thru');
    const to = parsePrimary(cursor, scope);
    cursor.need('of');
    const of = parsePrimary(cursor, scope);
    return (run, names) =>
      sliceOf(textOf(of(run, names), run.delimiter), numberOf(from(run, names)), numberOf(to(run, names)));
  }
  if (cursor.eat('item')) {
    local('"item"');
    const index = parsePrimary(cursor, scope);
    cursor.need('of');
    const of = parsePrimary(cursor, scope);
    return (run, names) => {
      const { items } = listOf(of(run, names));
      return items[positionOf(index(run, names), items.length)] ?? null;
    };
  }
  const part = parseDatePart(cursor);
  if (part === undefined) return undefined;
  local('a part of a date');
  return unary(cursor, scope, (date) => {
    const value = dateOf(date).get(part);
    return part === 'month' ? new Month(value) : value;
  });
}

export function parseDatePart(cursor: Cursor): DatePart | undefined {
  return (['year', 'month', 'day', 'time'] as const).find((part) => cursor.eat(part, 'of'));
}

function parseCount(cursor: Cursor, scope: Scope): Expression {
  const target = parseSpecifier(cursor, scope, parsePrimary);
  if (target === undefined || target.property !== undefined || !target.isEvery)
    return cursor.fail('a count inside a tell block is of elements, as in "count of events of calendar 1"');
  return (run, names) => {
    const address = target.address(run, names);
    return run.send((application) => application.count(address));
  };
}

function parseInTell(cursor: Cursor, scope: Scope): Expression | undefined {
  const term = termAt(cursor.words());
  if (term?.kind === 'enumerator') {
    cursor.skip(1);
    return () => new Enumerator(term.term);
  }
  const target = parseSpecifier(cursor, scope, parsePrimary);
  if (target === undefined) return undefined;
  if (target.property === undefined)
    return cursor.fail('an object is named without a property: it would be fetched as a reference');
  return (run, names) => {
    const address = target.address(run, names);
    return run.send((application) => application.get(address));
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
  const name = cursor.name('a value');
  if (cursor.eat('(')) return parseCall(cursor, scope, name);
  if (own ? !scope.properties.has(name) : !scope.names.has(name) && !scope.properties.has(name)) {
    cursor.fail(`"${name}" has no value here`);
  }
  return (run, names) => {
    const value = (own || !names.has(name) ? run.properties : names).get(name);
    if (value === undefined) throw new ScriptError(`The variable ${name} is not defined.`, -2753);
    return value;
  };
}

export function parseCall(cursor: Cursor, scope: Scope, name: string): Expression {
  const { line } = cursor;
  if (scope.inTell) cursor.fail(`the handler ${name} is called inside a tell block, as if Calendar had it`);
  if (scope.inConsidering) cursor.fail(`the handler ${name} is called inside "considering"`);
  const args = parseValues(cursor, scope, ')');
  scope.calls.push({ name, count: args.length, line });
  return (run, names) =>
    run.call(
      name,
      args.map((arg) => arg(run, names)),
    );
}
