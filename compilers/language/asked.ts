import type { Occurrence } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { isNearWord } from '../filter/near-word.js';
import { type Clause, pieceOf } from './clause.js';
import { contiguous } from './target.js';
import { ASKED } from './words/asking.js';
import { everyOf } from './words/words.js';

const MOST_WORDS = 12;

/** Splits a question's words into those that match some event, even roughly, and the rest. */
export function splitKnownWords(clause: Clause, masked: string, used: readonly RegExp[]) {
  const parts = [...barred(masked, used).matchAll(/[^\s|,?.!:;"“”]+/gu)].map(pieceOf);
  const [at, end] = [parts[0]?.at ?? 0, parts.at(-1)?.end ?? 0];
  // A time or a person in between belongs to the question.
  const runs = /\|{2}/.test(masked.slice(at, end)) ? parts : [{ at, end }];
  const inWords = (say: Clause['written']) =>
    namedBy(runs.map((one) => say(one.at, one.end)).join(' '), clause);
  const [own, plain] = [inWords(clause.written), inWords((from, to) => clause.text.slice(from, to))];
  const isPlain =
    plain.known !== undefined && (own.known === undefined || plain.left.length < own.left.length);
  return isPlain ? plain : own;
}

/** Replaces the matches of each form with bars. */
export function barred(text: string, forms: readonly RegExp[]): string {
  return forms.reduce((rest, form) => rest.replace(everyOf(form), (said) => '|'.repeat(said.length)), text);
}

function namedBy(words: string, { around }: Clause) {
  const asked = contiguous(words.replace(/['’]s$/, ''));
  const known = knownPart(asked, around.events);
  const has = foldText(known ?? '').split(' ');
  const isUnknown = (word: string) => word !== '' && !has.some((one) => isNearWord(one, foldText(word)));
  return { asked, known, left: asked.split(' ').filter(isUnknown) };
}

/** The longest run of words from a title, a place or the people of an event, or else a near match. */
function knownPart(asked: string, events: readonly Occurrence[]): string | undefined {
  const has = events.map(({ title, location, attendees }) =>
    foldText([title, location, ...attendees.map(({ name }) => name ?? '')].join(' ')),
  );
  const words = asked.split(' ').slice(0, MOST_WORDS);
  for (let length = words.length; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length).join(' ');
      if (run.length > 2 && has.some((text) => text.includes(foldText(run)))) return run;
    }
  const long = words.filter((word) => word.length > 3).map(foldText);
  const near = has.flatMap((text) => text.split(/\s+/)).filter((one) => one.length > 3);
  return near.find((one) => long.some((word) => isNearWord(one, word)));
}

/** The unused words of a question about free time. */
export function wordsLeft({ masked }: Clause, used: RegExp): readonly string[] {
  return barred(masked, [used, ASKED.conflicts]).match(/[^\s|,?.!:'"’-]+/g) ?? [];
}
