import { createInterface } from 'node:readline/promises';

/** Whether there is somebody to ask. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What a person types at the terminal; undefined where Ctrl-C or Ctrl-D closes it, as then nothing ever comes. */
export async function askLine(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer?.trim();
}
