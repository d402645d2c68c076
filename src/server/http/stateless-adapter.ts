import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type CalendarServer, createServer } from '../create-server.js';
import type { McpAdapter } from './adapter.js';
import { HttpRefusal } from './refusal.js';
import { authInfoOf } from './sdk-auth-info.js';

/** MCP up to revision 2025-11-25 without sessions: a calendar server per request, until its response ends. */
export function createStatelessAdapter({ requests }: { readonly requests: number }): McpAdapter {
  const live = new Map<CalendarServer, string>();
  const running = (identity: string): number =>
    [...live.values()].filter((other) => other === identity).length;
  return {
    async handle({ req, res, message, grant, lease }) {
      if (req.method !== 'POST') {
        throw new HttpRefusal(405, 'This server has no sessions.', { headers: { Allow: 'POST' } });
      }
      if (running(grant.identity) >= requests) {
        throw new HttpRefusal(429, 'Too many requests at once.', { headers: { 'Retry-After': '1' } });
      }
      const own = lease.again();
      const calendar = createServer({ ...own.program, conversation: grant.identity });
      live.set(calendar, grant.identity);
      res.once('close', async () => {
        // Nothing else ends a call after its sender has left.
        await calendar.server.close();
        await calendar.settled();
        live.delete(calendar);
        own.release();
      });
      const transport = new StreamableHTTPServerTransport({});
      await calendar.server.connect(transport);
      await transport.handleRequest(Object.assign(req, { auth: authInfoOf(grant) }), res, message);
    },
    async settled() {
      await Promise.all([...live.keys()].map((calendar) => calendar.settled()));
    },
    stop() {
      for (const calendar of live.keys()) calendar.stop();
    },
    async close() {
      await Promise.all([...live.keys()].map((calendar) => calendar.server.close()));
    },
  };
}
