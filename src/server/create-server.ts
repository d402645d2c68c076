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
import { allowedTools } from './listed-tools.js';
import { createProgressReporter, type ProgressReporter } from './report-progress.js';
import type { ResourceOptions } from './resources.js';
import type { ToolRunner, ToolRunnerOptions } from './run-tool.js';

export interface ServerOptions extends ToolRunnerOptions, ResourceOptions {
  /** `tools/list` as it is sent. */
  readonly tools: readonly Tool[];
  readonly version: string;
  /** Called when the tools have been listed: a call may follow. */
  readonly listed?: () => void;
}

export interface CalendarServer {
  readonly server: Server;
  /** How many tool calls are running. */
  running(): number;
  /** Resolves when no tool call is running. */
  settled(): Promise<void>;
  /** Tells the calls that are running to come to an end; they are still answered. */
  stop(): void;
}

/** The MCP side of the service, free of any transport. One for each connection. */
export function createServer(options: ServerOptions): CalendarServer {
  const { tools } = options;
  let runner: Promise<ToolRunner> | undefined;
  // What calls need is loaded when the tools are listed: their client waits for that list.
  const loadRunner = (): Promise<ToolRunner> => {
    runner ??= import('./run-tool.js').then(({ createToolRunner }) => createToolRunner(options));
    return runner;
  };
  const running = new Map<Promise<unknown>, AbortController>();
  const server = new Server(
    { name: 'calendar-mcp', title: 'Calendar', version: options.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.onerror = (error) => options.log.info('protocol error', { reason: error.message });
  server.setRequestHandler(ListToolsRequestSchema, (_, { authInfo }) => {
    setImmediate(() => {
      // What cannot be loaded is reported by the call that needs it.
      loadRunner().catch(() => undefined);
      options.listed?.();
    });
    return { tools: authInfo === undefined ? tools : allowedTools(tools, authInfo.scopes) };
  });
  // As a tool call the SDK refuses arguments that are no object with an internal error; here the answer says what is wrong.
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    const name = params?.name;
    if (typeof name !== 'string' || !tools.some((tool) => tool.name === name)) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool. Tools: ${tools.map((tool) => tool.name).join(', ')}.`,
      );
    }
    const ending = new AbortController();
    const { signal } = ending;
    extra.signal.addEventListener('abort', () => ending.abort(extra.signal.reason), { once: true });
    const reporter = reporterFor(extra, options.log);
    const { name: client, version } = server.getClientVersion() ?? { name: '', version: '' };
    const caller = { kind: 'assistant', name: client, version } as const;
    const call = { signal, caller, ...(reporter === undefined ? {} : { progress: reporter.progress }) };
    const result = loadRunner()
      .then((run) => run(name, params?.arguments, call))
      .finally(reporter?.stop);
    running.set(result, ending);
    return result.finally(() => running.delete(result));
  };
  const resources = () => import('./resources.js');
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: (await resources()).listResources(),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: (await resources()).resourceTemplates(),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) =>
    (await resources()).readResource(params.uri, options, signal),
  );
  return {
    server,
    running: () => running.size,
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
