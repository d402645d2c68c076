import { partsOf } from '../../../compilers/plan/mentions.js';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import { nearestWords } from '../../../schemas/diagnostics/did-you-mean.js';
import type { Occurrence } from '../../../schemas/model/event.js';

/** Tests if a title has words similar to all words of a searched text, in any order. */
export function titleTest(where: Predicate): (row: Pick<Occurrence, 'title'>) => boolean {
  const texts = partsOf(where, { negated: false })
    .flatMap((part) => (part.kind === 'text' && part.op !== 'matches' ? part.value : []))
    .map(wordsIn);
  return ({ title }) => {
    const words = wordsIn(title);
    return texts.some(
      (text) => text.length > 0 && text.every((word) => nearestWords(word, words).length > 0),
    );
  };
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
