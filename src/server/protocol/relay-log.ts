import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type LoggingLevel,
  LoggingLevelSchema,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { LogLines } from '../../ports/log.js';

const LEVELS = { debug: 'debug', info: 'info', warn: 'warning' } as const satisfies Record<
  string,
  LoggingLevel
>;

/** From the least to the most severe (RFC 5424). */
const ORDER: readonly LoggingLevel[] = LoggingLevelSchema.options;

/**
 * Sends the client what is logged from the level on that it sets, warnings at first: the trusted message and its code,
 * no names of accounts or calendars. The result ends it.
 */
export function relayLog(server: Server, lines: LogLines | undefined): () => void {
  let least: LoggingLevel = 'warning';
  let unheard: (() => void) | undefined;
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    least = params.level;
    return {};
  });
  server.oninitialized = () => {
    unheard ??= lines?.((own, { message, code }) => {
      const level = LEVELS[own];
      if (ORDER.indexOf(level) < ORDER.indexOf(least)) return;
      const params = { level, logger: 'calendar-mcp', data: { message, code } };
      // The line is in the log of the process, too.
      server.notification({ method: 'notifications/message', params }).catch(() => undefined);
    });
  };
  return () => unheard?.();
}
