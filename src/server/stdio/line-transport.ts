import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../../ports/log.js';
import { idInLong, type Refusal, readMessage } from '../read-message.js';
import { createLineReader } from './line-reader.js';

const MOST_BYTES = 10 * 1024 * 1024;
/** Limit of open requests, which bounds the memory of their answers. */
const MOST_OPEN = 200;

export interface LineTransport extends Transport {
  /** True if unhandled lines have arrived. */
  isBehind(): boolean;
}

/**
 * MCP over lines of JSON. Unlike the SDK's transport, answers invalid lines, so no client waits forever, and
 * starts no work for a client that does not read.
 */
export function createLineTransport(input: Readable, output: Writable, log: Log): LineTransport {
  const lines = createLineReader(MOST_BYTES);
  const open = new Set<RequestId>();
  let closed = false;

  function write(message: JSONRPCMessage | Refusal): Promise<void> {
    if (!('method' in message)) open.delete(message.id as RequestId);
    const flows = output.write(`${JSON.stringify(message)}\n`);
    setImmediate(goOn);
    return flows ? Promise.resolve() : new Promise((resolve) => output.once('drain', resolve));
  }

  function take(line: string): void {
    if (line.trim() === '') return;
    const read = readMessage(line);
    if ('message' in read) {
      const { message } = read;
      if ('method' in message && 'id' in message) open.add(message.id);
      // Cancelled requests get no answer.
      else if ('method' in message && message.method === 'notifications/cancelled') {
        open.delete(message.params?.requestId as RequestId);
      }
      transport.onmessage?.(message);
      return;
    }
    log.warn('a line from the client was refused', { reason: read.reason });
    for (const refusal of read.refusals) void write(refusal);
  }

  function refuseLong(ends: string): void {
    const reason = 'The message is longer than 10 MB.';
    log.warn('a line from the client was refused', { reason });
    void write({
      jsonrpc: '2.0',
      id: idInLong(ends),
      error: { code: ErrorCode.InvalidRequest, message: reason },
    });
  }

  const mayBegin = (): boolean => !closed && open.size < MOST_OPEN && !output.writableNeedDrain;

  function goOn(): void {
    while (mayBegin()) {
      const line = lines.next();
      if (line === undefined) break;
      if (line.kind === 'long') refuseLong(line.ends);
      else take(line.text);
    }
    if (closed) return;
    // Only reading detects the end of the input, so continue while there is room.
    if (lines.isFull()) input.pause();
    else input.resume();
  }

  function onData(chunk: Buffer): void {
    lines.add(chunk);
    goOn();
  }

  const transport: LineTransport = {
    async start() {
      output.on('drain', goOn);
      input.on('data', onData);
    },
    send: write,
    isBehind: () => !closed && lines.hasLine(),
    async close() {
      closed = true;
      output.off('drain', goOn);
      input.off('data', onData);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}
