import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createModernServer } from '../modern/modern-server.js';
import { createQuestions } from '../modern/questions.js';
import { type ListenedResources, watchListened } from '../modern/watch-listened.js';
import type { ServerOptions } from '../server-options.js';
import { createToolCalls, type ToolCalls } from '../tool-calls.js';
import type { McpAdapter } from './adapter.js';
import { HttpRefusal } from './refusal.js';
import { authInfoOf } from './sdk-auth-info.js';

/** MCP revision 2026-07-28: each request stands alone; a later request answers a question to the user. */
export function createModernAdapter({ requests }: { readonly requests: number }): McpAdapter {
  const inMemory = createQuestions();
  const live = new Map<ToolCalls, string>();
  /** Watchers of open requests, with their program. */
  const watchers = new Map<ListenedResources, ServerOptions>();
  return {
    async handle({ req, res, message, grant, lease }) {
      const own = [...live.values()].filter((identity) => identity === grant.identity).length;
      if (own >= requests) {
        throw new HttpRefusal(429, 'Too many requests at once.', { headers: { 'Retry-After': '1' } });
      }
      const { program, release } = lease.again();
      const calls = createToolCalls(program);
      const conversation = grant.identity;
      const questions = program.questionStore ? createQuestions(program.questionStore) : inMemory;
      live.set(calls, grant.identity);
      const wrote = (): void => {
        for (const [watcher, watched] of watchers) if (watched === program) watcher.check();
      };
      const handler = createMcpHandler(
        () => createModernServer({ ...program, conversation, calls, questions, wrote }),
        {
          legacy: 'reject',
          maxSubscriptions: 1,
          onerror: (error) => program.log.info('protocol error', { reason: error.message }),
        },
      );
      const watching = watchListened(program, (uri) => handler.notify.resourceUpdated(uri));
      watchers.set(watching, program);
      res.once('close', async () => {
        watching.stop();
        watchers.delete(watching);
        await handler.close();
        await calls.settled();
        live.delete(calls);
        release();
      });
      watching.heard(message);
      // The types differ only in optional members.
      const authorized = Object.assign(req, { auth: authInfoOf(grant) }) as NodeIncomingMessageLike;
      await toNodeHandler(handler)(authorized, res, message);
    },
    async settled() {
      await Promise.all([...live.keys()].map((calls) => calls.settled()));
    },
    stop() {
      for (const calls of live.keys()) calls.stop();
    },
    async close() {},
  };
}
