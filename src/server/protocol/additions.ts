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

/** Request context of each revision's library. */
export type Exchange =
  | { readonly server: Server; readonly extra: RequestHandlerExtra<ServerRequest, ServerNotification> }
  | { readonly context: ServerContext; stateFor(about: readonly unknown[]): Promise<string> };

/** A tool as data: its listing and its function. Its result is sent unchanged. */
export interface AddedTool {
  readonly tool: Tool;
  run(args: unknown, context: CallContext & { readonly exchange?: Exchange }): Promise<CallToolResult>;
}

export interface AddedPrompt {
  readonly prompt: Prompt;
  get(given: Readonly<Record<string, string>>, exchange?: Exchange): GetPromptResult;
}

/** Additional tools, resources and prompts, under the same rules as those of the calendar. */
export interface Additions {
  readonly tools: readonly AddedTool[];
  readonly prompts: readonly AddedPrompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  /** Undefined if it has no such resource. */
  read(uri: string): ReadResourceResult | undefined;
}
