import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../engine/context/service.js';
import type { Log, LogLines } from '../ports/log.js';
import { INSTRUCTIONS } from './instructions.js';
import { allowedTools } from './listed-tools.js';
import { ICONS } from './protocol/icons.js';
import { offerResources, refuseCursor } from './protocol/offer-resources.js';
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from './protocol/protocol-error.js';
import { relayLog } from './protocol/relay-log.js';
import type { ResourceOptions } from './protocol/resources.js';
import { createProgressReporter, type ProgressReporter } from './report-progress.js';
import type { ToolRunner, ToolRunnerOptions } from './run-tool.js';

export interface ServerOptions extends ToolRunnerOptions, ResourceOptions {
  /** `tools/list` as it is sent. */
  readonly tools: readonly Tool[];
  readonly version: string;
  /** What the process logs, for clients that want to see it. */
  readonly logLines?: LogLines;
  /** Called when the tools have been listed: a call may follow. */
  readonly listed?: () => void;
}

export interface CalendarServer {
  readonly server: Server;
  /** How many tool calls are running. */
  running(): number;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
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
  const writing = new Set(
    tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name),
  );
  const running = new Map<Promise<unknown>, AbortController>();
  const server = new Server(
    { name: 'calendar-mcp', title: 'Calendar', version: options.version, icons: ICONS },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      instructions: INSTRUCTIONS,
    },
  );
  const caller = (): Caller => {
    const { name, version } = server.getClientVersion() ?? { name: '', version: '' };
    return { kind: 'assistant', name, version };
  };
  const offered = offerResources(server, options, (signal) => ({ signal, caller: caller() }));
  const endRelay = relayLog(server, options.logLines);
  const closed = new Promise<void>((resolve) => {
    server.onclose = () => {
      endRelay();
      offered.stop();
      resolve();
    };
  });
  server.onerror = (error) => options.log.info('protocol error', { reason: error.message });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }, { authInfo }) => {
    refuseCursor(params);
    setImmediate(() => {
      // What cannot be loaded is reported by the call that needs it.
      loadRunner().catch(() => undefined);
      options.listed?.();
    });
    return { tools: authInfo === undefined ? tools : allowedTools(tools, authInfo.scopes) };
  });
  // As a tool call the SDK refuses arguments that are no object with an internal error; here the answer says what is wrong.
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw new ProtocolError(METHOD_NOT_FOUND, 'Method not found.');
    const name = params?.name;
    if (typeof name !== 'string' || !tools.some((tool) => tool.name === name)) {
      throw new ProtocolError(
        INVALID_PARAMS,
        `Unknown tool. Tools: ${tools.map((tool) => tool.name).join(', ')}.`,
      );
    }
    const ending = new AbortController();
    const { signal } = ending;
    extra.signal.addEventListener('abort', () => ending.abort(extra.signal.reason), { once: true });
    const reporter = reporterFor(extra, options.log);
    const call = {
      signal,
      caller: caller(),
      ...(reporter === undefined ? {} : { progress: reporter.progress }),
    };
    const result = loadRunner()
      .then((run) => run(name, params?.arguments, call))
      .finally(reporter?.stop);
    running.set(result, ending);
    return result.finally(() => {
      running.delete(result);
      if (writing.has(name)) offered.look();
    });
  };
  return {
    server,
    running: () => running.size,
    closed,
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
