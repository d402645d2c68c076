import type { Address } from './application.js';
import { numberOf, textOf } from './coerce.js';
import type { Cursor } from './cursor.js';
import { CLASSES } from './dictionary.js';
import type { Expression, Running, Scope } from './syntax.js';
import { classOfPlural, termAt } from './terms.js';
import { ObjectReference, ScriptError, type Value } from './values.js';

type Names = ReadonlyMap<string, Value>;
/** Reads a place in a list, or an id. */
type Primary = (cursor: Cursor, scope: Scope) => Expression;
type Which = Address['steps'][number]['which'];

interface Step {
  readonly className: string;
  readonly kind: 'every' | 'range' | 'index' | 'id';
  readonly which: (run: Running, names: Map<string, Value>) => Which;
}

/** A chain of elements below the application or an object, and perhaps a property at its end. */
export interface Specifier {
  /** The class of what it names, or of what has the property. */
  readonly className: string;
  readonly property?: string;
  /** Whether it names all elements of a kind, and whether any part of it names several objects. */
  readonly isEvery: boolean;
  readonly isMany: boolean;
  readonly address: (run: Running, names: Map<string, Value>) => Address;
}

/** `summary of event 3 of calendar 2`, checked against the dictionary from the outermost container inwards. */
export function parseSpecifier(cursor: Cursor, scope: Scope, primary: Primary): Specifier | undefined {
  const term = termAt(cursor.words());
  let property: string | undefined;
  if (term?.kind === 'property') {
    property = term.term;
    cursor.skip(property.split(' ').length);
    cursor.need('of');
  } else if (term === undefined || term.kind === 'enumerator') return undefined;
  const steps: Step[] = [];
  let root: string | undefined;
  for (;;) {
    const step = parseStep(cursor, scope, primary);
    if (step === undefined) {
      root = cursor.name('an element or a variable');
      if (!scope.names.has(root)) cursor.fail(`"${root}" has no value here`);
      break;
    }
    steps.unshift(step);
    if (!cursor.eat('of')) break;
  }
  if (steps.slice(0, -1).some(isMany)) cursor.fail('a list of lists is asked for');
  const of = { ...(property && { property }) };
  return {
    ...of,
    className: checkedClass(
      cursor,
      root === undefined ? 'application' : scope.objects.get(root),
      steps,
      property,
    ),
    isEvery: steps.at(-1)?.kind === 'every',
    isMany: steps.some(isMany),
    address: (run, names) => ({
      ...(root && { root: objectOf(names, root) }),
      steps: steps.map(({ className, which }) => ({ className, which: which(run, names) })),
      ...of,
    }),
  };
}

function isMany({ kind }: Step): boolean {
  return kind === 'every' || kind === 'range';
}

function objectOf(names: Names, root: string): ObjectReference {
  const holder = names.get(root);
  if (holder instanceof ObjectReference) return holder;
  throw new ScriptError("Can't get that of what is no object.", -1728);
}

function parseStep(cursor: Cursor, scope: Scope, primary: Primary): Step | undefined {
  const every = cursor.eat('every');
  const term = termAt(cursor.words());
  if (term?.kind === 'plural' && !every) {
    cursor.skip(term.term.split(' ').length);
    const className = classOfPlural(term.term);
    const next = cursor.peek();
    if (next?.kind !== 'number' && !scope.names.has(next?.value ?? ''))
      return { className, kind: 'every', which: () => 'every' };
    const from = primary(cursor, scope);
    cursor.need('thru');
    const to = primary(cursor, scope);
    const which: Step['which'] = (run, names) => ({
      from: numberOf(from(run, names)),
      to: numberOf(to(run, names)),
    });
    return { className, kind: 'range', which };
  }
  if (term?.kind !== 'class') return every ? cursor.fail('expected a class after "every"') : undefined;
  cursor.skip(term.term.split(' ').length);
  const className = term.term;
  if (every) return { className, kind: 'every', which: () => 'every' };
  const kind = cursor.eat('id') ? 'id' : 'index';
  const value = primary(cursor, scope);
  return {
    className,
    kind,
    which: (run, names) =>
      kind === 'id'
        ? { id: textOf(value(run, names), run.delimiter) }
        : { index: numberOf(value(run, names)) },
  };
}

/** The class at the end of a chain, each part of which the one before must have. */
function checkedClass(
  cursor: Cursor,
  root: string | undefined,
  steps: readonly Step[],
  property: string | undefined,
): string {
  let container = root ?? cursor.fail('a variable that does not hold an object of Calendar');
  for (const { className, kind } of steps) {
    if (!CLASSES[container]?.elements.includes(className))
      cursor.fail(`${container} has no elements of class ${className}`);
    if (kind === 'id' && className === 'calendar') cursor.fail('calendars cannot be asked for by id');
    container = className;
  }
  if (property !== undefined && CLASSES[container]?.properties[property] === undefined)
    cursor.fail(`${container} has no property "${property}"`);
  return container;
}
