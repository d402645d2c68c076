import { foldText } from '../../filter/fold-text.js';
import { DAY_NAMES, MONTH_NAMES } from '../../time/civil.js';

export interface Words {
  /** Short words that identify the language. */
  readonly markers: string;
  /** In order, starting with Monday, January and one. */
  readonly weekdays: string;
  readonly months: string;
  readonly numbers: string;
  /**
   * Entries `English: said, said; English: …`. In the original, `#` is a number, `%` a time in digits, `@` a weekday,
   * `$` a month, and `…` separates the two ends of a verb. `#-1` is one hour earlier; `NOTHING` marks a filler word.
   */
  readonly words: string;
}

/** The words of a language by folded phrase. */
export interface Dictionary {
  readonly markers: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly phrases: ReadonlyMap<string, string>;
  readonly apart: readonly (readonly [head: string, tail: string, verb: string])[];
}

export function dictionaryOf({ markers, weekdays, months, numbers, words }: Words): Dictionary {
  const [days, ofYear, counted] = [weekdays, months, numbers].map((names) => foldText(names).split(' '));
  const named = { '@': [days, DAY_NAMES], $: [ofYear, MONTH_NAMES] } as const;
  const phrases = new Map<string, string>();
  const apart: [string, string, string][] = [];
  for (const line of `$: $; @: @; ${words.trim()}`.split(/; |\n/)) {
    const [meant = '', said = ''] = line.split(/: (.*)/s);
    const english = meant === 'NOTHING' ? '' : meant;
    for (const one of foldText(said.replaceAll('…', '~')).split(/, ?/)) {
      const [head = '', tail = ''] = one.split('~').map((part) => part.trim());
      const mark = (['@', '$'] as const).find((sign) => one.includes(sign));
      const [names = [''], meanings = ['']] = mark === undefined ? [] : named[mark];
      if (one.includes('~')) apart.push([head, tail, english]);
      else
        for (const [at, name] of names.entries())
          phrases.set(one.replace(mark ?? '', name), english.replace(mark ?? '', meanings[at] ?? ''));
    }
  }
  return {
    markers: new Set([...foldText(markers).split(' '), ...(days ?? [])]),
    numbers: new Map(counted?.map((name, at) => [name, at + 1])),
    phrases,
    apart: apart.sort(([one], [other]) => other.length - one.length),
  };
}

/** Parses a table of named expressions, one per line; they ignore case unless they contain `\p{Lu}`. */
export function expressionsOf<Names extends string>(
  _names: Names,
  table: string,
): Readonly<Record<Split<Names>, RegExp>> {
  const lines = [...table.matchAll(/^(\w+): (.*)$/gm)];
  const flags = (form: string) => (form.includes('\\p{Lu}') ? 'u' : 'iu');
  return Object.fromEntries(
    lines.map(([, name, form = '']) => [name, new RegExp(form, flags(form))]),
  ) as never;
}

/** The expression with the flags `giu`, to find every match. */
export const everyOf = (form: RegExp): RegExp => new RegExp(form.source, 'giu');

type Split<Text extends string> = Text extends `${infer Name} ${infer Rest}` ? Name | Split<Rest> : Text;
