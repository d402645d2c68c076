import { Writable } from 'node:stream';
import type { Log } from '../../ports/log.js';
import type { ServerOptions } from '../server-options.js';
import { settleWithinGrace, sleepInTurns } from '../settle-within-grace.js';
import { createLineTransport } from './line-transport.js';
import { type Connection, openConnection } from './open-connection.js';

/** Clients kill a process that takes longer to exit. */
const CLOSING_MS = 4500;

export interface StdioOptions extends ServerOptions {
  readonly log: Log;
}

/**
 * Serves one client on stdin and stdout until it closes stdin or the process is asked to stop, then lets
 * running calls finish. Gives up after a limit, in case a server hangs or the client does not read.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const output = takeStdout();
  const transport = createLineTransport(process.stdin, output, options.log);
  const connection = await openConnection(transport, options);
  const stopped = stopReason(connection);
  options.log.info('serving on stdio');
  options.log.info('stopping', { reason: await stopped });
  const end = async (): Promise<void> => {
    await settleWithinGrace({ ...connection, isBehind: transport.isBehind });
    await connection.close();
    await options.service.close();
    await new Promise<void>((resolve) => output.end(resolve));
  };
  await Promise.race([end(), sleepInTurns(CLOSING_MS)]);
}

/**
 * Reserves stdout for the protocol: other output goes to stderr from now on, because a stray line breaks the
 * client.
 */
function takeStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      // Failures arrive as `error` events of stdout.
      write(chunk, () => done());
    },
  });
  // Each answer that waits for a slow reader listens for `drain`.
  output.setMaxListeners(0);
  return output;
}

function stopReason({ closed }: Connection): Promise<string> {
  return new Promise((resolve) => {
    void closed.then(() => resolve('connection closed'));
    process.stdin.once('end', () => resolve('stdin ended'));
    process.stdin.once('close', () => resolve('stdin closed'));
    process.stdin.once('error', () => resolve('stdin failed'));
    // Without a listener, the broken pipe of a client that exits would crash a running write.
    process.stdout.on('error', () => resolve('stdout failed'));
    process.once('SIGTERM', () => resolve('SIGTERM'));
    process.once('SIGINT', () => resolve('SIGINT'));
    process.once('SIGHUP', () => resolve('SIGHUP'));
  });
}
