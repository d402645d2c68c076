/** JSON-RPC codes of MCP. */
export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
export const RESOURCE_NOT_FOUND = -32002;
export const INTERNAL_ERROR = -32603;

/** A protocol failure, not a tool failure. Its message is sent unchanged, without a library's prefix. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}
