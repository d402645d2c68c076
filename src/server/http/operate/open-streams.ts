import type { ServerResponse } from 'node:http';
import { isEventStream } from '../send-headers-with-body.js';

/** Makes a client reconnect soon, to a running server. */
const RETRY_HINT = 'retry: 1000\n\n';

export interface OpenStreams {
  watch(res: ServerResponse): void;
  /** Tells clients to reconnect soon. The streams end later. */
  sendAway(): void;
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<ServerResponse>();
  return {
    watch(res) {
      open.add(res);
      res.once('close', () => open.delete(res));
    },
    sendAway() {
      for (const res of open) {
        if (isEventStream(res)) res.write(RETRY_HINT);
      }
    },
  };
}
