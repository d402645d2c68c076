import { CalendarError } from '../../../../schemas/model/error.js';
import { plainKey } from '../../../../schemas/model/pointer.js';
import type { Perform } from '../alias.js';
import type { BuilderCall } from '../old-words.js';
import { type Fields, NEAREST } from './nearest.js';

/** A word of the task server that means something here: what the guide says of it, and what it becomes. */
interface Meaning<To> {
  readonly ours: string;
  readonly to: To;
}

/** A word that means nothing here: why, and the nearest call. */
interface NoMeaning {
  readonly why: string;
  readonly nearest: BuilderCall;
}

export type Word<To> = Meaning<To> | NoMeaning;
export type WordTable<To> = Readonly<Record<string, Word<To>>>;

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

type Row<To> = (string extends To ? string : never) | readonly [ours: string, to: To] | NoMeaning;

/** A table of words: those beside each other share a row, in which a name of ours may stand for each of them. */
export function table<To>(prefix: string, rows: Readonly<Record<string, Row<To>>>): WordTable<To> {
  const each = Object.entries(rows).flatMap(([words, row]) => {
    const names = typeof row === 'string' ? row.split(', ') : [];
    return words.split(', ').map((word, index): [string, Word<unknown>] => {
      if (typeof row === 'object' && 'why' in row) return [word, row];
      const name = names[index] ?? names[0] ?? '';
      const [ours, to] = typeof row === 'string' ? [prefix + name, name] : (row as readonly [string, To]);
      return [word, { ours, to }];
    });
  });
  return Object.fromEntries(each) as WordTable<To>;
}

/** A row of words that mean nothing here. */
export function no(nearest: keyof typeof NEAREST, why: string): NoMeaning {
  return { why, nearest: NEAREST[nearest] };
}

export function hasMeaning<To>(entry: Word<To>): entry is Meaning<To> {
  return 'to' in entry;
}

/** What a word becomes; an error where it means nothing, or where its place does not know it. */
export function meaningOf<To>(words: WordTable<To>, word: string, path: string, id?: string): To {
  const entry = Object.hasOwn(words, word) ? words[word] : undefined;
  if (entry === undefined) throw misplaced(word, Object.keys(words), path);
  if (!hasMeaning(entry)) throw refusal(entry, path, id);
  return entry.to;
}

/** What arguments become, each by its row; `false` for one that means nothing asks for nothing. */
export function fieldsOf<Given extends object, At extends Place>(
  words: WordTable<ArgumentRule<Given, At>>,
  given: Given,
  place: At,
): Promise<readonly Fields[]> {
  const isSaid = ([word, value]: [string, unknown]) =>
    value !== undefined && (value !== false || (words[word] !== undefined && hasMeaning(words[word])));
  const said = Object.entries(given).filter(isSaid);
  return Promise.all(
    said.map(async ([word, value]) => {
      const path = `${place.path}/${word}`;
      const to = meaningOf(words, word, path);
      if (typeof to === 'function') return to(given, place, path);
      if (typeof to === 'string') return { [to]: value };
      return value === false ? { NOT: to } : to;
    }),
  );
}

/** A rule for an argument whose value is itself a word. */
export const valueIn =
  (words: WordTable<Fields | string>, name: string) =>
  (given: object, _: Place, path: string): Fields => {
    const to = meaningOf(words, String(Reflect.get(given, name)), path);
    return typeof to === 'string' ? { [name]: to } : to;
  };

/** Refuses options that mean nothing, or that this kind of call does not take. */
export function checkOptions(options: WordTable<string>, given: Fields, kind: string, path: string): void {
  const isTaken = (entry: Word<string> | undefined) =>
    entry !== undefined && hasMeaning(entry) && entry.to.split(', ').includes(kind);
  for (const [word, value] of Object.entries(given)) {
    if (!Object.hasOwn(options, word) || value === undefined || value === false) continue;
    meaningOf(options, word, `${path}/${word}`);
    if (isTaken(options[word])) continue;
    const known = Object.keys(options).filter((name) => isTaken(options[name]));
    throw misplaced(word, known, `${path}/${word}`);
  }
}

/** The error of a word without a meaning; `id` is the event that the nearest call is about. */
export function refusal({ why, nearest }: NoMeaning, path: string, id?: string): CalendarError {
  const { mutation } = nearest.arguments;
  const own = id !== undefined && typeof mutation === 'object' && mutation !== null && 'id' in mutation;
  return new CalendarError('UNSUPPORTED', why, {
    path,
    suggestion: `The nearest call is ${nearest.name} with the arguments in \`example\`.`,
    example: own ? { mutation: { ...mutation, id } } : nearest.arguments,
  });
}

function misplaced(word: string, known: readonly string[], path: string): CalendarError {
  return new CalendarError('UNKNOWN_FIELD', `\`${plainKey(word)}\` does not belong here.`, {
    path,
    suggestion: `Known here: ${known.join(', ')}.`,
  });
}

/** A value that the call needs. */
export function required<T>(value: T | undefined, path: string, suggestion?: string): T {
  if (value !== undefined) return value;
  throw new CalendarError('INVALID_ARGUMENT', `\`${path.split('/').at(-1) ?? ''}\` is required.`, {
    path,
    ...(suggestion === undefined && { outcome: 'not_applied' }),
    suggestion: suggestion ?? 'Query tasks or projects for ids; the schema has the fields.',
  });
}
