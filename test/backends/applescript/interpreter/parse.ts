import { Cursor } from './cursor.js';
import { lex } from './lex.js';
import { ended, parseMake, parseSet } from './parse-commands.js';
import {
  isMany,
  parseCall,
  parseExpression,
  parsePrimary,
  parseSpecifier,
  type Scope,
} from './parse-expression.js';
import { type Expression, type Handler, type Script, ScriptSyntaxError, type Statement } from './syntax.js';

/**
 * Reads a script of our subset of AppleScript. Whatever is not in the subset, not in Calendar's dictionary, or a known
 * trap is refused: there is no Mac here whose compiler could say so.
 */
export function parseScript(source: string): Script {
  const cursor = new Cursor(lex(source));
  const properties: { name: string; value: Expression }[] = [];
  const names = new Set<string>();
  const handlers = new Map<string, Handler>();
  const calls: { name: string; count: number; line: number }[] = [];
  const scopeOf = (parameters: readonly string[]): Scope => ({
    names: new Set(parameters),
    properties: names,
    objects: new Map(),
    inTell: false,
    inTimeout: false,
    inConsidering: false,
    inLoop: false,
    calls,
  });
  while (!cursor.done) {
    if (cursor.eat('property')) {
      if (handlers.size > 0) cursor.fail('properties stand at the top');
      const name = cursor.newName('a property');
      if (names.has(name)) cursor.fail(`the property ${name} is there twice`);
      cursor.need(':');
      properties.push({ name, value: parseExpression(cursor, scopeOf([])) });
      cursor.end();
      names.add(name);
      continue;
    }
    const handler = parseHandler(cursor, scopeOf);
    if (handlers.has(handler.name)) cursor.fail(`the handler ${handler.name} is there twice`);
    handlers.set(handler.name, handler);
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

function parseHandler(cursor: Cursor, scopeOf: (parameters: readonly string[]) => Scope): Handler {
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
  cursor.end();
  const body = parseBlock(cursor, scopeOf(parameters), ['end', name]);
  cursor.need('end', name);
  cursor.end();
  return { name, parameters, body };
}

/** Statements up to one of the given ends, which is left to the caller. */
function parseBlock(
  cursor: Cursor,
  scope: Scope,
  ...ends: readonly (readonly string[])[]
): readonly Statement[] {
  const body: Statement[] = [];
  while (!ends.some((words) => cursor.is(...words))) {
    if (cursor.done || cursor.is('end')) cursor.fail(`expected "${ends[0]?.join(' ')}"`);
    body.push(parseStatement(cursor, scope));
  }
  return body;
}

function closed(cursor: Cursor, scope: Scope, ...words: readonly string[]): readonly Statement[] {
  cursor.end();
  const body = parseBlock(cursor, scope, words);
  cursor.need(...words);
  cursor.end();
  return body;
}

function parseStatement(cursor: Cursor, scope: Scope): Statement {
  const { line } = cursor;
  if (cursor.eat('set')) return parseSet(cursor, scope);
  if (cursor.eat('if')) return parseIf(cursor, scope);
  if (cursor.eat('repeat')) return parseRepeat(cursor, scope);
  if (cursor.eat('exit', 'repeat')) {
    if (!scope.inLoop) cursor.fail('"exit repeat" outside a loop');
    return ended(cursor, { kind: 'exit', line });
  }
  if (cursor.eat('return'))
    return ended(cursor, { kind: 'return', value: parseExpression(cursor, scope), line });
  if (cursor.eat('error')) {
    const message = parsePrimary(cursor, scope);
    cursor.need('number');
    return ended(cursor, { kind: 'error', message, number: parsePrimary(cursor, scope), line });
  }
  if (cursor.eat('try')) return parseTry(cursor, scope);
  if (cursor.eat('considering', 'case')) {
    if (scope.inTell) cursor.fail('"considering" inside a tell block');
    const body = closed(cursor, { ...scope, inConsidering: true }, 'end', 'considering');
    return { kind: 'considering', body, line };
  }
  if (cursor.eat('with', 'timeout', 'of')) {
    const seconds = Number(cursor.peek()?.value);
    if (!Number.isInteger(seconds)) cursor.fail('a timeout is a whole number of seconds');
    if (seconds > 120) cursor.fail('the program is killed before this timeout');
    cursor.skip(1);
    cursor.need('seconds');
    return {
      kind: 'timeout',
      seconds,
      body: closed(cursor, { ...scope, inTimeout: true }, 'end', 'timeout'),
      line,
    };
  }
  if (cursor.eat('tell', 'application')) {
    const token = cursor.peek();
    if (token?.kind !== 'text' || token.value !== 'Calendar') cursor.fail('only Calendar is told anything');
    cursor.skip(1);
    if (scope.inTell) cursor.fail('a tell block inside a tell block');
    if (!scope.inTimeout) cursor.fail('a tell block without a timeout in its own handler');
    return { kind: 'tell', body: closed(cursor, { ...scope, inTell: true }, 'end', 'tell'), line };
  }
  if (scope.inTell && cursor.eat('delete')) {
    const target = parseSpecifier(cursor, scope);
    if (target?.steps.at(-1)?.className === 'calendar') cursor.fail('a calendar is never deleted');
    if (target === undefined || target.property !== undefined || target.steps.some(isMany)) {
      return cursor.fail('exactly one object is deleted');
    }
    return ended(cursor, { kind: 'delete', target, line });
  }
  if (scope.inTell && cursor.is('make')) {
    return ended(cursor, { kind: 'do', value: parseMake(cursor, scope), line });
  }
  const name = cursor.name('a statement');
  cursor.need('(');
  return ended(cursor, { kind: 'do', value: parseCall(cursor, scope, name), line });
}

export const BLOCKS: ReadonlySet<string> = new Set(['if', 'repeat', 'try', 'tell', 'with', 'considering']);

function parseIf(cursor: Cursor, scope: Scope): Statement {
  const { line } = cursor;
  const test = parseExpression(cursor, scope);
  cursor.need('then');
  const next = cursor.peek();
  if (next?.kind === 'word' && BLOCKS.has(next.value)) cursor.fail('a block on the line of its condition');
  if (next !== undefined)
    return { kind: 'if', test, so: [parseStatement(cursor, scope)], otherwise: [], line };
  cursor.end();
  const so = parseBlock(cursor, scope, ['end', 'if'], ['else']);
  if (cursor.eat('else', 'if')) return { kind: 'if', test, so, otherwise: [parseIf(cursor, scope)], line };
  let otherwise: readonly Statement[] = [];
  if (cursor.eat('else')) {
    cursor.end();
    otherwise = parseBlock(cursor, scope, ['end', 'if']);
  }
  cursor.need('end', 'if');
  cursor.end();
  return { kind: 'if', test, so, otherwise, line };
}

function parseRepeat(cursor: Cursor, scope: Scope): Statement {
  const { line } = cursor;
  if (scope.inTell) cursor.fail('a loop inside a tell block');
  const inside = { ...scope, inLoop: true };
  if (cursor.eat('while')) {
    const test = parseExpression(cursor, scope);
    return { kind: 'while', test, body: closed(cursor, inside, 'end', 'repeat'), line };
  }
  cursor.need('with');
  const name = cursor.newName('a variable');
  if (cursor.eat('in')) {
    const list = parseExpression(cursor, scope);
    scope.names.add(name);
    return { kind: 'list loop', name, list, body: closed(cursor, inside, 'end', 'repeat'), line };
  }
  cursor.need('from');
  const from = parseExpression(cursor, scope);
  cursor.need('to');
  const to = parseExpression(cursor, scope);
  const by = cursor.eat('by') ? parseExpression(cursor, scope) : undefined;
  scope.names.add(name);
  const body = closed(cursor, inside, 'end', 'repeat');
  return { kind: 'count loop', name, from, to, ...(by && { by }), body, line };
}

function parseTry(cursor: Cursor, scope: Scope): Statement {
  const { line } = cursor;
  cursor.end();
  const body = parseBlock(cursor, scope, ['on', 'error']);
  cursor.need('on', 'error');
  const message = cursor.peek()?.kind === 'word' ? cursor.newName('a variable') : undefined;
  const number = cursor.eat('number') ? cursor.newName('a variable') : undefined;
  for (const name of [message, number]) if (name !== undefined) scope.names.add(name);
  cursor.end();
  const caught = parseBlock(cursor, scope, ['end', 'try']);
  cursor.need('end', 'try');
  cursor.end();
  const handler = { ...(message && { message }), ...(number && { number }), body: caught };
  return { kind: 'try', body, handler, line };
}
