import { booleanOf, listOf, numberOf, textOf } from './coerce.js';
import { Cursor } from './cursor.js';
import { lex } from './lex.js';
import { act, parseMake, parseSet } from './parse-commands.js';
import { parseCall, parseExpression, parsePrimary } from './parse-expression.js';
import { parseSpecifier } from './parse-specifier.js';
import {
  type Expression,
  type Handler,
  type Running,
  type Scope,
  type Script,
  ScriptSyntaxError,
  type Statement,
} from './syntax.js';
import { ItemReference, ScriptError } from './values.js';

/**
 * Reads a script of our subset of AppleScript. Whatever is not in the subset, not in Calendar's dictionary, or a known
 * trap is refused: there is no Mac here whose compiler could say so.
 */
export function parseScript(source: string): Script {
  const cursor = new Cursor(lex(source));
  const properties = new Map<string, Expression>();
  const handlers = new Map<string, Handler>();
  const calls: { name: string; count: number; line: number }[] = [];
  const scopeOf = (parameters: readonly string[]): Scope => ({
    names: new Set(parameters),
    properties,
    objects: new Map(),
    inTell: false,
    inTimeout: false,
    inConsidering: false,
    calls,
  });
  while (!cursor.done) {
    if (cursor.eat('property')) {
      if (handlers.size > 0) cursor.fail('properties stand at the top');
      const name = cursor.newName('a property');
      if (properties.has(name)) cursor.fail(`the property ${name} is there twice`);
      cursor.need(':');
      properties.set(name, parseExpression(cursor, scopeOf([])));
      cursor.end();
      continue;
    }
    const [name, handler] = parseHandler(cursor, scopeOf);
    if (handlers.has(name)) cursor.fail(`the handler ${name} is there twice`);
    handlers.set(name, handler);
  }
  for (const { name, count, line } of calls) {
    const handler = handlers.get(name);
    if (handler === undefined) throw new ScriptSyntaxError(line, `there is no handler ${name}`);
    if (handler.parameters.length !== count) {
      throw new ScriptSyntaxError(line, `${name} takes ${handler.parameters.length} values, not ${count}`);
    }
  }
  if (!handlers.has('run')) throw new ScriptSyntaxError(1, 'there is no run handler');
  const called = new Set(calls.map(({ name }) => name));
  const unused = [...handlers.keys()].find((name) => name !== 'run' && !called.has(name));
  if (unused !== undefined) throw new ScriptSyntaxError(1, `the handler ${unused} is never called`);
  return { properties, handlers };
}

function parseHandler(
  cursor: Cursor,
  scopeOf: (parameters: readonly string[]) => Scope,
): readonly [string, Handler] {
  cursor.need('on');
  const parameters: string[] = [];
  let name: string;
  if (cursor.eat('run')) {
    name = 'run';
    parameters.push(cursor.newName('a parameter'));
  } else {
    name = cursor.name('a handler');
    cursor.need('(');
    do parameters.push(cursor.newName('a parameter'));
    while (cursor.eat(','));
    cursor.need(')');
  }
  if (new Set(parameters).size < parameters.length) cursor.fail('two parameters of one name');
  return [name, { parameters, body: closed(cursor, scopeOf(parameters), 'end', name) }];
}

/** Statements up to one of the given ends, which is left to the caller. */
function parseBlock(cursor: Cursor, scope: Scope, ...ends: readonly (readonly string[])[]): Statement {
  cursor.end();
  const body: Statement[] = [];
  while (!ends.some((words) => cursor.is(...words))) {
    if (cursor.done || cursor.is('end')) cursor.fail(`expected "${ends[0]?.join(' ')}"`);
    body.push(parseStatement(cursor, scope));
  }
  return (run, names) => {
    for (const statement of body) {
      const outcome = statement(run, names);
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  };
}

/** Statements up to an end, and that. */
function closed(cursor: Cursor, scope: Scope, ...words: readonly string[]): Statement {
  const body = parseBlock(cursor, scope, words);
  cursor.need(...words);
  cursor.end();
  return body;
}

function parseStatement(cursor: Cursor, scope: Scope): Statement {
  if (cursor.eat('if')) return parseIf(cursor, scope);
  if (cursor.eat('repeat')) return parseRepeat(cursor, scope);
  if (cursor.eat('try')) return parseTry(cursor, scope);
  if (cursor.eat('considering', 'case')) {
    if (scope.inTell) cursor.fail('"considering" inside a tell block');
    const body = closed(cursor, { ...scope, inConsidering: true }, 'end', 'considering');
    return within({ considering: true }, body);
  }
  if (cursor.eat('with', 'timeout', 'of')) {
    const seconds = Number(cursor.peek()?.value);
    if (!Number.isInteger(seconds)) cursor.fail('a timeout is a whole number of seconds');
    if (seconds > 120) cursor.fail('the program is killed before this timeout');
    cursor.skip(1);
    cursor.need('seconds');
    return within({ seconds }, closed(cursor, { ...scope, inTimeout: true }, 'end', 'timeout'));
  }
  if (cursor.eat('tell', 'application')) {
    const token = cursor.peek();
    if (token?.kind !== 'text' || token.value !== 'Calendar') cursor.fail('only Calendar is told anything');
    cursor.skip(1);
    if (scope.inTell) cursor.fail('a tell block inside a tell block');
    if (!scope.inTimeout) cursor.fail('a tell block without a timeout in its own handler');
    return closed(cursor, { ...scope, inTell: true }, 'end', 'tell');
  }
  const statement = parseLine(cursor, scope);
  cursor.end();
  return statement;
}

/** A statement of one line, without its end. */
function parseLine(cursor: Cursor, scope: Scope): Statement {
  if (cursor.eat('set')) return parseSet(cursor, scope);
  if (cursor.eat('return')) {
    const value = parseExpression(cursor, scope);
    return (run, names) => ({ value: value(run, names) });
  }
  if (cursor.eat('error')) {
    const message = parsePrimary(cursor, scope);
    cursor.need('number');
    const number = parsePrimary(cursor, scope);
    return (run, names) => {
      throw new ScriptError(textOf(message(run, names), run.delimiter), numberOf(number(run, names)));
    };
  }
  if (scope.inTell && cursor.eat('delete')) {
    const target = parseSpecifier(cursor, scope, parsePrimary);
    if (target === undefined || target.property !== undefined || target.isMany)
      return cursor.fail('exactly one object is deleted');
    if (target.className === 'calendar') cursor.fail('a calendar is never deleted');
    return act((run, names) => {
      const address = target.address(run, names);
      run.send((application) => application.delete(address));
    });
  }
  if (scope.inTell && cursor.is('make')) return act(parseMake(cursor, scope).value);
  const name = cursor.name('a statement');
  cursor.need('(');
  return act(parseCall(cursor, scope, name));
}

/** Statements for which something else holds. */
function within(change: Partial<Running>, body: Statement): Statement {
  return (run, names) => {
    const { considering, seconds } = run;
    Object.assign(run, change);
    try {
      return body(run, names);
    } finally {
      Object.assign(run, { considering, seconds });
    }
  };
}

const BLOCKS: ReadonlySet<string> = new Set(['if', 'repeat', 'try', 'tell', 'with', 'considering']);

function parseIf(cursor: Cursor, scope: Scope): Statement {
  const test = parseExpression(cursor, scope);
  cursor.need('then');
  const next = cursor.peek();
  if (next?.kind === 'word' && BLOCKS.has(next.value)) cursor.fail('a block on the line of its condition');
  const isLine = next !== undefined;
  const so = isLine ? parseStatement(cursor, scope) : parseBlock(cursor, scope, ['end', 'if'], ['else']);
  const otherwise = isLine ? undefined : parseElse(cursor, scope);
  return (run, names) => (booleanOf(test(run, names)) ? so : otherwise)?.(run, names);
}

function parseElse(cursor: Cursor, scope: Scope): Statement | undefined {
  if (cursor.eat('else', 'if')) return parseIf(cursor, scope);
  if (cursor.eat('else')) return closed(cursor, scope, 'end', 'if');
  cursor.need('end', 'if');
  cursor.end();
  return undefined;
}

function parseRepeat(cursor: Cursor, scope: Scope): Statement {
  if (scope.inTell) cursor.fail('a loop inside a tell block');
  if (cursor.eat('while')) {
    const test = parseExpression(cursor, scope);
    const body = closed(cursor, scope, 'end', 'repeat');
    return (run, names) => {
      while (booleanOf(test(run, names))) {
        const outcome = body(run, names);
        if (outcome !== undefined) return outcome;
      }
      return undefined;
    };
  }
  cursor.need('with');
  const name = cursor.newName('a variable');
  if (cursor.eat('in')) {
    const items = parseExpression(cursor, scope);
    scope.names.add(name);
    const body = closed(cursor, scope, 'end', 'repeat');
    return (run, names) => {
      const list = listOf(items(run, names));
      const { length } = list.items;
      for (let at = 0; at < length; at++) {
        const outcome = body(run, names.set(name, new ItemReference(list, at)));
        if (outcome !== undefined) return outcome;
      }
      return undefined;
    };
  }
  cursor.need('from');
  const from = parseExpression(cursor, scope);
  cursor.need('to');
  const to = parseExpression(cursor, scope);
  const by = cursor.eat('by') ? parseExpression(cursor, scope) : () => 1;
  scope.names.add(name);
  const body = closed(cursor, scope, 'end', 'repeat');
  return (run, names) => {
    const [first = 0, last = 0, step = 1] = [from, to, by].map((value) => numberOf(value(run, names)));
    for (let at = first; at <= last; at += step) {
      const outcome = body(run, names.set(name, at));
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  };
}

function parseTry(cursor: Cursor, scope: Scope): Statement {
  const body = parseBlock(cursor, scope, ['on', 'error']);
  cursor.need('on', 'error');
  const message = cursor.peek()?.kind === 'word' ? cursor.newName('a variable') : undefined;
  const number = cursor.eat('number') ? cursor.newName('a variable') : undefined;
  for (const name of [message, number]) if (name !== undefined) scope.names.add(name);
  const caught = closed(cursor, scope, 'end', 'try');
  return (run, names) => {
    try {
      return body(run, names);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      if (message !== undefined) names.set(message, error.message);
      if (number !== undefined) names.set(number, error.number);
      return caught(run, names);
    }
  };
}
