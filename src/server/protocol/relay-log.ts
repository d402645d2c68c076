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

/** From least to most severe (RFC 5424). */
const ORDER: readonly LoggingLevel[] = LoggingLevelSchema.options;

export interface LogRelay {
  /** Restores the client's level from another replica. */
  adopt(level: string): void;
  stop(): void;
}

/**
 * Sends the client log lines at or above its level, by default warnings: the trusted message and its code,
 * without names of accounts or calendars.
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
      // The line is also in the process log.
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
