import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { INSTRUCTIONS } from './instructions.js';
import { listResources, type ResourceOptions, readResource, resourceTemplates } from './resources.js';
import { createToolRunner, type ToolRunnerOptions } from './run-tool.js';

export interface ServerOptions extends ToolRunnerOptions, ResourceOptions {
  /** `tools/list` as it is sent. */
  readonly tools: readonly Tool[];
  readonly version: string;
}

export interface CalendarServer {
  readonly server: Server;
  /** Resolves when no tool call is running. */
  settled(): Promise<void>;
}

/** The MCP side of the service, free of any transport. One for each connection. */
export function createServer(options: ServerOptions): CalendarServer {
  const { tools } = options;
  const runTool = createToolRunner(options);
  const running = new Set<Promise<unknown>>();
  const server = new Server(
    { name: 'calendar-mcp', title: 'Calendar', version: options.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.onerror = (error) => options.log.info('protocol error', { reason: error.message });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const result = runTool(params.name, params.arguments, signal);
    if (result === undefined) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool. Tools: ${tools.map(({ name }) => name).join(', ')}.`,
      );
    }
    running.add(result);
    return result.finally(() => running.delete(result));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listResources() }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: resourceTemplates(),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    readResource(params.uri, options, signal),
  );
  return {
    server,
    async settled() {
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}
