import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpRefusal, sendRefusal } from '../refusal.js';
import { escaped, sendPage } from './html-page.js';
import { RefusedSignIn } from './refused-sign-in.js';
import { ownPath, signInPage, type WaysIn } from './sign-in-page.js';

/** Sends a refusal: as a page to browsers, otherwise as a JSON-RPC error. */
export function answerRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  { refusal, ways }: { readonly refusal: HttpRefusal; readonly ways: WaysIn },
): void {
  const { status, message, headers } = refusal;
  if (refusal instanceof RefusedSignIn) {
    const asked = { to: refusal.to, problem: 'This token is not accepted.' };
    sendPage(res, { ...signInPage(ways, asked), status, headers });
    return;
  }
  if (res.headersSent || !/\btext\/html\b/i.test(req.headers.accept ?? '')) {
    sendRefusal(res, refusal);
    return;
  }
  if (status === 401) {
    // The form itself asks for a token, and for a link the message would be wrong.
    const problem = ways.link && req.url?.startsWith('/open?') ? message : undefined;
    const asked = { to: ownPath(req.url ?? ''), ...(problem !== undefined && { problem }) };
    sendPage(res, { ...signInPage(ways, asked), status, headers });
    return;
  }
  const [title, text] = wordsFor(req, refusal);
  const body = `<h1>${title}</h1><p>${escaped(text)}</p><p><a href="/week">Your week</a></p>`;
  sendPage(res, { title, body, status, headers });
}

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'This is not allowed.',
  404: 'Page not found.',
  405: 'Nothing can be sent to this page.',
  429: 'Please try again in a moment.',
  503: 'Please try again later.',
};

/** A user who opens the MCP address probably wants to know if it is the right one. */
function wordsFor(
  { method, url }: IncomingMessage,
  { status, message }: HttpRefusal,
): readonly [heading: string, text: string] {
  if (method === 'GET' && url === '/mcp' && [400, 405].includes(status))
    return [
      'This address is for assistants.',
      'The server is running. Give this address to your assistant, as that of an MCP server.',
    ];
  return [HEADINGS[status] ?? 'Something went wrong.', message];
}
