import type { ServerResponse } from 'node:http';

/** Most answers are ready sooner; whoever waits longer learns meanwhile that there will be one. */
const MOST_MS = 50;

/** Headers wait a moment for the answer: a write of their own costs as much as that of the answer. */
export function sendHeadersWithBody(res: ServerResponse): void {
  res.flushHeaders = () => {
    const timer = setTimeout(() => Object.getPrototypeOf(res).flushHeaders.call(res), MOST_MS);
    res.once('close', () => clearTimeout(timer));
  };
}
