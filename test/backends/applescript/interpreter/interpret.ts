import type { Address, Application, RunOptions } from './application.js';
import { booleanOf, dateOf, integerOf, listOf, numberOf, positionOf, sliceOf, textOf } from './coerce.js';
import { operate } from './operate.js';
import type { Expression, Script, Specifier, Statement } from './syntax.js';
import {
  characters,
  Enumerator,
  ItemReference,
  Month,
  ObjectReference,
  ScriptDate,
  ScriptError,
  ScriptList,
  TrapError,
  type Value,
} from './values.js';

type Outcome = { readonly kind: 'return'; readonly value: Value } | { readonly kind: 'exit' } | undefined;

/** Runs a script as osascript would and gives its text; throws ScriptError where AppleScript reports an error. */
export function runScript(
  script: Script,
  argv: readonly string[],
  application: Application,
  options: RunOptions,
): { readonly output: string; readonly appleEvents: number } {
  const run = new Run(script, application, options);
  const value = run.call('run', [new ScriptList([...argv])]);
  if (typeof value === 'string') return { output: value, appleEvents: run.appleEvents };
  throw new TrapError('only a text prints the same on every Mac');
}

class Run {
  appleEvents = 0;
  readonly #properties = new Map<string, Value>();
  #delimiter: Value = '';
  #considering = false;
  #seconds = 120;
  constructor(
    private readonly script: Script,
    private readonly application: Application,
    private readonly options: RunOptions,
  ) {
    for (const { name, value } of script.properties)
      this.#properties.set(name, this.#value(value, new Map()));
  }

  call(name: string, args: readonly Value[]): Value {
    const handler = this.script.handlers.get(name);
    if (handler === undefined) throw new ScriptError(`there is no handler ${name}`, -1708);
    const names = new Map(handler.parameters.map((parameter, at) => [parameter, args[at] ?? null]));
    const outcome = this.#run(handler.body, names);
    return outcome?.kind === 'return' ? outcome.value : null;
  }

  #send<T>(event: () => T): T {
    this.appleEvents++;
    const since = this.options.now;
    this.options.beforeEvent?.(this.appleEvents);
    const value = event();
    const isLate = this.options.now - since > this.#seconds * 1000;
    if (isLate && this.options.timeoutsFire !== false) throw new ScriptError('AppleEvent timed out.', -1712);
    return value;
  }

  #run(body: readonly Statement[], names: Map<string, Value>): Outcome {
    for (const statement of body) {
      const outcome = this.#statement(statement, names);
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  }

  #statement(statement: Statement, names: Map<string, Value>): Outcome {
    switch (statement.kind) {
      case 'set':
        (statement.own ? this.#properties : names).set(statement.name, this.#value(statement.value, names));
        return undefined;
      case 'set delimiters':
        this.#delimiter = this.#value(statement.value, names);
        return undefined;
      case 'set part':
        dateOf(this.#value(statement.of, names)).set(
          statement.part,
          numberOf(this.#value(statement.value, names)),
        );
        return undefined;
      case 'set item': {
        const list = listOf(this.#value(statement.of, names));
        const at = positionOf(this.#value(statement.index, names), list.items.length);
        list.items[at] = this.#value(statement.value, names);
        return undefined;
      }
      case 'append':
        listOf(this.#value(statement.list, names)).items.push(this.#value(statement.value, names));
        return undefined;
      case 'put': {
        const value = this.#value(statement.value, names);
        const address = this.#address(statement.target, names);
        this.#send(() => this.application.put(address, value));
        return undefined;
      }
      case 'delete': {
        const address = this.#address(statement.target, names);
        this.#send(() => this.application.delete(address));
        return undefined;
      }
      case 'do':
        this.#value(statement.value, names);
        return undefined;
      case 'if':
        return this.#run(this.#test(statement.test, names) ? statement.so : statement.otherwise, names);
      case 'count loop':
        return this.#countLoop(statement, names);
      case 'list loop': {
        const list = listOf(this.#value(statement.list, names));
        const { length } = list.items;
        for (let at = 0; at < length; at++) {
          names.set(statement.name, new ItemReference(list, at));
          const outcome = this.#run(statement.body, names);
          if (outcome?.kind === 'exit') break;
          if (outcome !== undefined) return outcome;
        }
        return undefined;
      }
      case 'while': {
        while (this.#test(statement.test, names)) {
          const outcome = this.#run(statement.body, names);
          if (outcome?.kind === 'exit') break;
          if (outcome !== undefined) return outcome;
        }
        return undefined;
      }
      case 'exit':
        return { kind: 'exit' };
      case 'return':
        return { kind: 'return', value: this.#value(statement.value, names) };
      case 'error':
        throw new ScriptError(
          textOf(this.#value(statement.message, names), this.#delimiter),
          numberOf(this.#value(statement.number, names)),
        );
      case 'try':
        try {
          return this.#run(statement.body, names);
        } catch (error) {
          if (!(error instanceof ScriptError)) throw error;
          const { message, number, body } = statement.handler;
          if (message !== undefined) names.set(message, error.message);
          if (number !== undefined) names.set(number, error.number);
          return this.#run(body, names);
        }
      case 'considering': {
        const before = this.#considering;
        this.#considering = true;
        try {
          return this.#run(statement.body, names);
        } finally {
          this.#considering = before;
        }
      }
      case 'timeout': {
        const before = this.#seconds;
        this.#seconds = statement.seconds;
        try {
          return this.#run(statement.body, names);
        } finally {
          this.#seconds = before;
        }
      }
      case 'tell':
        return this.#run(statement.body, names);
    }
  }

  #countLoop(loop: Extract<Statement, { kind: 'count loop' }>, names: Map<string, Value>): Outcome {
    const from = numberOf(this.#value(loop.from, names));
    const to = numberOf(this.#value(loop.to, names));
    const by = loop.by === undefined ? 1 : numberOf(this.#value(loop.by, names));
    for (let at = from; at <= to; at += by) {
      names.set(loop.name, at);
      const outcome = this.#run(loop.body, names);
      if (outcome?.kind === 'exit') break;
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  }

  #value(expression: Expression, names: ReadonlyMap<string, Value>): Value {
    const of = (inner: Expression): Value => this.#value(inner, names);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'list':
        return new ScriptList(expression.items.map(of));
      case 'now':
        return new ScriptDate(this.options.now);
      case 'character':
        return String.fromCodePoint(numberOf(of(expression.code)));
      case 'delimiters':
        return this.#delimiter;
      case 'variable': {
        const holder = expression.own || !names.has(expression.name) ? this.#properties : names;
        const value = holder.get(expression.name);
        if (value === undefined)
          throw new ScriptError(`The variable ${expression.name} is not defined.`, -2753);
        return value;
      }
      case 'call':
        return this.call(expression.name, expression.args.map(of));
      case 'not':
        return !booleanOf(of(expression.of));
      case 'negative':
        return -numberOf(of(expression.of));
      case 'binary':
        return this.#binary(expression, names);
      case 'as':
        return expression.type === 'text'
          ? textOf(of(expression.of), this.#delimiter)
          : integerOf(of(expression.of));
      case 'part': {
        const value = dateOf(of(expression.of)).get(expression.part);
        return expression.part === 'month' ? new Month(value) : value;
      }
      case 'size': {
        const value = of(expression.of);
        if (typeof value === 'string') return characters(value).length;
        return listOf(value).items.length;
      }
      case 'contents': {
        const value = of(expression.of);
        return value instanceof ItemReference ? value.contents : value;
      }
      case 'item': {
        const { items } = listOf(of(expression.of));
        return items[positionOf(of(expression.index), items.length)] ?? null;
      }
      case 'text items': {
        const text = textOf(of(expression.of), this.#delimiter);
        const delimiter = textOf(this.#delimiter, this.#delimiter);
        if (/[a-z]/i.test(delimiter)) throw new TrapError('letters part a text in any case');
        return new ScriptList(delimiter === '' ? [...characters(text)] : text.split(delimiter));
      }
      case 'slice':
        return sliceOf(
          textOf(of(expression.of), this.#delimiter),
          numberOf(of(expression.from)),
          numberOf(of(expression.to)),
        );
      case 'enumerator':
        return new Enumerator(expression.name);
      case 'get': {
        const address = this.#address(expression.target, names);
        return this.#send(() => this.application.get(address));
      }
      case 'count': {
        const address = this.#address(expression.target, names);
        return this.#send(() => this.application.count(address));
      }
      case 'make': {
        const properties = new Map(expression.properties.map(([key, value]) => [key, of(value)]));
        const at = this.#address(expression.at, names);
        return this.#send(() => this.application.make(expression.className, at, properties));
      }
    }
  }

  #binary(
    { op, left, right }: Extract<Expression, { kind: 'binary' }>,
    names: ReadonlyMap<string, Value>,
  ): Value {
    if (op === 'and') return this.#test(left, names) && this.#test(right, names);
    if (op === 'or') return this.#test(left, names) || this.#test(right, names);
    const a = this.#value(left, names);
    const b = this.#value(right, names);
    return operate(op, a, b, { delimiter: this.#delimiter, considering: this.#considering });
  }

  #test(expression: Expression, names: ReadonlyMap<string, Value>): boolean {
    return booleanOf(this.#value(expression, names));
  }

  #address({ root, steps, property }: Specifier, names: ReadonlyMap<string, Value>): Address {
    const holder = root === undefined ? undefined : names.get(root);
    if (holder !== undefined && !(holder instanceof ObjectReference)) {
      throw new ScriptError(`Can't get ${property ?? 'that'} of what is no object.`, -1728);
    }
    const resolved = steps.map(({ className, which }) => {
      if (which.kind === 'every') return { className, which: 'every' as const };
      if (which.kind === 'range') {
        const [from, to] = [which.from, which.to].map((end) => numberOf(this.#value(end, names)));
        return { className, which: { from: from ?? 0, to: to ?? 0 } };
      }
      const value = this.#value(which.value, names);
      if (which.kind === 'index') return { className, which: { index: numberOf(value) } };
      return { className, which: { id: textOf(value, this.#delimiter) } };
    });
    return { ...(holder && { root: holder }), steps: resolved, ...(property && { property }) };
  }
}
