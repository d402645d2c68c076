import type { Cursor } from './cursor.js';
import { CLASSES, ENUMERATORS } from './dictionary.js';
import {
  parseDatePart,
  parseExpression,
  parsePrimary,
  parseSpecifier,
  type Scope,
} from './parse-expression.js';
import type { Expression, Statement } from './syntax.js';
import { termAt } from './terms.js';

export function parseSet(cursor: Cursor, scope: Scope): Statement {
  const { line } = cursor;
  const value = (): Expression => {
    cursor.need('to');
    return parseExpression(cursor, scope);
  };
  if (cursor.eat('end', 'of')) {
    if (scope.inTell) cursor.fail('a list is changed inside a tell block');
    const list = parsePrimary(cursor, scope);
    return ended(cursor, { kind: 'append', list, value: value(), line });
  }
  if (cursor.eat("AppleScript's", 'text', 'item', 'delimiters')) {
    return ended(cursor, { kind: 'set delimiters', value: value(), line });
  }
  if (!scope.inTell && cursor.eat('item')) {
    const index = parsePrimary(cursor, scope);
    cursor.need('of');
    const of = parsePrimary(cursor, scope);
    return ended(cursor, { kind: 'set item', index, of, value: value(), line });
  }
  const part = scope.inTell ? undefined : parseDatePart(cursor);
  if (part !== undefined) {
    const of = parsePrimary(cursor, scope);
    return ended(cursor, { kind: 'set part', part, of, value: value(), line });
  }
  if (scope.inTell && termAt(cursor.words())?.kind === 'property') {
    const target = parseSpecifier(cursor, scope);
    if (target === undefined) return cursor.fail('expected a property');
    requireSettable(
      cursor,
      target.steps.at(-1)?.className ?? scope.objects.get(target.root ?? ''),
      target.property,
    );
    const put = value();
    requireEnumerator(
      cursor,
      target.steps.at(-1)?.className ?? scope.objects.get(target.root ?? ''),
      target.property,
      put,
    );
    return ended(cursor, { kind: 'put', target, value: put, line });
  }
  const own = cursor.eat('my');
  if (own && scope.inTell) cursor.fail('"my" inside a tell block');
  const name = cursor.newName('a variable');
  if (own ? !scope.properties.has(name) : scope.properties.has(name)) {
    cursor.fail(`"${name}" is ${own ? 'not ' : ''}a property of the script`);
  }
  cursor.need('to');
  if (cursor.is('make')) {
    if (!scope.inTell) cursor.fail('"make" outside a tell block');
    const made = parseMake(cursor, scope);
    if (made.kind === 'make') scope.objects.set(name, made.className);
    scope.names.add(name);
    return ended(cursor, { kind: 'set', name, own, value: made, line });
  }
  const set: Statement = { kind: 'set', name, own, value: parseExpression(cursor, scope), line };
  scope.objects.delete(name);
  scope.names.add(name);
  return ended(cursor, set);
}

function requireSettable(cursor: Cursor, className: string | undefined, property: string | undefined): void {
  if (
    className === undefined ||
    property === undefined ||
    CLASSES[className]?.properties[property]?.access !== 'rw'
  ) {
    cursor.fail(`"${property}" of ${className} cannot be set`);
  }
}

/** An enumerator stands for a property of its own kind only. */
function requireEnumerator(
  cursor: Cursor,
  className: string | undefined,
  property: string | undefined,
  value: Expression,
): void {
  if (value.kind !== 'enumerator') return;
  if (CLASSES[className ?? '']?.properties[property ?? '']?.type !== ENUMERATORS[value.name]) {
    cursor.fail(`"${value.name}" is no value of "${property}"`);
  }
}

export function parseMake(cursor: Cursor, scope: Scope): Expression {
  const { line } = cursor;
  cursor.need('make', 'new');
  const term = termAt(cursor.words());
  if (term?.kind !== 'class') return cursor.fail('expected a class after "make new"');
  cursor.skip(term.term.split(' ').length);
  if (term.term === 'open file alarm') cursor.fail(`a new ${term.term} is not allowed`);
  cursor.need('at', 'end', 'of');
  const at = parseSpecifier(cursor, scope);
  const last = at?.steps.at(-1);
  if (
    at === undefined ||
    at.property !== undefined ||
    last?.which.kind !== 'every' ||
    last.className !== term.term
  ) {
    return cursor.fail(`expected the ${CLASSES[term.term]?.plural} of something`);
  }
  cursor.need('with', 'properties', '{');
  const properties: (readonly [string, Expression])[] = [];
  do {
    const key = termAt(cursor.words());
    if (key?.kind !== 'property') return cursor.fail(`expected a property, found "${cursor.peek()?.value}"`);
    cursor.skip(key.term.split(' ').length);
    cursor.need(':');
    requireSettable(cursor, term.term, key.term);
    if (properties.some(([name]) => name === key.term)) cursor.fail(`"${key.term}" is there twice`);
    const value = parseExpression(cursor, scope);
    requireEnumerator(cursor, term.term, key.term, value);
    properties.push([key.term, value]);
  } while (cursor.eat(','));
  cursor.need('}');
  return { kind: 'make', className: term.term, at, properties, line };
}

export function ended(cursor: Cursor, statement: Statement): Statement {
  cursor.end();
  return statement;
}
