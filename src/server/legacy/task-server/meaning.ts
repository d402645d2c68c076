import { CalendarError } from '../../../../schemas/model/error.js';
import { plainKey } from '../../../../schemas/model/pointer.js';
import type { BuilderCall } from '../old-words.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A word of the task server that means something in a calendar: its name here, and how it is translated. */
export interface WordMeaning<To> {
  readonly ours: string;
  readonly to: To;
}

/** A word of the task server that means nothing in a calendar: why, and the nearest call. */
export interface WordWithoutMeaning {
  readonly why: string;
  readonly nearest: BuilderCall;
}

export type Word<To> = WordMeaning<To> | WordWithoutMeaning;
export type WordTable<To> = Readonly<Record<string, Word<To>>>;

export const toRead = (query: Fields): BuilderCall => ({ name: 'calendar_read', arguments: { query } });
export const toWrite = (mutation: Fields): BuilderCall => ({
  name: 'calendar_write',
  arguments: { mutation },
});
export const toAnalyze = (analysis: Fields): BuilderCall => ({
  name: 'calendar_analyze',
  arguments: { analysis },
});

export function hasMeaning<To>(entry: Word<To>): entry is WordMeaning<To> {
  return 'to' in entry;
}

/** The words of a table, for a schema. */
export function wordsOf(table: Readonly<Record<string, unknown>>): [string, ...string[]] {
  const [first = '', ...others] = Object.keys(table);
  return [first, ...others];
}

/** How a word is translated; an error at `path` where it means nothing, or where its place does not know it. */
export function translationOf<To>(table: WordTable<To>, word: string, path: string): To {
  const entry = Object.hasOwn(table, word) ? table[word] : undefined;
  if (entry === undefined) throw misplaced(word, Object.keys(table), path);
  if (!hasMeaning(entry)) throw noMeaning(entry, path);
  return entry.to;
}

/** The error of a word without a meaning; `id` is the event that the nearest call is about. */
export function noMeaning({ why, nearest }: WordWithoutMeaning, path: string, id?: string): CalendarError {
  const given = nearest.arguments.mutation;
  const example =
    id === undefined || typeof given !== 'object'
      ? nearest.arguments
      : { mutation: { ...given, ...('id' in (given ?? {}) && { id }) } };
  return new CalendarError('UNSUPPORTED', why, {
    path,
    suggestion: `The nearest call is ${nearest.name} with the arguments in \`example\`.`,
    example,
  });
}

/** The error of a word in a place that does not know it. */
export function misplaced(word: string, known: readonly string[], path: string): CalendarError {
  return new CalendarError('UNKNOWN_FIELD', `\`${plainKey(word)}\` does not belong here.`, {
    path,
    suggestion: `Known here: ${known.join(', ')}.`,
  });
}
