import { Readable } from 'node:stream';
import { runCli } from '../../src/cli/run-cli.js';
import type { Ended, Running } from '../server/run-program.js';

/**
 * Runs a command as the shipped program does, but in this process, which takes a twentieth of the time. What only a
 * process shows (signals, terminals, the end of a pipe, what is loaded at the start) is tried with `runProgram`.
 */
export async function runInProcess(args: readonly string[], { env, stdin = '' }: Running): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const real = streams.map((name) => process[name].write);
  const heard = listenersNow();
  const input = Object.getOwnPropertyDescriptor(process, 'stdin');
  for (const name of streams) {
    process[name].write = (text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    };
  }
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(stdin)]) });
  try {
    return { code: await runCli(args, env), ...said };
  } finally {
    for (const [at, name] of streams.entries()) process[name].write = real[at] as typeof process.stdout.write;
    if (input !== undefined) Object.defineProperty(process, 'stdin', input);
    for (const [of, name, before] of heard)
      for (const one of of.listeners(name)) if (!before.includes(one)) of.off(name, one as () => void);
  }
}

/** Of the events that commands listen to: the process ends after them, so they leave that to it. */
function listenersNow() {
  const events: readonly (readonly [NodeJS.EventEmitter, string])[] = [
    [process.stdout, 'error'],
    ...['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => [process, name] as const),
  ];
  return events.map(([of, name]) => [of, name, of.listeners(name)] as const);
}
