import { dateOf, listOf, numberOf, positionOf } from './coerce.js';
import type { Cursor } from './cursor.js';
import { CLASSES, PROPERTIES } from './dictionary.js';
import { parseExpression, parsePrimary } from './expression.js';
import { parseSpecifier } from './specifier.js';
import type { Expression, Running, Scope, Specifier, Statement } from './syntax.js';
import type { Value } from './values.js';

/** A statement that returns nothing from its handler. */
export function act(work: (run: Running, names: Map<string, Value>) => unknown): Statement {
  return (run, names) => {
    work(run, names);
    return undefined;
  };
}

/** An object of Calendar, or a property of one, behind a command. */
function target(cursor: Cursor, scope: Scope): Specifier {
  const found = parseSpecifier(cursor, scope, () => parsePrimary(cursor, scope));
  return found ?? cursor.fail('expected an object of Calendar');
}

function requireSettable(cursor: Cursor, className: string, property: string): void {
  if (CLASSES[className]?.properties[property] !== 'rw')
    cursor.fail(`"${property}" of ${className} cannot be set`);
}

export function parseSet(cursor: Cursor, scope: Scope): Statement {
  if (scope.inTell) return parseTold(cursor, scope);
  const primary = () => parsePrimary(cursor, scope);
  const value = (): Expression => {
    cursor.need('to');
    return parseExpression(cursor, scope);
  };
  if (cursor.eat('end of')) {
    const [list, added] = [primary(), value()];
    return act((run, names) => listOf(list(run, names)).items.push(added(run, names)));
  }
  if (cursor.eat("AppleScript's text item delimiters")) {
    const delimiter = value();
    return act((run, names) => {
      run.delimiter = delimiter(run, names);
    });
  }
  if (cursor.eat('item')) {
    const index = primary();
    cursor.need('of');
    const [of, next] = [primary(), value()];
    return act((run, names) => {
      const { items } = listOf(of(run, names));
      items[positionOf(index(run, names), items.length)] = next(run, names);
    });
  }
  const part = (['year', 'month', 'day', 'time'] as const).find((one) => cursor.eat(`${one} of`));
  if (part !== undefined) {
    const [of, next] = [primary(), value()];
    return act((run, names) => dateOf(of(run, names)).set(part, numberOf(next(run, names))));
  }
  const own = cursor.eat('my');
  const name = cursor.name('a variable');
  if (scope.properties.has(name) !== own) cursor.fail(`"my" belongs before properties of the script only`);
  const next = value();
  scope.names.add(name);
  return act((run, names) => (own ? run.properties : names).set(name, next(run, names)));
}

function parseTold(cursor: Cursor, scope: Scope): Statement {
  if (PROPERTIES.some((term) => cursor.is(`${term} of`))) {
    const to = target(cursor, scope);
    requireSettable(cursor, to.className, to.property ?? '');
    cursor.need('to');
    const next = parseExpression(cursor, scope);
    return act((run, names) => {
      const [value, address] = [next(run, names), to.address(run, names)];
      run.send((application) => application.put(address, value));
    });
  }
  const name = cursor.name('a variable');
  if (scope.properties.has(name)) cursor.fail('a property of the script is set inside a tell block');
  cursor.need('to');
  const value = cursor.is('make new') ? parseMake(cursor, scope) : parseExpression(cursor, scope);
  scope.names.add(name);
  return act((run, names) => names.set(name, value(run, names)));
}

export function parseDelete(cursor: Cursor, scope: Scope): Statement {
  const { className, property, isMany, address } = target(cursor, scope);
  if (property !== undefined || isMany || className !== 'event') cursor.fail('exactly one event is deleted');
  return act((run, names) => {
    const one = address(run, names);
    run.send((application) => application.delete(one));
  });
}

export function parseMake(cursor: Cursor, scope: Scope): Expression {
  cursor.need('make new');
  const className = Object.keys(CLASSES).find((name) => cursor.eat(name)) ?? cursor.fail('expected a class');
  cursor.need('at end of');
  const at = target(cursor, scope);
  if (at.property !== undefined || !at.isEvery || at.className !== className)
    cursor.fail(`expected the ${CLASSES[className]?.plural} of something`);
  cursor.need('with properties {');
  const given = new Map<string, Expression>();
  do {
    const key = PROPERTIES.find((term) => cursor.eat(`${term} :`)) ?? cursor.fail('expected a property');
    requireSettable(cursor, className, key);
    given.set(key, parseExpression(cursor, scope));
  } while (cursor.eat(','));
  cursor.need('}');
  return (run, names) => {
    const properties = new Map([...given].map(([key, one]) => [key, one(run, names)]));
    const address = at.address(run, names);
    return run.send((application) => application.make(className, address, properties));
  };
}
