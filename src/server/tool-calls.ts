import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AskedFor } from '../engine/context/service.js';
import { INVALID_PARAMS, ProtocolError } from './protocol/protocol-error.js';
import { createProgressReporter, type ProgressReport, type ProgressReporter } from './report-progress.js';
import type { ToolCallContext, ToolRunner } from './run-tool.js';
import type { ServerOptions } from './server-options.js';

/** Running calls of one client, in any protocol revision. */
export interface ToolCalls {
  /** Loads the code for calls, which usually follow a listing of the tools. */
  prepare(): void;
  /** `report` sends progress to clients that want it. */
  run(
    name: unknown,
    args: unknown,
    call: ToolCallContext,
    report?: (report: ProgressReport) => Promise<void>,
  ): Promise<CallToolResult>;
  running(): number;
  settled(): Promise<void>;
  /** Asks running calls to finish; they are still answered. */
  stop(): void;
}

export function createToolCalls(options: ServerOptions): ToolCalls {
  const { tools, log, listed } = options;
  const running = new Map<Promise<unknown>, AbortController>();
  let runner: Promise<ToolRunner> | undefined;
  const load = (): Promise<ToolRunner> => {
    runner ??= import('./run-tool.js').then(({ createToolRunner }) => createToolRunner(options));
    return runner;
  };
  const reporterOf = (send: (report: ProgressReport) => Promise<void>): ProgressReporter =>
    createProgressReporter((report) => {
      // Nothing depends on a report. If the client is gone, sending the answer fails too.
      send(report).catch(() => log.debug('progress was not sent'));
    });
  return {
    prepare() {
      setImmediate(() => {
        // A call that needs the code reports the failure.
        load().catch(() => undefined);
        listed?.();
      });
    },
    async run(name, args, call, report) {
      if (typeof name !== 'string' || !tools.some((tool) => tool.name === name)) {
        throw new ProtocolError(
          INVALID_PARAMS,
          `Unknown tool. Tools: ${tools.map((tool) => tool.name).join(', ')}.`,
        );
      }
      const ending = new AbortController();
      const { signal } = ending;
      call.signal.addEventListener('abort', () => ending.abort(call.signal.reason), { once: true });
      const reporter = report && reporterOf(report);
      const { ask } = call;
      const context = {
        ...call,
        signal,
        ...(ask && { ask: (message: string, asked?: AskedFor) => ask(message, { ...asked, signal }) }),
        ...(reporter && { progress: reporter.progress }),
      };
      const result = load()
        .then((run) => run(name, args, context))
        .finally(reporter?.stop);
      running.set(result, ending);
      return result.finally(() => running.delete(result));
    },
    running: () => running.size,
    async settled() {
      while (running.size > 0) await Promise.allSettled([...running.keys()]);
    },
    stop() {
      for (const ending of running.values()) ending.abort();
    },
  };
}
