import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type LoggingLevel,
  LoggingLevelSchema,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { LogLines } from '../../ports/log.js';
import type { SessionChange } from '../../ports/replicas/session-records.js';

const LEVELS = { debug: 'debug', info: 'info', warn: 'warning' } as const satisfies Record<
  string,
  LoggingLevel
>;

/** From the least to the most severe (RFC 5424). */
const ORDER: readonly LoggingLevel[] = LoggingLevelSchema.options;

export interface LogRelay {
  /** The level that the client has set elsewhere. */
  adopt(level: string): void;
  stop(): void;
}

/**
 * Sends the client what is logged from the level on that it sets, warnings at first: the trusted message and its code,
 * no names of accounts or calendars.
 */
export function relayLog(
  server: Server,
  {
    lines,
    changed,
  }: {
    readonly lines: LogLines | undefined;
    readonly changed: ((change: SessionChange) => Promise<void>) | undefined;
  },
): LogRelay {
  let least: LoggingLevel = 'warning';
  let unheard: (() => void) | undefined;
  server.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
    least = params.level;
    await changed?.({ logLevel: least });
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
  return {
    adopt(level) {
      least = LoggingLevelSchema.catch(least).parse(level);
    },
    stop: () => unheard?.(),
  };
}
