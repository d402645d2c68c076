import { createInterface } from 'node:readline/promises';
import type { AskPerson } from '../../engine/context/service.js';
import { cleanText } from '../../server/answers/clean-text.js';

/** Asks the person at the terminal; undefined where nobody is there. `always` has said yes before. */
export function askPerson(always: boolean): AskPerson | undefined {
  if (always) return async () => 'agreed';
  return process.stdin.isTTY === true && process.stderr.isTTY === true ? ask : undefined;
}

const ask: AskPerson = async (message) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${cleanText(message)}\nGo ahead? [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim()) ? 'agreed' : 'declined';
  } catch {
    return 'unanswered';
  } finally {
    terminal.close();
  }
};
