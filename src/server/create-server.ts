import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../engine/context/service.js';
import type { SessionChange, SessionState } from '../ports/replicas/session-records.js';
import { askClient } from './ask-client.js';
import { instructionsFor } from './instructions.js';
import { allowedTools, isWriting } from './listed-tools.js';
import { withApps } from './protocol/apps.js';
import { ICONS } from './protocol/icons.js';
import { offerResources, refuseCursor } from './protocol/offer-resources.js';
import { METHOD_NOT_FOUND, ProtocolError } from './protocol/protocol-error.js';
import { relayLog } from './protocol/relay-log.js';
import type { ProgressReport } from './report-progress.js';
import type { ServerOptions } from './server-options.js';
import { createToolCalls, type ToolCalls } from './tool-calls.js';
import { tracedBy } from './traced-by.js';

export interface CalendarServer extends Pick<ToolCalls, 'running' | 'settled' | 'stop'> {
  readonly server: Server;
  readonly closed: Promise<void>;
  /** Restores the client's settings from another replica. */
  adopt(state: SessionState): void;
  /** Repeats notifications that the client may have missed. */
  retell(): void;
}

export interface ConnectionOptions extends ServerOptions {
  /** Called for each change of the client's settings, before it is acknowledged. */
  readonly changed?: (change: SessionChange) => Promise<void>;
}

/** MCP service up to revision 2025-11-25, independent of the transport. One per connection. */
export function createServer(options: ConnectionOptions, calls = createToolCalls(options)): CalendarServer {
  const { tools, conversation = randomUUID() } = options;
  const server = new Server(
    { name: 'calendar-mcp', title: 'Calendar', version: options.version, icons: ICONS },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      instructions: instructionsFor(options),
    },
  );
  const caller = (principal?: string): Caller => {
    const { name, version } = server.getClientVersion() ?? { name: '', version: '' };
    return { kind: 'assistant', name, version, conversation, ...(principal !== undefined && { principal }) };
  };
  const offered = offerResources(server, options, (signal, user) => ({ signal, caller: caller(user) }));
  const relay = relayLog(server, { lines: options.logLines, changed: options.changed });
  const closed = new Promise<void>((resolve) => {
    server.onclose = () => {
      relay.stop();
      offered.stop();
      resolve();
    };
  });
  server.onerror = (error) => options.log.info('protocol error', { reason: error.message });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }, { authInfo }) => {
    refuseCursor(params);
    calls.prepare();
    const shown = withApps(tools, server.getClientCapabilities());
    return { tools: authInfo === undefined ? shown : allowedTools(shown, authInfo.scopes) };
  });
  // The SDK answers non-object tool arguments with an internal error; this handler explains the mistake.
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    const ask = askClient(server, extra.requestId);
    if (method !== 'tools/call') throw new ProtocolError(METHOD_NOT_FOUND, 'Method not found.');
    const name = params?.name;
    const call = {
      signal: extra.signal,
      caller: caller(extra.authInfo?.clientId),
      ...tracedBy(extra._meta),
      ...(ask && { ask }),
      exchange: { server, extra },
    };
    const result = await calls.run(name, params?.arguments, call, reportTo(extra));
    if (tools.some((tool) => tool.name === name && isWriting(tool))) offered.check();
    return result;
  };
  const { running, settled, stop } = calls;
  return {
    server,
    closed,
    running,
    settled,
    stop,
    retell: offered.retell,
    adopt({ logLevel, watched }) {
      if (logLevel !== undefined) relay.adopt(logLevel);
      offered.adopt(watched);
    },
  };
}

/** Reports progress if the client sent a token; 0 is a valid token. */
function reportTo({ _meta, sendNotification }: RequestHandlerExtra<ServerRequest, ServerNotification>) {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (report: ProgressReport) =>
    sendNotification({ method: 'notifications/progress', params: { progressToken, ...report } });
}
