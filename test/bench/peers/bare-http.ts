import { randomUUID } from 'node:crypto';
import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from '../../../src/server/create-server.js';
import type { ServerOptions } from '../../../src/server/server-options.js';

/** The calendar server on the SDK's transport and nothing else: no checks, limits, users or timeouts. */
export async function startBareHttp(options: ServerOptions) {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await createServer(options).server.connect(transport);
    return transport;
  };
  const server = createNodeServer(async (req, res) => {
    const known = sessions.get(String(req.headers['mcp-session-id']));
    await (known ?? (await begin())).handleRequest(req, res);
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2000 }, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
