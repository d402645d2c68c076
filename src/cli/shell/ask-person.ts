import type { AskPerson } from '../../engine/context/service.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { askLine, isAtTerminal } from './ask-line.js';

/** Asks the person at the terminal; undefined without one. `always` agrees without asking. */
export function askPerson(always: boolean): AskPerson | undefined {
  if (always) return async () => 'agreed';
  return isAtTerminal() ? ask : undefined;
}

const ask: AskPerson = async (message) => {
  const answer = await askLine(`${cleanText(message)}${message === '' ? '' : '\n'}Go ahead? [y/N] `);
  if (answer === undefined) return 'unanswered';
  return /^y(?:es)?$/i.test(answer) ? 'agreed' : 'declined';
};
