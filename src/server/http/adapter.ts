import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Grant } from './auth/grant.js';
import type { Lease } from './user-programs.js';

/** Routing fields of a JSON-RPC message. */
export interface RpcMessage {
  readonly id?: string | number | undefined;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** A request with a known sender and a parsed message. */
export interface McpRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Only for POST. */
  readonly message?: RpcMessage;
  readonly grant: Grant;
  /** The sender's resources, held until the response is closed. */
  readonly lease: Lease;
}

/** One protocol version of the endpoint. */
export interface McpAdapter {
  /** Answers a request; throws HttpRefusal if it is refused. */
  handle(request: McpRequest): Promise<void>;
  settled(): Promise<void>;
  /** Asks running calls to finish; they are still answered. */
  stop(): void;
  close(): Promise<void>;
}
