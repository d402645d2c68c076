import { createInterface } from 'node:readline/promises';

export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Reads a line. Undefined if Ctrl-C or Ctrl-D closes the terminal, which would otherwise never answer. */
export async function askLine(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer?.trim();
}
