import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { isNearWord } from './near-word.js';
import { SPANISH } from './spanish.js';
import { jointsOf } from './split-requests.js';
import type { Words } from './words.js';

/** A text in the English that is read here, and the way back for names. */
export interface PlainText {
  readonly text: string;
  /** Words of a title as they were written. */
  asWritten(title: string): string;
  /** Whether words are left in a title that should have been understood. */
  isForeign(title: string): boolean;
}

/** Characters by which a language is recognised. */
const SAMPLE = 4000;
/** Characters of a line that is read. */
const LONGEST = 400;

interface Table {
  readonly markers: RegExp;
  readonly phrases: readonly (readonly [RegExp, string])[];
}

/** Whole words: no letter stands before them, nor after their last letter. */
const whole = (source: string) =>
  `${source.startsWith(',') ? '' : '(?<![\\p{L}\\p{N}])'}(?:${source})(?!(?<=[\\p{L}\\p{N}])[\\p{L}\\p{N}])`;

/** Built when they are first needed: most texts are English. */
const tableOf = once(
  ({ markers, phrases }: Words): Table => ({
    markers: new RegExp(whole(markers), 'giu'),
    phrases: phrases.map(([source, english]) => [new RegExp(whole(source), 'giu'), english]),
  }),
);

/** In this order where a text has as many words of each. */
const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH];

/** Puts English in the place of the words of its language that are read; names and titles stay. */
export function localised(text: string): PlainText {
  const words = languageOf(text.slice(0, SAMPLE));
  const { phrases } = tableOf(words);
  const written = new Map<string, string>();
  const lines = text
    .split(/\r?\n|\r/)
    .map((line) =>
      line.length > LONGEST ? line : inEnglish(words === ENGLISH ? spelled(line) : line, phrases, written),
    );
  return {
    text: lines.join('\n'),
    isForeign: (title) => words !== ENGLISH && title.search(tableOf(words).markers) >= 0,
    asWritten: (title) => {
      const own = title.replace(/\p{L}+/gu, (word) => written.get(word.toLowerCase()) ?? word);
      return /^\p{Lu}/u.test(title) ? own.charAt(0).toUpperCase() + own.slice(1) : own;
    },
  };
}

const DAYS = 'monday tuesday wednesday thursday friday saturday sunday tomorrow'.split(' ');

/** Names of days with one letter wrong. */
function spelled(line: string): string {
  return line.replace(/(?<!\p{L})[a-z]{5,10}(?!\p{L})/giu, (word) => {
    const plain = word.toLowerCase();
    if (DAYS.includes(plain.replace(/s$/, ''))) return word;
    return DAYS.find((day) => plain[0] === day[0] && isNearWord(plain, day)) ?? word;
  });
}

function inEnglish(line: string, phrases: Table['phrases'], written: Map<string, string>): string {
  // Each sentence by itself, without its mark and its bullet.
  return line
    .split(/(?<=(?:(?<!\d)|[:.]\d\d)[.!?;]\s)(?=[\p{Lu}¿¡])/u)
    .map((sentence) => sentenceInEnglish(sentence, phrases, written))
    .join('');
}

function sentenceInEnglish(
  sentence: string,
  phrases: Table['phrases'],
  written: Map<string, string>,
): string {
  const lead = /^\s*(?:[-*•]\s+|\d{1,2}[.)]\s+(?=\D))?(?:\[[ x]\]\s+)?[¿¡]*/iu.exec(sentence)?.[0] ?? '';
  const tail = /[\s.!?]*$/u.exec(sentence.slice(lead.length))?.[0] ?? '';
  const body = sentence.slice(lead.length, sentence.length - tail.length);
  const said = partInEnglish(body, phrases, written);
  const joints = jointsOf(said);
  // Then each request by itself: many phrases begin one.
  let from = 0;
  const parts: string[] = joints.length === 0 ? [said] : [];
  for (const { at, next } of joints.length === 0 ? [] : [...joints, { at: said.length, next: said.length }]) {
    parts.push(partInEnglish(said.slice(from, at), phrases, written), said.slice(at, next));
    from = next;
  }
  return lead.replace(/[¿¡]/g, '') + parts.join('').replace(/ {2,}/g, ' ').trim() + tail;
}

function partInEnglish(part: string, phrases: Table['phrases'], written: Map<string, string>): string {
  return phrases.reduce((said, [form, english]) => {
    if (english.includes('$') || english === '' || english.includes(' ')) return said.replace(form, english);
    return said.replace(form, (match) => {
      if (!written.has(english.toLowerCase())) written.set(english.toLowerCase(), match);
      return english;
    });
  }, part);
}

function languageOf(text: string): Words {
  const count = (words: Words) => (text.match(tableOf(words).markers) ?? []).length;
  const counted = LANGUAGES.map((words) => ({ words, count: count(words) }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).words;
}

function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
