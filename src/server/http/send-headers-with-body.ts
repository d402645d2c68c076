import type { ServerResponse } from 'node:http';

/** Most answers are ready sooner; a client that waits longer gets the headers first. */
const MOST_MS = 50;

/**
 * Holds headers back for a moment: a separate write for them costs as much as the answer. `event` is what a stream that
 * takes longer begins with.
 */
export function sendHeadersWithBody(res: ServerResponse, event?: string): void {
  res.flushHeaders = () => {
    const timer = setTimeout(() => {
      Object.getPrototypeOf(res).flushHeaders.call(res);
      if (event !== undefined && isEventStream(res)) res.write(event);
    }, MOST_MS);
    res.once('close', () => clearTimeout(timer));
  };
}

/** Whether events can be written to it. */
export function isEventStream(res: ServerResponse): boolean {
  const type = String(res.getHeader('content-type'));
  return res.headersSent && !res.writableEnded && type.startsWith('text/event-stream');
}
