import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServerOptions } from '../server-options.js';
import type { ToolCalls } from '../tool-calls.js';
import { createModernServer } from './modern-server.js';
import { createQuestions } from './questions.js';
import { watchListened } from './watch-listened.js';

/** Serves revision 2026-07-28 to one client on its own connection. Pass each message to the result first. */
export function connectModern(
  transport: Transport,
  options: ServerOptions & { readonly calls: ToolCalls },
): (message: unknown) => void {
  const server = createModernServer({
    ...options,
    questions: createQuestions(),
    wrote: () => watching.check(),
  });
  const watching = watchListened(options, (uri) => {
    // The client may be gone.
    server.sendResourceUpdated({ uri }).catch(() => options.log.debug('an update was not sent'));
  });
  serveStdio(() => server, {
    transport,
    legacy: 'reject',
    onerror: (error) => options.log.info('protocol error', { reason: error.message }),
  });
  const { onclose } = transport;
  transport.onclose = () => {
    watching.stop();
    onclose?.();
  };
  return watching.heard;
}
