import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerNotification,
  ServerRequest,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallContext } from '../../engine/context/service.js';

/** What the library of a revision offers the handler of a request. */
export type Exchange =
  | { readonly server: Server; readonly extra: RequestHandlerExtra<ServerRequest, ServerNotification> }
  | { readonly context: ServerContext; stateFor(about: readonly unknown[]): Promise<string> };

/** A tool as data: how it is listed, and what runs it. Its result is sent as it is. */
export interface AddedTool {
  readonly tool: Tool;
  run(args: unknown, context: CallContext & { readonly exchange?: Exchange }): Promise<CallToolResult>;
}

/** A prompt as data. */
export interface AddedPrompt {
  readonly prompt: Prompt;
  get(given: Readonly<Record<string, string>>, exchange?: Exchange): GetPromptResult;
}

/** Tools, resources and prompts beside those of the calendar, by the same paths and under the same rules. */
export interface Additions {
  readonly tools: readonly AddedTool[];
  readonly prompts: readonly AddedPrompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  /** Undefined where it has no resource of this address. */
  read(uri: string): ReadResourceResult | undefined;
}
