/** JSON-RPC codes of MCP. */
export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
export const RESOURCE_NOT_FOUND = -32002;
export const INTERNAL_ERROR = -32603;

/** A failure of the protocol itself, not of a tool: its message is sent as it is, without a prefix of a library. */
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
