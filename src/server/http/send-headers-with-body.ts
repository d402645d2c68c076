import type { ServerResponse } from 'node:http';

/** Most answers are ready earlier; after this the headers go first. */
const MOST_MS = 50;

/**
 * Delays headers briefly, because writing them separately costs as much as the answer. `event`: first event
 * of a slower stream.
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

/** True if events can be written. */
export function isEventStream(res: ServerResponse): boolean {
  const type = String(res.getHeader('content-type'));
  return res.headersSent && !res.writableEnded && type.startsWith('text/event-stream');
}
