import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports/log.js';
import { type CalendarServer, createServer, type ServerOptions } from './create-server.js';
import { createLineTransport } from './line-transport.js';
import { settleWithinGrace } from './settle-within-grace.js';

/** Nobody waits longer for a process to end before killing it. */
const CLOSING_MS = 4500;

export interface StdioOptions extends ServerOptions {
  readonly log: Log;
}

/**
 * Serves one client on stdin and stdout until it closes stdin or the process is told to stop, and lets running
 * calls finish. Resolves when nothing is left to do, or when what is left takes too long: a server that hangs, a
 * client that does not read.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const output = takeStdout();
  const calendar = createServer(options);
  const stopped = stopReason(calendar);
  const transport = createLineTransport(process.stdin, output, options.log);
  await calendar.server.connect(transport);
  options.log.info('serving on stdio');
  options.log.info('stopping', { reason: await stopped });
  const end = async (): Promise<void> => {
    await settleWithinGrace({ ...calendar, isBehind: transport.isBehind });
    await calendar.server.close();
    await options.service.close();
    await new Promise<void>((resolve) => output.end(resolve));
  };
  await Promise.race([end(), sleep(CLOSING_MS)]);
}

/**
 * The real stdout, for the protocol alone: whatever else in this process prints goes to stderr from now on, since
 * one stray line breaks the client.
 */
function takeStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      // A failure arrives as the `error` event of stdout.
      write(chunk, () => done());
    },
  });
  // Each answer that waits for a slow reader listens for `drain`.
  output.setMaxListeners(0);
  return output;
}

function stopReason({ closed }: CalendarServer): Promise<string> {
  return new Promise((resolve) => {
    void closed.then(() => resolve('connection closed'));
    process.stdin.once('end', () => resolve('stdin ended'));
    process.stdin.once('close', () => resolve('stdin closed'));
    process.stdin.once('error', () => resolve('stdin failed'));
    // A client that is gone breaks the pipe: without a listener that would be a crash in the middle of a write.
    process.stdout.on('error', () => resolve('stdout failed'));
    process.once('SIGTERM', () => resolve('SIGTERM'));
    process.once('SIGINT', () => resolve('SIGINT'));
    process.once('SIGHUP', () => resolve('SIGHUP'));
  });
}
