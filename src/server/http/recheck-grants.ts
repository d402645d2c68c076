import type { ServerResponse } from 'node:http';
import type { Authenticator } from './auth/authenticate.js';
import { HttpRefusal } from './refusal.js';

export interface GrantCheck {
  /** Until it is closed. */
  watch(res: ServerResponse, authorization: string | undefined): void;
  stop(): void;
}

/** Closes open responses after their token is revoked. */
export function recheckGrants({ authenticate }: Authenticator, everyMs: number): GrantCheck {
  const open = new Map<ServerResponse, string | undefined>();
  const timer = setInterval(() => {
    for (const [res, authorization] of open) {
      authenticate(authorization).catch((error: unknown) => {
        // An unreachable authorization server revokes no tokens; an unreadable token file admits no clients.
        if (!(error instanceof HttpRefusal && error.status === 503)) res.destroy();
      });
    }
  }, everyMs).unref();
  return {
    watch(res, authorization) {
      open.set(res, authorization);
      res.once('close', () => open.delete(res));
    },
    stop: () => clearInterval(timer),
  };
}
