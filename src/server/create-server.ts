import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.js';
import { INSTRUCTIONS } from './instructions.js';
import { createProgressReporter, type ProgressReporter } from './report-progress.js';
import { listResources, type ResourceOptions, readResource, resourceTemplates } from './resources.js';
import { createToolRunner, type ToolRunnerOptions } from './run-tool.js';

export interface ServerOptions extends ToolRunnerOptions, ResourceOptions {
  /** `tools/list` as it is sent. */
  readonly tools: readonly Tool[];
  readonly version: string;
  /** Called when the tools have been told: a call may follow. */
  readonly listed?: () => void;
}

export interface CalendarServer {
  readonly server: Server;
  /** Resolves when no tool call is running. */
  settled(): Promise<void>;
  /** Tells the calls that are running to come to an end; they are still answered. */
  stop(): void;
}

/** The MCP side of the service, free of any transport. One for each connection. */
export function createServer(options: ServerOptions): CalendarServer {
  const { tools } = options;
  const runTool = createToolRunner(options);
  const running = new Map<Promise<unknown>, AbortController>();
  const server = new Server(
    { name: 'calendar-mcp', title: 'Calendar', version: options.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.onerror = (error) => options.log.info('protocol error', { reason: error.message });
  server.setRequestHandler(ListToolsRequestSchema, () => {
    if (options.listed !== undefined) setImmediate(options.listed);
    return { tools };
  });
  // As a tool call the SDK refuses arguments that are no object with an internal error; here they are told what is wrong.
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    const ending = new AbortController();
    const { signal } = ending;
    extra.signal.addEventListener('abort', () => ending.abort(extra.signal.reason), { once: true });
    const reporter = reporterFor(extra, options.log);
    const call = { signal, ...(reporter === undefined ? {} : { progress: reporter.progress }) };
    const result = runTool(String(params?.name), params?.arguments, call)?.finally(reporter?.stop);
    if (result === undefined) {
      reporter?.stop();
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool. Tools: ${tools.map(({ name }) => name).join(', ')}.`,
      );
    }
    running.set(result, ending);
    return result.finally(() => running.delete(result));
  };
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
      while (running.size > 0) await Promise.allSettled([...running.keys()]);
    },
    stop() {
      for (const ending of running.values()) ending.abort();
    },
  };
}

/** Reports to a client that asked for it by giving a token; numbers count as tokens, 0 too. */
function reporterFor(
  { _meta, sendNotification }: RequestHandlerExtra<ServerRequest, ServerNotification>,
  log: Log,
): ProgressReporter | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return createProgressReporter((report) => {
    const params = { progressToken, ...report };
    // Nothing depends on a report; that the client is gone shows in the answer, which cannot be sent either.
    sendNotification({ method: 'notifications/progress', params }).catch(() =>
      log.debug('progress was not sent'),
    );
  });
}
