import { numberOf, textOf } from './coerce.js';
import type { Cursor } from './cursor.js';
import { CLASSES, PROPERTIES } from './dictionary.js';
import type { Address, Expression, Scope, Specifier, Which } from './syntax.js';
import { ObjectReference, ScriptError } from './values.js';

interface Step {
  readonly className: string;
  readonly kind: 'every' | 'range' | 'index' | 'id';
  readonly values: readonly Expression[];
}

const classAfter = (cursor: Cursor, before = ''): string | undefined =>
  Object.keys(CLASSES).find((name) => cursor.eat(before + name));

/** `summary of event 3 of calendar 2`, checked against the dictionary; undefined where no term stands. */
export function parseSpecifier(cursor: Cursor, scope: Scope, value: () => Expression): Specifier | undefined {
  const property = PROPERTIES.find((term) => cursor.eat(`${term} of`));
  const steps: Step[] = [];
  let root: string | undefined;
  for (;;) {
    const step = parseStep(cursor, value);
    if (step === undefined) {
      if (property === undefined && steps.length === 0) return undefined;
      root = cursor.name('an element');
      if (!scope.names.has(root)) cursor.fail(`"${root}" has no value here`);
      break;
    }
    steps.unshift(step);
    if (!cursor.eat('of')) break;
  }
  const isMany = ({ kind }: Step): boolean => kind === 'every' || kind === 'range';
  if (steps.slice(0, -1).some(isMany)) cursor.fail('a list of lists is asked for');
  return {
    className: checkedClass(cursor, root, steps, property),
    property,
    isEvery: steps.at(-1)?.kind === 'every',
    isMany: steps.some(isMany),
    address: (run, names): Address => {
      const of = root === undefined ? undefined : names.get(root);
      if (root !== undefined && !(of instanceof ObjectReference))
        throw new ScriptError("Can't get that of what is no object.", -1728);
      const which = ({ kind, values }: Step): Which => {
        const [one = null, other = null] = values.map((given) => given(run, names));
        if (kind === 'every') return kind;
        if (kind === 'id') return { id: textOf(one, run.delimiter) };
        return kind === 'index' ? { index: numberOf(one) } : { from: numberOf(one), to: numberOf(other) };
      };
      return {
        steps: steps.map((step) => ({ className: step.className, which: which(step) })),
        ...(of instanceof ObjectReference && { root: of }),
        ...(property !== undefined && { property }),
      };
    },
  };
}

function parseStep(cursor: Cursor, value: () => Expression): Step | undefined {
  const every = classAfter(cursor, 'every ');
  if (every !== undefined) return { className: every, kind: 'every', values: [] };
  const several = Object.entries(CLASSES).find(([, { plural }]) => cursor.eat(plural))?.[0];
  if (several !== undefined) {
    if (cursor.is('of') || cursor.is('with')) return { className: several, kind: 'every', values: [] };
    const from = value();
    cursor.need('thru');
    return { className: several, kind: 'range', values: [from, value()] };
  }
  const className = classAfter(cursor);
  if (className === undefined) return undefined;
  return { className, kind: cursor.eat('id') ? 'id' : 'index', values: [value()] };
}

/** The class at the end of a chain, each part of which the one before must have. Only events are kept as objects. */
function checkedClass(
  cursor: Cursor,
  root: string | undefined,
  steps: readonly Step[],
  property: string | undefined,
): string {
  let container = root === undefined ? undefined : 'event';
  for (const { className, kind } of steps) {
    const has = container === undefined ? ['calendar'] : CLASSES[container]?.elements;
    if (!has?.includes(className)) cursor.fail(`${container ?? 'Calendar'} has no elements ${className}`);
    if (kind === 'id' && className === 'calendar') cursor.fail('calendars cannot be asked for by id');
    container = className;
  }
  const last = container ?? cursor.fail('expected an object');
  if (property !== undefined && CLASSES[last]?.properties[property] === undefined)
    cursor.fail(`${last} has no property "${property}"`);
  return last;
}
