import { dateOf, listOf, numberOf, positionOf } from './coerce.js';
import type { Cursor } from './cursor.js';
import { CLASSES } from './dictionary.js';
import { parseDatePart, parseExpression, parsePrimary } from './parse-expression.js';
import { parseSpecifier } from './parse-specifier.js';
import type { Expression, Running, Scope, Statement } from './syntax.js';
import { termAt } from './terms.js';
import type { Value } from './values.js';

/** A statement that returns nothing from its handler. */
export function act(work: (run: Running, names: Map<string, Value>) => unknown): Statement {
  return (run, names) => {
    work(run, names);
    return undefined;
  };
}

export function parseSet(cursor: Cursor, scope: Scope): Statement {
  const value = (): Expression => {
    cursor.need('to');
    return parseExpression(cursor, scope);
  };
  if (cursor.eat('end', 'of')) {
    if (scope.inTell) cursor.fail('a list is changed inside a tell block');
    const [list, added] = [parsePrimary(cursor, scope), value()];
    return act((run, names) => listOf(list(run, names)).items.push(added(run, names)));
  }
  if (cursor.eat("AppleScript's", 'text', 'item', 'delimiters')) {
    const delimiter = value();
    return act((run, names) => {
      run.delimiter = delimiter(run, names);
    });
  }
  if (!scope.inTell && cursor.eat('item')) {
    const index = parsePrimary(cursor, scope);
    cursor.need('of');
    const [of, next] = [parsePrimary(cursor, scope), value()];
    return act((run, names) => {
      const { items } = listOf(of(run, names));
      items[positionOf(index(run, names), items.length)] = next(run, names);
    });
  }
  const part = scope.inTell ? undefined : parseDatePart(cursor);
  if (part !== undefined) {
    const [of, next] = [parsePrimary(cursor, scope), value()];
    return act((run, names) => dateOf(of(run, names)).set(part, numberOf(next(run, names))));
  }
  if (scope.inTell && termAt(cursor.words())?.kind === 'property') {
    const target = parseSpecifier(cursor, scope, parsePrimary);
    if (target === undefined) return cursor.fail('expected a property');
    requireSettable(cursor, target.className, target.property);
    const next = value();
    return act((run, names) => {
      const [to, address] = [next(run, names), target.address(run, names)];
      run.send((application) => application.put(address, to));
    });
  }
  return parseAssignment(cursor, scope);
}

function parseAssignment(cursor: Cursor, scope: Scope): Statement {
  const own = cursor.eat('my');
  if (own && scope.inTell) cursor.fail('"my" inside a tell block');
  const name = cursor.newName('a variable');
  if (own ? !scope.properties.has(name) : scope.properties.has(name)) {
    cursor.fail(`"${name}" is ${own ? 'not ' : ''}a property of the script`);
  }
  cursor.need('to');
  if (cursor.is('make') && !scope.inTell) cursor.fail('"make" outside a tell block');
  const made = cursor.is('make') ? parseMake(cursor, scope) : undefined;
  const value = made?.value ?? parseExpression(cursor, scope);
  if (made === undefined) scope.objects.delete(name);
  else scope.objects.set(name, made.className);
  scope.names.add(name);
  return act((run, names) => (own ? run.properties : names).set(name, value(run, names)));
}

/** Enumerators are compared only: nothing that takes them is set. */
function requireSettable(cursor: Cursor, className: string, property: string | undefined): void {
  const access = CLASSES[className]?.properties[property ?? ''];
  if (property === 'status') cursor.fail('no value of "status" is set by our scripts');
  if (access !== 'rw') cursor.fail(`"${property}" of ${className} cannot be set`);
}

export function parseMake(
  cursor: Cursor,
  scope: Scope,
): { readonly className: string; readonly value: Expression } {
  cursor.need('make', 'new');
  const term = termAt(cursor.words());
  if (term?.kind !== 'class') return cursor.fail('expected a class after "make new"');
  const className = term.term;
  cursor.skip(className.split(' ').length);
  if (className === 'open file alarm') cursor.fail(`a new ${className} is not allowed`);
  cursor.need('at', 'end', 'of');
  const at = parseSpecifier(cursor, scope, parsePrimary);
  if (at === undefined || at.property !== undefined || !at.isEvery || at.className !== className)
    return cursor.fail(`expected the ${CLASSES[className]?.plural} of something`);
  cursor.need('with', 'properties', '{');
  const given = new Map<string, Expression>();
  do {
    const key = termAt(cursor.words());
    if (key?.kind !== 'property') return cursor.fail(`expected a property, found "${cursor.peek()?.value}"`);
    cursor.skip(key.term.split(' ').length);
    cursor.need(':');
    requireSettable(cursor, className, key.term);
    if (given.has(key.term)) cursor.fail(`"${key.term}" is there twice`);
    given.set(key.term, parseExpression(cursor, scope));
  } while (cursor.eat(','));
  cursor.need('}');
  const value: Expression = (run, names) => {
    const properties = new Map([...given].map(([key, one]) => [key, one(run, names)]));
    const address = at.address(run, names);
    return run.send((application) => application.make(className, address, properties));
  };
  return { className, value };
}
