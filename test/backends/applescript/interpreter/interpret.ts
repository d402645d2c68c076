import { LARGEST_INTEGER } from './lex.js';
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
  sameText,
  startsWith,
  TrapError,
  type Value,
} from './values.js';

/** A chain of elements with its indexes worked out. */
export interface Address {
  readonly root?: ObjectReference;
  readonly steps: readonly {
    readonly className: string;
    readonly which: 'every' | { readonly index: number } | { readonly id: string };
  }[];
  readonly property?: string;
}

/** The application that is told things; each call is one Apple event. */
export interface Application {
  get(address: Address): Value;
  put(address: Address, value: Value): void;
  count(address: Address): number;
  make(className: string, at: Address, properties: ReadonlyMap<string, Value>): Value;
  delete(address: Address): void;
}

export interface RunOptions {
  /** Wall time of `current date`; it may go on while the script runs. */
  readonly now: number;
  /** Whether a timeout ends an Apple event that takes longer; it does unless this says otherwise. */
  readonly timeoutsFire?: boolean;
  /** Called before each Apple event with its number, counted from 1. */
  readonly beforeEvent?: (count: number) => void;
}

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
  if (typeof value !== 'string') throw new TrapError('only a text prints the same on every Mac');
  return { output: value, appleEvents: run.appleEvents };
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
        this.#date(this.#value(statement.of, names)).set(
          statement.part,
          this.#number(this.#value(statement.value, names)),
        );
        return undefined;
      case 'set item': {
        const list = this.#list(this.#value(statement.of, names));
        const at = this.#position(this.#value(statement.index, names), list.items.length);
        list.items[at] = this.#value(statement.value, names);
        return undefined;
      }
      case 'append':
        this.#list(this.#value(statement.list, names)).items.push(this.#value(statement.value, names));
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
        const list = this.#list(this.#value(statement.list, names));
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
          this.#text(this.#value(statement.message, names)),
          this.#number(this.#value(statement.number, names)),
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
    const from = this.#number(this.#value(loop.from, names));
    const to = this.#number(this.#value(loop.to, names));
    const by = loop.by === undefined ? 1 : this.#number(this.#value(loop.by, names));
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
        return String.fromCodePoint(this.#number(of(expression.code)));
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
        return !this.#boolean(of(expression.of));
      case 'negative':
        return -this.#number(of(expression.of));
      case 'binary':
        return this.#binary(expression, names);
      case 'as':
        return expression.type === 'text' ? this.#text(of(expression.of)) : this.#integer(of(expression.of));
      case 'part': {
        const value = this.#date(of(expression.of)).get(expression.part);
        return expression.part === 'month' ? new Month(value) : value;
      }
      case 'size': {
        const value = of(expression.of);
        if (typeof value === 'string') return characters(value).length;
        return this.#list(value).items.length;
      }
      case 'contents': {
        const value = of(expression.of);
        return value instanceof ItemReference ? value.contents : value;
      }
      case 'item': {
        const { items } = this.#list(of(expression.of));
        return items[this.#position(of(expression.index), items.length)] ?? null;
      }
      case 'text items': {
        const text = this.#text(of(expression.of));
        const delimiter = this.#text(this.#delimiter);
        if (/[a-z]/i.test(delimiter)) throw new TrapError('letters part a text in any case');
        return new ScriptList(delimiter === '' ? [...characters(text)] : text.split(delimiter));
      }
      case 'slice':
        return this.#slice(
          this.#text(of(expression.of)),
          this.#number(of(expression.from)),
          this.#number(of(expression.to)),
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
    switch (op) {
      case '&':
        if (a instanceof ScriptList)
          return new ScriptList([...a.items, ...(b instanceof ScriptList ? b.items : [b])]);
        if (a instanceof ItemReference) throw new TrapError('a loop variable without "contents of"');
        // Only a text takes another along; anything else begins a list.
        return typeof a === 'string' ? a + this.#text(b) : new ScriptList([a, b]);
      case 'is':
        return this.#same(a, b);
      case 'is not':
        return !this.#same(a, b);
      case 'contains': {
        const fold = (text: string) => (this.#considering ? text : text.toLowerCase());
        return fold(this.#text(a)).includes(fold(this.#text(b)));
      }
      case 'starts with':
        return startsWith(this.#text(a), this.#text(b), this.#considering);
      case '+':
        return this.#number(a) + this.#number(b);
      case '-':
        if (a instanceof ScriptDate && b instanceof ScriptDate) return Math.floor((a.wall - b.wall) / 1000);
        return this.#number(a) - this.#number(b);
      case '*':
        return this.#number(a) * this.#number(b);
      case 'div':
        return Math.trunc(this.#number(a) / this.#number(b));
      case 'mod':
        return this.#number(a) % this.#number(b);
      case '<':
        return this.#ordered(a, b) < 0;
      case '<=':
        return this.#ordered(a, b) <= 0;
      case '>':
        return this.#ordered(a, b) > 0;
      case '>=':
        return this.#ordered(a, b) >= 0;
    }
  }

  #same(a: Value, b: Value): boolean {
    if (a instanceof ItemReference || b instanceof ItemReference) {
      throw new TrapError('a loop variable is a reference: it equals nothing without "contents of"');
    }
    if (a instanceof Month || b instanceof Month) throw new TrapError('a month equals no number');
    if (a instanceof ScriptDate && b instanceof ScriptDate) return a.wall === b.wall;
    if (a instanceof Enumerator && b instanceof Enumerator) return a.name === b.name;
    if (typeof a === 'string' && typeof b === 'string') return sameText(a, b, this.#considering);
    if (a instanceof ScriptList && b instanceof ScriptList) throw new TrapError('lists are compared');
    return a === b;
  }

  #ordered(a: Value, b: Value): number {
    if (a instanceof ScriptDate && b instanceof ScriptDate) return a.wall - b.wall;
    return this.#number(a) - this.#number(b);
  }

  #test(expression: Expression, names: ReadonlyMap<string, Value>): boolean {
    return this.#boolean(this.#value(expression, names));
  }

  #boolean(value: Value): boolean {
    if (typeof value === 'boolean') return value;
    throw new ScriptError("Can't make that into type boolean.", -1700);
  }

  #number(value: Value): number {
    const plain = value instanceof ItemReference ? value.contents : value;
    if (typeof plain === 'number') return plain;
    throw new ScriptError("Can't make that into type number.", -1700);
  }

  #integer(value: Value): number {
    const plain = value instanceof ItemReference ? value.contents : value;
    if (plain instanceof Month) return plain.number;
    if (typeof plain === 'number') return plain;
    if (typeof plain === 'string' && /^-?\d{1,9}$/.test(plain)) {
      if (Math.abs(Number(plain)) > LARGEST_INTEGER) throw new TrapError('a number that becomes a real');
      return Number(plain);
    }
    throw new ScriptError("Can't make that into type integer.", -1700);
  }

  #text(value: Value): string {
    const plain = value instanceof ItemReference ? value.contents : value;
    if (typeof plain === 'string') return plain;
    if (typeof plain === 'number') {
      if (!Number.isInteger(plain) || Math.abs(plain) > LARGEST_INTEGER)
        throw new TrapError('a real as text');
      return String(plain);
    }
    if (plain instanceof ScriptList) {
      const delimiter = this.#delimiter;
      if (typeof delimiter !== 'string') throw new ScriptError("Can't make that into type text.", -1700);
      return plain.items.map((item) => this.#text(item)).join(delimiter);
    }
    if (plain instanceof Month) throw new TrapError('a month as text is a word of the language');
    if (plain instanceof ScriptDate) throw new TrapError('a date as text depends on the region');
    if (plain instanceof Enumerator) throw new TrapError('an enumerator as text may be a raw code');
    throw new TrapError('missing value, true or an object as text');
  }

  #list(value: Value): ScriptList {
    if (value instanceof ScriptList) return value;
    throw new ScriptError("Can't make that into type list.", -1700);
  }

  #date(value: Value): ScriptDate {
    if (value instanceof ScriptDate) return value;
    if (value instanceof ItemReference)
      throw new TrapError('a part of a loop variable without "contents of"');
    throw new ScriptError("Can't get that part.", -1728);
  }

  #position(value: Value, length: number): number {
    const index = this.#number(value);
    if (index < 1 || index > length) throw new ScriptError(`Can't get item ${index}.`, -1728);
    return index - 1;
  }

  #slice(text: string, from: number, to: number): string {
    const parts = characters(text);
    const at = from < 0 ? parts.length + from : from - 1;
    const end = to < 0 ? parts.length + to : to - 1;
    if (at < 0 || end >= parts.length || end < at) throw new ScriptError("Can't get that text.", -1728);
    return parts.slice(at, end + 1).join('');
  }

  #address({ root, steps, property }: Specifier, names: ReadonlyMap<string, Value>): Address {
    const holder = root === undefined ? undefined : names.get(root);
    if (holder !== undefined && !(holder instanceof ObjectReference)) {
      throw new ScriptError(`Can't get ${property ?? 'that'} of what is no object.`, -1728);
    }
    const resolved = steps.map(({ className, which }) => {
      if (which.kind === 'every') return { className, which: 'every' as const };
      const value = this.#value(which.value, names);
      if (which.kind === 'index') return { className, which: { index: this.#number(value) } };
      return { className, which: { id: this.#text(value) } };
    });
    return { ...(holder && { root: holder }), steps: resolved, ...(property && { property }) };
  }
}
