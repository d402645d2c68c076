import { COMPARISONS } from './comparisons.js';
import type { Cursor } from './cursor.js';
import { CLASSES, ENUMERATORS } from './dictionary.js';
import type { DatePart, Expression, Operator, Specifier, Step } from './syntax.js';
import { classOfPlural, termAt } from './terms.js';

/** What the parser knows at a place of a script. */
export interface Scope {
  /** Names that have been set above, in this handler. */
  readonly names: Set<string>;
  readonly properties: ReadonlySet<string>;
  /** Names that hold an object of Calendar, with its class. */
  readonly objects: Map<string, string>;
  readonly inTell: boolean;
  readonly inTimeout: boolean;
  readonly inConsidering: boolean;
  readonly inLoop: boolean;
  readonly calls: { readonly name: string; readonly count: number; readonly line: number }[];
}

export function parseExpression(cursor: Cursor, scope: Scope): Expression {
  let left = parseAnd(cursor, scope);
  while (cursor.eat('or')) left = binary(cursor, 'or', left, parseAnd(cursor, scope));
  return left;
}

function parseAnd(cursor: Cursor, scope: Scope): Expression {
  let left = parseNot(cursor, scope);
  while (cursor.eat('and')) left = binary(cursor, 'and', left, parseNot(cursor, scope));
  return left;
}

function parseNot(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  if (cursor.eat('not')) return { kind: 'not', of: parseNot(cursor, scope), line };
  return parseComparison(cursor, scope);
}

function parseComparison(cursor: Cursor, scope: Scope): Expression {
  const left = parseAs(cursor, scope);
  const found = COMPARISONS.find(([words]) => cursor.is(...words));
  if (found === undefined) return left;
  cursor.eat(...found[0]);
  const right = parseAs(cursor, scope);
  if (COMPARISONS.some(([words]) => cursor.is(...words))) cursor.fail('two comparisons in a row');
  return binary(cursor, found[1], left, right);
}

/** `as` binds less than `&`: what it belongs to is always put into parentheses in our scripts. */
function parseAs(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  const of = parseJoin(cursor, scope);
  if (!cursor.eat('as')) return of;
  if (of.kind === 'binary') cursor.fail('"as" after an operator needs parentheses');
  if (cursor.eat('text')) return { kind: 'as', type: 'text', of, line };
  if (cursor.eat('integer')) return { kind: 'as', type: 'integer', of, line };
  return cursor.fail('only "as text" and "as integer" are known');
}

function parseJoin(cursor: Cursor, scope: Scope): Expression {
  let left = parseSum(cursor, scope);
  while (cursor.eat('&')) left = binary(cursor, '&', left, parseSum(cursor, scope));
  return left;
}

function parseSum(cursor: Cursor, scope: Scope): Expression {
  let left = parseProduct(cursor, scope);
  for (;;) {
    const op = (['+', '-'] as const).find((sign) => cursor.eat(sign));
    if (op === undefined) return left;
    left = binary(cursor, op, left, parseProduct(cursor, scope));
  }
}

function parseProduct(cursor: Cursor, scope: Scope): Expression {
  let left = parsePrimary(cursor, scope);
  for (;;) {
    const op = (['*', 'div', 'mod'] as const).find((sign) => cursor.eat(sign));
    if (op === undefined) return left;
    left = binary(cursor, op, left, parsePrimary(cursor, scope));
  }
}

function binary(cursor: Cursor, op: Operator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', op, left, right, line: cursor.line };
}

/** One value: a literal, a name, something in parentheses, or a part `of` one. */
export function parsePrimary(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  const token = cursor.peek();
  if (token === undefined) return cursor.fail('expected a value at the end of the line');
  if (token.kind === 'text') {
    cursor.skip(1);
    return { kind: 'literal', value: token.value, line };
  }
  if (token.kind === 'number') {
    cursor.skip(1);
    return { kind: 'literal', value: Number(token.value), line };
  }
  if (cursor.eat('-')) return { kind: 'negative', of: parsePrimary(cursor, scope), line };
  if (cursor.eat('(')) {
    const inner = parseExpression(cursor, scope);
    cursor.need(')');
    return inner;
  }
  if (cursor.eat('{')) return parseList(cursor, scope);
  if (cursor.eat('true')) return { kind: 'literal', value: true, line };
  if (cursor.eat('false')) return { kind: 'literal', value: false, line };
  if (cursor.eat('missing', 'value')) return { kind: 'literal', value: null, line };
  const local = parseLocal(cursor, scope);
  if (local !== undefined) return local;
  if (scope.inTell) {
    const found = parseInTell(cursor, scope);
    if (found !== undefined) return found;
  }
  return parseName(cursor, scope);
}

/** What the language does itself; inside a tell block Calendar would be asked first, so there it is refused. */
function parseLocal(cursor: Cursor, scope: Scope): Expression | undefined {
  const { line } = cursor;
  const local = (what: string): void => {
    if (scope.inTell) cursor.fail(`${what} inside a tell block is sent to Calendar`);
  };
  if (cursor.eat('current', 'date')) {
    local('"current date"');
    return { kind: 'now', line };
  }
  if (cursor.eat('character', 'id')) return { kind: 'character', code: parsePrimary(cursor, scope), line };
  if (cursor.eat("AppleScript's", 'text', 'item', 'delimiters')) return { kind: 'delimiters', line };
  if (scope.inTell && cursor.is('count')) return parseCount(cursor, scope);
  if (cursor.eat('count', 'of') || cursor.eat('length', 'of')) {
    local('a count of our own');
    return { kind: 'size', of: parsePrimary(cursor, scope), line };
  }
  if (cursor.eat('contents', 'of')) return { kind: 'contents', of: parsePrimary(cursor, scope), line };
  if (cursor.eat('text', 'items', 'of')) {
    local('"text items"');
    return { kind: 'text items', of: parsePrimary(cursor, scope), line };
  }
  if (cursor.eat('text')) {
    local('a part of a text');
    const from = parsePrimary(cursor, scope);
    cursor.need('thru');
    const to = parsePrimary(cursor, scope);
    cursor.need('of');
    return { kind: 'slice', from, to, of: parsePrimary(cursor, scope), line };
  }
  if (cursor.eat('item')) {
    local('"item"');
    const index = parsePrimary(cursor, scope);
    cursor.need('of');
    return { kind: 'item', index, of: parsePrimary(cursor, scope), line };
  }
  const part = parseDatePart(cursor);
  if (part === undefined) return undefined;
  local('a part of a date');
  return { kind: 'part', part, of: parsePrimary(cursor, scope), line };
}

export function parseDatePart(cursor: Cursor): DatePart | undefined {
  return (['year', 'month', 'day', 'time'] as const).find((part) => cursor.eat(part, 'of'));
}

function parseCount(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  cursor.need('count', 'of');
  const target = parseSpecifier(cursor, scope);
  if (target?.property !== undefined || target?.steps.at(-1)?.which.kind !== 'every') {
    return cursor.fail('a count inside a tell block is of elements, as in "count of events of calendar 1"');
  }
  return { kind: 'count', target, line };
}

function parseInTell(cursor: Cursor, scope: Scope): Expression | undefined {
  const { line } = cursor;
  const term = termAt(cursor.words());
  if (term === undefined) return undefined;
  if (term.kind === 'enumerator' && Object.hasOwn(ENUMERATORS, term.term)) {
    cursor.skip(term.term.split(' ').length);
    return { kind: 'enumerator', name: term.term, line };
  }
  const target = parseSpecifier(cursor, scope);
  if (target === undefined) return undefined;
  if (target.property === undefined) {
    return cursor.fail('an object is named without a property: it would be fetched as a reference');
  }
  return { kind: 'get', target, line };
}

/** `summary of event 3 of calendar 2`, checked against the dictionary from the outermost container inwards. */
export function parseSpecifier(cursor: Cursor, scope: Scope): Specifier | undefined {
  const { line } = cursor;
  const term = termAt(cursor.words());
  let property: string | undefined;
  if (term?.kind === 'property') {
    property = term.term;
    cursor.skip(property.split(' ').length);
    cursor.need('of');
  } else if (term === undefined || term.kind === 'enumerator') return undefined;
  const inward: Step[] = [];
  let root: string | undefined;
  for (;;) {
    const step = parseStep(cursor, scope);
    if (step === undefined) {
      root = cursor.name('an element or a variable');
      requireKnown(cursor, scope, root);
      break;
    }
    inward.push(step);
    if (!cursor.eat('of')) break;
  }
  if (inward.slice(1).some(isMany)) cursor.fail('a list of lists is asked for');
  const steps = inward.toReversed();
  checkChain(cursor, scope, { line, steps, ...(root && { root }), ...(property && { property }) });
  return { line, steps, ...(root && { root }), ...(property && { property }) };
}

/** Whether a part of a chain names several objects. */
export function isMany({ which }: Step): boolean {
  return which.kind === 'every' || which.kind === 'range';
}

function parseStep(cursor: Cursor, scope: Scope): Step | undefined {
  const every = cursor.eat('every');
  const term = termAt(cursor.words());
  if (term?.kind === 'plural' && !every) {
    cursor.skip(term.term.split(' ').length);
    const className = classOfPlural(term.term);
    const next = cursor.peek();
    if (next?.kind !== 'number' && !scope.names.has(next?.value ?? ''))
      return { className, which: { kind: 'every' } };
    const from = parsePrimary(cursor, scope);
    cursor.need('thru');
    return { className, which: { kind: 'range', from, to: parsePrimary(cursor, scope) } };
  }
  if (term?.kind !== 'class') return every ? cursor.fail('expected a class after "every"') : undefined;
  cursor.skip(term.term.split(' ').length);
  const className = term.term;
  if (every) return { className, which: { kind: 'every' } };
  const kind = cursor.eat('id') ? 'id' : 'index';
  return { className, which: { kind, value: parsePrimary(cursor, scope) } };
}

function checkChain(cursor: Cursor, scope: Scope, { root, steps, property }: Specifier): void {
  let container = root === undefined ? 'application' : scope.objects.get(root);
  if (container === undefined) cursor.fail(`"${root}" does not hold an object of Calendar`);
  for (const { className, which } of steps) {
    if (!CLASSES[container ?? '']?.elements.includes(className)) {
      cursor.fail(`${container} has no elements of class ${className}`);
    }
    if (which.kind === 'id' && className === 'calendar') cursor.fail('calendars cannot be asked for by id');
    container = className;
  }
  if (property !== undefined && !Object.hasOwn(CLASSES[container ?? '']?.properties ?? {}, property)) {
    cursor.fail(`${container} has no property "${property}"`);
  }
}

function parseList(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  const items: Expression[] = [];
  if (cursor.eat('}')) return { kind: 'list', items, line };
  do items.push(parseExpression(cursor, scope));
  while (cursor.eat(','));
  cursor.need('}');
  return { kind: 'list', items, line };
}

function parseName(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  const own = cursor.eat('my');
  const name = cursor.name('a value');
  if (cursor.eat('(')) return parseCall(cursor, scope, name);
  if (own ? !scope.properties.has(name) : !scope.names.has(name) && !scope.properties.has(name)) {
    cursor.fail(`"${name}" has no value here`);
  }
  return { kind: 'variable', name, own, line };
}

function requireKnown(cursor: Cursor, scope: Scope, name: string): void {
  if (!scope.names.has(name)) cursor.fail(`"${name}" has no value here`);
}

export function parseCall(cursor: Cursor, scope: Scope, name: string): Expression {
  const { line } = cursor;
  if (scope.inTell) cursor.fail(`the handler ${name} is called inside a tell block, as if Calendar had it`);
  if (scope.inConsidering) cursor.fail(`the handler ${name} is called inside "considering"`);
  const args: Expression[] = [];
  if (!cursor.eat(')')) {
    do args.push(parseExpression(cursor, scope));
    while (cursor.eat(','));
    cursor.need(')');
  }
  scope.calls.push({ name, count: args.length, line });
  return { kind: 'call', name, args, line };
}
