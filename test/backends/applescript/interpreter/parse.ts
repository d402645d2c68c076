import { booleanOf, listOf, numberOf, textOf } from './coerce.js';
import { act, parseDelete, parseMake, parseSet } from './commands.js';
import { Cursor } from './cursor.js';
import { parseCall, parseExpression, parsePrimary } from './expression.js';
import type { Expression, Running, Scope, Script, Statement } from './syntax.js';
import { ItemReference, ScriptError, type Value } from './values.js';

/**
 * Reads a script of our subset of AppleScript, which is what the shipped scripts are written in. Whatever is not in it, not
 * in Calendar's dictionary, or a known trap is refused: there is no Mac here whose compiler could say so.
 */
export function parseScript(source: string): Script {
  const cursor = new Cursor(source);
  const properties = new Map<string, Expression>();
  const handlers = new Map<string, { readonly parameters: readonly string[]; readonly body: Statement }>();
  const calls: Scope['calls'] = [];
  const scopeOf = (parameters: readonly string[]): Scope => ({
    names: new Set(parameters),
    properties,
    calls,
    ...{ inTell: false, inTimeout: false },
  });
  while (cursor.eat('property')) {
    const name = cursor.name('a property');
    cursor.need(':');
    properties.set(name, parseExpression(cursor, scopeOf([])));
    cursor.end();
  }
  while (!cursor.done) {
    cursor.need('on');
    const isRun = cursor.eat('run');
    const name = isRun ? 'run' : cursor.name('a handler', false);
    const parameters: string[] = [];
    if (!isRun) cursor.need('(');
    do parameters.push(cursor.name('a parameter'));
    while (!isRun && cursor.eat(','));
    if (!isRun) cursor.need(')');
    handlers.set(name, { parameters, body: closed(cursor, scopeOf(parameters), `end ${name}`) });
  }
  for (const { name, count } of calls) {
    const takes = handlers.get(name)?.parameters.length;
    if (takes === undefined) cursor.fail(`there is no handler ${name}`);
    if (takes !== count) cursor.fail(`${name} takes ${takes} values, not ${count}`);
  }
  return { properties, handlers };
}

/** Statements up to one of the given ends, which is left to the caller. */
function parseBlock(cursor: Cursor, scope: Scope, ...ends: readonly string[]): Statement {
  cursor.end();
  const body: Statement[] = [];
  while (!ends.some((end) => cursor.is(end))) {
    if (cursor.done || cursor.is('end')) cursor.fail(`expected "${ends[0]}"`);
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
function closed(cursor: Cursor, scope: Scope, end: string): Statement {
  const body = parseBlock(cursor, scope, end);
  cursor.need(end);
  cursor.end();
  return body;
}

function parseStatement(cursor: Cursor, scope: Scope): Statement {
  if (cursor.eat('if')) return parseIf(cursor, scope);
  if (!scope.inTell && cursor.eat('repeat')) return parseRepeat(cursor, scope);
  if (cursor.eat('try')) return parseTry(cursor, scope);
  if (!scope.inTell && cursor.eat('considering case'))
    return within({ considering: true }, closed(cursor, scope, 'end considering'));
  if (cursor.eat('with timeout of')) {
    const seconds = Number(cursor.take());
    if (!(seconds <= 120)) cursor.fail('the program is killed before this timeout');
    cursor.need('seconds');
    return within({ seconds }, closed(cursor, { ...scope, inTimeout: true }, 'end timeout'));
  }
  if (!scope.inTell && cursor.eat('tell application "Calendar"')) {
    if (!scope.inTimeout) cursor.fail('a tell block without a timeout in its own handler');
    return closed(cursor, { ...scope, inTell: true }, 'end tell');
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
    return act((run, names) => {
      throw new ScriptError(textOf(message(run, names), run.delimiter), numberOf(number(run, names)));
    });
  }
  if (scope.inTell && cursor.eat('delete')) return parseDelete(cursor, scope);
  if (scope.inTell && cursor.is('make new')) return act(parseMake(cursor, scope));
  const name = cursor.name('a statement', false);
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

function parseIf(cursor: Cursor, scope: Scope): Statement {
  const test = parseExpression(cursor, scope);
  cursor.need('then');
  const isLine = cursor.next !== undefined;
  const so = isLine ? parseLine(cursor, scope) : parseBlock(cursor, scope, 'end if', 'else');
  if (isLine) cursor.end();
  const otherwise = isLine ? undefined : parseElse(cursor, scope);
  return (run, names) => (booleanOf(test(run, names)) ? so : otherwise)?.(run, names);
}

function parseElse(cursor: Cursor, scope: Scope): Statement | undefined {
  if (cursor.eat('else if')) return parseIf(cursor, scope);
  if (cursor.eat('else')) return closed(cursor, scope, 'end if');
  cursor.need('end if');
  cursor.end();
  return undefined;
}

function parseRepeat(cursor: Cursor, scope: Scope): Statement {
  const again = (turns: (run: Running, names: Map<string, Value>) => Iterable<unknown>): Statement => {
    const body = closed(cursor, scope, 'end repeat');
    return (run, names) => {
      for (const _ of turns(run, names)) {
        const outcome = body(run, names);
        if (outcome !== undefined) return outcome;
      }
      return undefined;
    };
  };
  if (cursor.eat('while')) {
    const test = parseExpression(cursor, scope);
    return again(function* (run, names) {
      while (booleanOf(test(run, names))) yield;
    });
  }
  cursor.need('with');
  const name = cursor.name('a variable');
  scope.names.add(name);
  if (cursor.eat('in')) {
    const items = parseExpression(cursor, scope);
    return again(function* (run, names) {
      const list = listOf(items(run, names));
      const { length } = list.items;
      for (let at = 0; at < length; at++) yield names.set(name, new ItemReference(list, at));
    });
  }
  cursor.need('from');
  const from = parseExpression(cursor, scope);
  cursor.need('to');
  const to = parseExpression(cursor, scope);
  const by = cursor.eat('by') ? parseExpression(cursor, scope) : () => 1;
  return again(function* (run, names) {
    const [first = 0, last = 0, step = 1] = [from, to, by].map((value) => numberOf(value(run, names)));
    for (let at = first; at <= last; at += step) yield names.set(name, at);
  });
}

function parseTry(cursor: Cursor, scope: Scope): Statement {
  const body = parseBlock(cursor, scope, 'on error');
  cursor.need('on error');
  const message = cursor.next === undefined ? undefined : cursor.name('a variable');
  const number = cursor.eat('number') ? cursor.name('a variable') : undefined;
  for (const name of [message, number]) if (name !== undefined) scope.names.add(name);
  const caught = closed(cursor, scope, 'end try');
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
