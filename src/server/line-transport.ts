import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.js';
import { type Refusal, readMessage } from './read-message.js';

const NEWLINE = 0x0a;
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * MCP over lines of JSON. Unlike the SDK's own transport it answers a line that is no message, so that nobody waits
 * for an answer that never comes.
 */
export function createLineTransport(input: Readable, output: Writable, log: Log): Transport {
  let pending: Buffer[] = [];
  let size = 0;

  const write = (message: JSONRPCMessage | Refusal): Promise<void> =>
    new Promise((resolve) => {
      if (output.write(`${JSON.stringify(message)}\n`)) resolve();
      else output.once('drain', resolve);
    });

  function take(line: string): void {
    if (line.trim() === '') return;
    const read = readMessage(line);
    if ('message' in read) {
      transport.onmessage?.(read.message);
      return;
    }
    log.warn('a line from the client was refused', { reason: read.reason });
    for (const refusal of read.refusals) void write(refusal);
  }

  function onData(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...pending, rest.subarray(0, at)]).toString('utf8');
      pending = [];
      size = 0;
      rest = rest.subarray(at + 1);
      take(line);
    }
    if (rest.length === 0) return;
    pending.push(rest);
    size += rest.length;
    if (size > MOST_BYTES) void transport.close();
  }

  const transport: Transport = {
    async start() {
      input.on('data', onData);
    },
    send: write,
    async close() {
      input.off('data', onData);
      input.pause();
      pending = [];
      transport.onclose?.();
    },
  };
  return transport;
}
