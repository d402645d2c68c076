import { createInterface } from 'node:readline/promises';
import type { AskPerson } from '../../engine/context/service.js';
import { cleanText } from '../../server/answers/clean-text.js';

/** Asks the person at the terminal; undefined without a terminal. `always` has said yes before. */
export function askPerson(always: boolean): AskPerson | undefined {
  if (always) return async () => 'agreed';
  return process.stdin.isTTY === true && process.stderr.isTTY === true ? ask : undefined;
}

const ask: AskPerson = async (message) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it, and then the question is never answered.
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const answer = await Promise.race([terminal.question(`${cleanText(message)}\nGo ahead? [y/N] `), closed]);
  terminal.close();
  if (answer === undefined) return 'unanswered';
  return /^y(?:es)?$/i.test(answer.trim()) ? 'agreed' : 'declined';
};
