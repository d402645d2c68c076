import { foldText } from '../filter/fold-text.js';
import { isNearWord } from '../filter/near-word.js';
import { ENGLISH } from './words/english.js';
import { FRENCH } from './words/french.js';
import { GERMAN } from './words/german.js';
import { spokenNumber } from './words/numbers.js';
import { SPANISH } from './words/spanish.js';
import { type Dictionary, dictionaryOf } from './words/words.js';

/** A sentence in plain English words, with the position of each in the original. */
export interface PlainLine {
  readonly text: string;
  /** The original text between two positions of `text`. */
  readonly written: (at: number, end: number) => string;
  /** Words corrected by one letter. */
  readonly mistyped: readonly string[];
}

interface Token {
  readonly plain: string;
  /** The original, folded. */
  readonly said: string;
  readonly from: number;
  readonly to: number;
  readonly isQuoted?: true;
}

const QUOTED = '["“”„«][^"“”„«»]*["“”»]|(?<![\\p{L}\\p{N}])[\'‘][^\'’]{1,80}[\'’](?![\\p{L}\\p{N}])';
const FORMS = [
  QUOTED,
  'https?://\\S+',
  '[^\\s@<>(),;"]+@[^\\s<>(),;"]+',
  '\\d{4}-\\d\\d-\\d\\d(?:T[\\d:]+)?',
  "\\d+(?:[:./]\\d+)*(?:h\\d\\d|['’]?\\p{L}+)?(?:\\.(?=\\s|\\d|$))?",
  'w/(?=\\s|\\p{L})',
  "[\\p{L}\\p{M}](?:[\\p{L}\\p{M}\\p{N}]|['’&-](?=[\\p{L}\\p{N}])|\\.(?=\\p{L}\\b))*['’]?",
  '\\S',
];
const TOKEN = new RegExp(FORMS.join('|'), 'giu');
const IS_QUOTED = new RegExp(`^(?:${QUOTED})$`, 'u');

const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH].map(dictionaryOf);
const LONGEST = 8;
/** Possible numbers of tokens in a part of a verb. */
const COUNTS = [0, 1, 2, 3, 4];
/** Names of days and months that are often mistyped. */
const DAYS =
  'today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday january february september october november december'.split(
    ' ',
  );

/** The language with the most known words in the whole text; English on a tie. */
export function languageOf(text: string): Dictionary {
  const words = plainOf(text).match(/[\p{L}\p{N}'/-]+/gu) ?? [];
  const known = ({ markers }: Dictionary) => words.filter((word) => markers.has(word)).length;
  return LANGUAGES.reduce((best, other) => (known(other) > known(best) ? other : best));
}

function plainOf(text: string): string {
  return foldText(text.replaceAll('’', "'"));
}

/** Translates the known words of a language into English; names stay unchanged. */
export function lineOf(source: string, language: Dictionary): PlainLine {
  const mistyped: string[] = [];
  const found = tokensOf(source);
  const tokens: Token[] = [];
  for (let at = 0; at < found.length; ) {
    const before = tokens.slice(-2).map(({ plain }) => plain);
    const { plain, length, isMistyped } = translated(found.slice(at), language, before.join(' '));
    const [first, last] = [found[at], found[at + length - 1]] as [Token, Token];
    if (isMistyped) mistyped.push(first.plain);
    tokens.push({ ...first, plain, said: plainOf(source.slice(first.from, last.to)), to: last.to });
    at += length;
  }
  let text = '';
  const places = withVerbsFirst(tokens, language).map(({ plain, from, to }, index, all) => {
    const isNext = text !== '' && plain !== '' && !text.endsWith(' ') && all[index - 1]?.to !== from;
    if (isNext) text += ' ';
    text += plain;
    return { at: text.length - plain.length, end: text.length, from, to };
  });
  const written = (at: number, end: number): string => {
    const some = places.filter((one) => one.end > at && one.at < end && one.to > one.from);
    // In `Appointment, please: optician`, drops the filler word from the name.
    const said = some.map((one, index) =>
      one.at === one.end ? '' : source.slice(some[index - 1]?.to ?? one.from, one.to),
    );
    return said.join('').replace(/["“”„«»]|^['‘]|['’]$/g, '');
  };
  return { text, written, mistyped };
}

function tokensOf(source: string): readonly Token[] {
  return [...source.matchAll(TOKEN)].map(({ 0: plain, index }) => ({
    plain,
    said: plainOf(plain),
    from: index,
    to: index + plain.length,
    // Text in quotation marks is always a name.
    ...(IS_QUOTED.test(plain) && { isQuoted: true as const }),
  }));
}

/** Translates the longest known phrase at the start; `length` is its number of tokens. */
function translated(
  found: readonly Token[],
  { phrases, numbers }: Dictionary,
  before: string,
): { readonly plain: string; readonly length: number; readonly isMistyped?: true } {
  const token = found[0] as Token;
  if (token.isQuoted) return { plain: '"'.repeat(token.to - token.from), length: 1 };
  const words = found.slice(0, LONGEST).map(({ said }) => said);
  const spoken = numbers.has('three') ? spokenNumber(before, words) : undefined;
  if (spoken !== undefined) return spoken;
  const values = words.map((word) => String(numbers.get(word) ?? word));
  const classes = values.map((value) => value.replace(/^\d{1,2}$/, '#').replace(/^\d[\d:.h]*$/, '%'));
  const figures = values.filter((value) => /^\d[\d:.h]*$/.test(value));
  for (let length = words.length; length > 0; length--) {
    const form =
      phrases.get(words.slice(0, length).join(' ')) ?? phrases.get(classes.slice(0, length).join(' '));
    if (form !== undefined) return { plain: filled(form, figures), length };
  }
  const [word = ''] = words;
  const number = numbers.get(word);
  if (number !== undefined && /\b(?:at|from|to|until)$/i.test(before))
    return { plain: String(number), length: 1 };
  const around = /^(\d[\d:.]*)ish$/.exec(word)?.[1];
  if (around !== undefined) return { plain: `at ${around}`, length: 1 };
  const near = DAYS.find((day) => word !== day && isNearWord(word, day));
  if (near === undefined || DAYS.includes(word.replace(/s$/, ''))) return { plain: token.plain, length: 1 };
  return { plain: near, length: 1, isMistyped: true };
}

function filled(form: string, values: readonly string[]): string {
  let at = 0;
  return form.replace(/([#%])(-1)?/g, (_, __, isEarlier) => {
    const value = values[at++] ?? '';
    return isEarlier === undefined ? value : String(Number(value) - 1 || 12);
  });
}

/** `Sag … ab und trag … ein`: both requests; `trag … ein, drei Stunden`: only the first. */
function withVerbsFirst(tokens: readonly Token[], { apart }: Dictionary): readonly Token[] {
  const one = (some: readonly Token[]) => withVerbFirst(some, apart);
  const whole = one(tokens);
  if (whole !== tokens) return whole;
  for (const [at, token] of tokens.entries()) {
    if (!/^(?:and|,)$/.test(token.plain)) continue;
    const parts = [tokens.slice(0, at), tokens.slice(at + 1)];
    const [first = [], last = []] = parts.map(one);
    if (first !== parts[0] && (last !== parts[1] || token.plain === ',')) return [...first, token, ...last];
  }
  return tokens;
}

/** `trag … ein`, `… verschieben`, `put … in`: joins the verb and puts it first. */
function withVerbFirst(tokens: readonly Token[], apart: Dictionary['apart']): readonly Token[] {
  const start = tokens.findIndex(
    ({ plain }) => !/^(?:please|can you|i want to|hello|hey|hi|,|i|ich)$/i.test(plain),
  );
  const last = tokens.findLastIndex(({ plain }) => !/^(?:[.!?,]|please|thanks)$/.test(plain));
  const is = (words: string, some: readonly Token[]) => some.map(({ said }) => said).join(' ') === words;
  for (const [head, tail, verb] of apart) {
    // A token can hold several words.
    const heads = COUNTS.find((count) => is(head, tokens.slice(start, start + count)));
    const tails = COUNTS.find((count) => is(tail, tokens.slice(last + 1 - count, last + 1)));
    if (start < 0 || heads === undefined || tails === undefined) continue;
    const [from, end] = [start + heads, last + 1 - tails];
    const place = tokens[start]?.from ?? 0;
    const first = { plain: `${verb} `, said: '', from: place, to: place };
    if (from < end) return [first, ...tokens.slice(from, end), ...tokens.slice(last + 1)];
  }
  return tokens;
}
