import { dayNumber } from '../../../../compilers/time/civil.js';
import { defined } from '../../../../schemas/model/defined.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { plainKey } from '../../../../schemas/model/pointer.js';
import type { Perform } from '../alias.js';
import type { BuilderCall } from '../old-words.js';

export type Fields = Readonly<Record<string, unknown>>;
export type Table<To> = Readonly<Record<string, To>>;

/** Where arguments stand, and a way to look at what there is. */
export interface Place {
  readonly path: string;
  readonly look: Perform;
}

/** What an argument becomes: another name, fixed fields (for `false` their opposite), or what is made of it. */
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

/** The day that a date or a time begins with; of another text that of no date. */
export function dayOf(time: string): number {
  const [year = 0, month = 0, day = 0] = time.slice(0, 10).split('-').map(Number);
  return dayNumber(year, month, day);
}

/** What a word becomes; an error where its place does not know it. */
export function wordIn<To>(table: Table<To>, word: string, path: string): To {
  if (Object.hasOwn(table, word)) return table[word] as To;
  throw new CalendarError('UNKNOWN_FIELD', `\`${plainKey(word)}\` does not belong here.`, {
    path,
    suggestion: `Known here: ${Object.keys(table).join(', ')}.`,
  });
}

/** Refuses arguments that this kind of call does not take. */
export function checkTaken(taken: string, arguments_: Fields, path: string): void {
  const known = Object.fromEntries(taken.split(', ').map((word) => [word, true]));
  for (const [word, value] of Object.entries(defined(arguments_)))
    if (value !== false) wordIn(known, word, `${path}/${word}`);
}

/** What arguments become, each by its rule. */
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

/** The error for a word that means nothing here, with the call that comes nearest. */
export function meaninglessWord(why: string, path: string, nearest: BuilderCall): CalendarError {
  return new CalendarError('UNSUPPORTED', why, {
    path,
    suggestion: `The nearest call is ${nearest.name} with the arguments in \`example\`.`,
    example: nearest.arguments,
  });
}

/** Tasks have no such state; a tag is kept by every program. */
export const ON_HOLD = {
  why: 'Tasks are not on hold here; a tag can say that they are.',
  tag: 'on hold',
};

/** A value that a write needs. */
export function required<T>(value: T | undefined, path: string): T {
  if (value !== undefined) return value;
  throw new CalendarError('INVALID_ARGUMENT', `\`${path.split('/').at(-1) ?? ''}\` is required.`, {
    path,
    outcome: 'not_applied',
    suggestion: 'Query tasks or projects for ids; the schema has the fields.',
  });
}
