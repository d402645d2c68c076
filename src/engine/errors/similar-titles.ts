import type { Predicate } from '../../../compilers/plan/predicate.js';
import { nearestWords } from '../../../schemas/diagnostics/did-you-mean.js';
import type { Occurrence } from '../../../schemas/model/event.js';

/** Whether a title has words much like all of one of the texts that a filter looks for, in any order. */
export function titleTest(where: Predicate): (row: Pick<Occurrence, 'title'>) => boolean {
  const texts = textsIn(where).map(wordsIn);
  return ({ title }) => {
    const words = wordsIn(title);
    return texts.some(
      (text) => text.length > 0 && text.every((word) => nearestWords(word, words).length > 0),
    );
  };
}

/** The texts that a filter looks for. */
function textsIn(where: Predicate): readonly string[] {
  if (where.kind === 'and' || where.kind === 'or') return where.of.flatMap(textsIn);
  return where.kind === 'text' && where.op !== 'matches' ? [where.value] : [];
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
