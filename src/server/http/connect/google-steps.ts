import type { IncomingMessage, ServerResponse } from 'node:http';
import { escaped } from '../pages/html-page.js';
import { sendConnectPage } from './connect-page.js';
import { type ConnectParts, personHere, readForm } from './connect-session.js';
import { countTest, sendProblem } from './person-changes.js';

/** Sends a browser to Google by a page: the `form-action` policy blocks redirects to other servers. */
export async function sendToGoogle(
  parts: ConnectParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const form = await readForm(parts, req, res);
  if (form === undefined) return;
  const { present, fields } = form;
  const username = (fields.get('username') ?? '').trim();
  try {
    await countTest(parts.service, present.user.id);
    const { url, pending } = await parts.service.beginGoogle(present.user, present.token, username);
    sendConnectPage(res, {
      title: 'Go on at Google',
      body: `<h1>Go on at Google</h1><p><a href="${escaped(url)}">Sign in at Google</a></p>`,
      headers: { Refresh: `0; url=${url}`, 'Referrer-Policy': 'no-referrer' },
      cookies: [parts.browser.pendingCookie(req, pending)],
    });
  } catch (error) {
    await sendProblem(parts, present, { res, error, entered: {} });
  }
}

/** Handles the return from Google. */
export async function backFromGoogle(
  parts: ConnectParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { browser, publicUrl, service } = parts;
  const back = new URL(req.url ?? '', publicUrl);
  const present = await personHere(parts, req, res);
  if (present === undefined && !back.searchParams.has('again')) {
    // A cross-site request has no session cookie; a link from this page sends it.
    back.searchParams.set('again', '');
    sendConnectPage(res, {
      title: 'Back from Google',
      body: `<h1>Back from Google</h1><p><a href="${escaped(back.pathname + back.search)}">Go on</a></p>`,
      headers: { Refresh: `0; url=${back.pathname}${back.search}`, 'Referrer-Policy': 'no-referrer' },
    });
    return;
  }
  if (present === undefined) {
    res.writeHead(303, { Location: '/connect' }).end();
    return;
  }
  back.searchParams.delete('again');
  try {
    const pending = browser.pendingOf(req) ?? '';
    await service.finishGoogle(present.user, present.token, { back, pending });
    const headers = { Location: '/connect?done=added', 'Referrer-Policy': 'no-referrer' };
    res.writeHead(303, { ...headers, 'Set-Cookie': browser.pendingCookie(req, undefined) }).end();
  } catch (error) {
    await sendProblem(parts, present, { res, error, entered: {} });
  }
}
