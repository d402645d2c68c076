import type { ServerResponse } from 'node:http';
import { isEventStream } from '../send-headers-with-body.js';

/** A client that is told so comes back at once, to a server that is there. */
const COME_BACK = 'retry: 1000\n\n';

/** Event streams that clients hold open. */
export interface OpenStreams {
  watch(res: ServerResponse): void;
  /** Ends them with the advice to connect again soon. */
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
        if (isEventStream(res)) res.write(COME_BACK);
      }
    },
  };
}
