import type { ServerResponse } from 'node:http';

/** Most answers are ready sooner; a client that waits longer gets the headers first. */
const MOST_MS = 50;

/** Holds headers back for a moment: a separate write for them costs as much as the answer. */
export function sendHeadersWithBody(res: ServerResponse): void {
  res.flushHeaders = () => {
    const timer = setTimeout(() => Object.getPrototypeOf(res).flushHeaders.call(res), MOST_MS);
    res.once('close', () => clearTimeout(timer));
  };
}
