import { dayNumber } from '../../../../compilers/time/civil.js';
import { defined } from '../../../../schemas/model/defined.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { plainKey } from '../../../../schemas/model/pointer.js';
import type { Perform } from '../alias.js';
import type { BuilderCall } from '../old-words.js';

export type Fields = Readonly<Record<string, unknown>>;
export type Table<To> = Readonly<Record<string, To>>;

/** Path of the arguments, and a function for reads. */
export interface Place {
  readonly path: string;
  readonly look: Perform;
}

/** The result for an argument: another name, fixed fields (negated for `false`), or a function. */
export type ArgumentRule<Given, At extends Place = Place> =
  | string
  | Fields
  | ((given: Given, place: At, path: string) => Fields | Promise<Fields>);

export const read = (query: Fields): BuilderCall => ({
  name: 'calendar_read',
  arguments: { query: defined(query) },
});
export const write = (mutation: Fields): BuilderCall => ({
  name: 'calendar_write',
  arguments: { mutation: defined(mutation) },
});
export const analyze = (analysis: Fields): BuilderCall => ({
  name: 'calendar_analyze',
  arguments: { analysis: defined(analysis) },
});

/** Day number of a date or time; for other text, a number that is no date. */
export function dayOf(time: string): number {
  const [year = 0, month = 0, day = 0] = time.slice(0, 10).split('-').map(Number);
  return dayNumber(year, month, day);
}

/** The table entry of a word; throws if there is none. */
export function wordIn<To>(table: Table<To>, word: string, path: string): To {
  if (Object.hasOwn(table, word)) return table[word] as To;
  throw new CalendarError('UNKNOWN_FIELD', `\`${plainKey(word)}\` does not belong here.`, {
    path,
    suggestion: `Known here: ${Object.keys(table).join(', ')}.`,
  });
}

/** Throws if this kind of call does not take an argument. */
export function checkTaken(taken: string, arguments_: Fields, path: string): void {
  const known = Object.fromEntries(taken.split(', ').map((word) => [word, true]));
  for (const [word, value] of Object.entries(defined(arguments_)))
    if (value !== false) wordIn(known, word, `${path}/${word}`);
}

/** Converts each argument by its rule. */
export function fieldsOf<Given extends object, At extends Place>(
  rules: Table<ArgumentRule<Given, At>>,
  arguments_: Given,
  place: At,
): Promise<readonly Fields[]> {
  return Promise.all(
    Object.entries(defined(arguments_)).map(async ([word, value]) => {
      const path = `${place.path}/${word}`;
      const rule = wordIn(rules, word, path);
      if (typeof rule === 'function') return rule(arguments_, place, path);
      if (typeof rule === 'string') return { [rule]: value };
      return value === false ? { NOT: rule } : rule;
    }),
  );
}

/** Error for a word without meaning here, with the nearest call. */
export function meaninglessWord(why: string, path: string, nearest: BuilderCall): CalendarError {
  return new CalendarError('UNSUPPORTED', why, {
    path,
    suggestion: `The nearest call is ${nearest.name} with the arguments in \`example\`.`,
    example: nearest.arguments,
  });
}

/** Tasks have no such state; every program keeps a tag. */
export const ON_HOLD = {
  why: 'Tasks are not on hold here; a tag can say that they are.',
  tag: 'on hold',
};

/** Throws if the value is missing. */
export function required<T>(value: T | undefined, path: string): T {
  if (value !== undefined) return value;
  throw new CalendarError('INVALID_ARGUMENT', `\`${path.split('/').at(-1) ?? ''}\` is required.`, {
    path,
    outcome: 'not_applied',
    suggestion: 'Query tasks or projects for ids; the schema has the fields.',
  });
}
