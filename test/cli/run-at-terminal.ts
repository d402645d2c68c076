import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtMain } from '../server/built-server.js';

/** The program with a pseudo-terminal on all three, and what a person types. */
export async function runAtTerminal(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ...typed: readonly string[]
): Promise<string> {
  const command = [process.execPath, builtMain(), ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols 100 -echo; ${command}`, '/dev/null'], {
    env: { TERM: 'xterm-256color', ...env },
  });
  let output = '';
  let asked = 0;
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    const questions =
      output.match(/\[y\/N\]|\[1-\d+\]|Ctrl-C|(?:title|when|until|where|notes)(?: \[[^\]]*\])?: /g)?.length ??
      0;
    while (asked < Math.min(questions, typed.length)) child.stdin.write(typed[asked++] ?? '');
  });
  await once(child, 'close');
  return output.replaceAll('\r\n', '\n');
}
