import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpRefusal, sendRefusal } from '../refusal.js';
import { escaped, sendPage } from './html-page.js';
import { ownPath, signInPage, type WaysIn } from './sign-in-page.js';

/** Sends a refusal: as a page where a browser asks for one, otherwise as a JSON-RPC error. */
export function answerRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  { refusal, ways }: { readonly refusal: HttpRefusal; readonly ways: WaysIn },
): void {
  const { status, message, headers } = refusal;
  if (res.headersSent || !/\btext\/html\b/i.test(req.headers.accept ?? '')) {
    sendRefusal(res, refusal);
    return;
  }
  if (status === 401) {
    // That a token is required is what the form says, and to a link it means nothing.
    const problem = ways.link && req.url?.startsWith('/open?') ? message : undefined;
    const asked = { to: ownPath(req.url ?? ''), ...(problem !== undefined && { problem }) };
    sendPage(res, { ...signInPage(ways, asked), status, headers });
    return;
  }
  const back = '<p><a href="/week">Your week</a></p>';
  sendPage(res, { title: message, body: `<h1>${escaped(message)}</h1>${back}`, status, headers });
}
