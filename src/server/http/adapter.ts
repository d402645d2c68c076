import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Grant } from './auth/grant.js';
import type { Lease } from './user-programs.js';

/** What of a JSON-RPC message decides where it goes. */
export interface RpcMessage {
  readonly id?: string | number | undefined;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** A request to the endpoint whose sender is known and whose message is read. */
export interface McpRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Of a POST. */
  readonly message?: RpcMessage;
  readonly grant: Grant;
  /** What belongs to the sender, until the response is closed. */
  readonly lease: Lease;
}

/** One version of the protocol on the endpoint. */
export interface McpAdapter {
  /** Answers a request; throws HttpRefusal where it is not carried out. */
  handle(request: McpRequest): Promise<void>;
  /** Resolves when no call is running. */
  settled(): Promise<void>;
  /** Tells the calls that are running to come to an end; they are still answered. */
  stop(): void;
  close(): Promise<void>;
}
