import { Writable } from 'node:stream';
import type { Log } from '../ports/log.js';
import { type CalendarServer, createServer, type ServerOptions } from './create-server.js';
import { createLineTransport } from './line-transport.js';

/** How long calls that are running when the client leaves may still take. */
const GRACE_MS = 5000;

export interface StdioOptions extends ServerOptions {
  readonly log: Log;
}

/**
 * Serves one client on stdin and stdout until it closes stdin or the process is told to stop, and lets running
 * calls finish. Resolves when nothing is left to do.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const output = takeStdout();
  const calendar = createServer(options);
  const stopped = stopReason(calendar);
  await calendar.server.connect(createLineTransport(process.stdin, output, options.log));
  options.log.info('serving on stdio');
  options.log.info('stopping', { reason: await stopped });
  await settle(calendar);
  await calendar.server.close();
  await options.service.close();
  await new Promise<void>((resolve) => output.end(resolve));
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
      // A failure is told by stdout's own `error` event.
      write(chunk, () => done());
    },
  });
  // Each answer that waits for a slow reader listens for `drain`.
  output.setMaxListeners(0);
  return output;
}

function stopReason({ server }: CalendarServer): Promise<string> {
  return new Promise((resolve) => {
    // The transport gives up on a message of more than 10 MB.
    server.onclose = () => resolve('connection closed');
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

/** A message read just before the end is still being handed over: the turn after this one knows its call. */
async function settle(calendar: CalendarServer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await nextTurn();
  await Promise.race([calendar.settled(), deadline]);
  await nextTurn();
  clearTimeout(timer);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
