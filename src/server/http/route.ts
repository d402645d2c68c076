import type { SessionRecords } from '../../ports/replicas/session-records.js';
import { isModern } from '../modern/is-modern.js';
import type { McpAdapter, McpRequest } from './adapter.js';
import { answerLost, callEvent } from './lost-answer.js';
import { createModernAdapter } from './modern-adapter.js';
import { sendHeadersWithBody } from './send-headers-with-body.js';
import { createSessionAdapter, type SessionLimits } from './sessions/session-adapter.js';
import { createStatelessAdapter } from './stateless-adapter.js';

export interface RouteOptions extends SessionLimits {
  readonly stateless: boolean;
  /** Shared sessions of all replicas. */
  readonly sessionRecords?: SessionRecords | undefined;
}

/** The only place that chooses the protocol revision for a request. */
export function createRoute(options: RouteOptions): McpAdapter {
  const legacy = options.stateless
    ? createStatelessAdapter(options)
    : createSessionAdapter(options, options.sessionRecords);
  const modern = createModernAdapter(options);
  const adapters = [legacy, modern];
  return {
    async handle(request: McpRequest) {
      const { req, res, message } = request;
      const isOlder = !isModern(message, req.headers['mcp-protocol-version']);
      if (isOlder && answerLost(request)) return;
      // A GET stream has nothing to wait for.
      if (message !== undefined) sendHeadersWithBody(res, isOlder ? callEvent(request) : undefined);
      await (isOlder ? legacy : modern).handle(request);
    },
    settled: async () => {
      await Promise.all(adapters.map((adapter) => adapter.settled()));
    },
    stop() {
      for (const adapter of adapters) adapter.stop();
    },
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.close()));
    },
  };
}
