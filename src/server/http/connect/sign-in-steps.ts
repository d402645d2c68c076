import type { IncomingMessage, ServerResponse } from 'node:http';
import { CalendarError } from '../../../../schemas/model/error.js';
import { networkOf } from '../client-address.js';
import { HttpRefusal } from '../refusal.js';
import { sendConnectPage, shownProblem } from './connect-page.js';
import type { ConnectParts } from './connect-session.js';
import { welcomePage } from './person-page.js';

/** Sends a browser to the provider; a sealed cookie holds the state for the return. */
export async function beginSignIn(
  { service, browser, addresses }: ConnectParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { peer, forwardedFor = peer } = addresses.of(req);
  const waitMs = await service.signIns.take(networkOf(forwardedFor));
  if (waitMs !== undefined) {
    throw new HttpRefusal(429, 'Too many sign-ins from your address.', {
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  }
  const begun = await pageOnFailure(res, () => service.begin());
  if (begun === undefined) return;
  const { url, pending } = begun;
  res.writeHead(303, { Location: url, 'Set-Cookie': browser.pendingCookie(req, pending) }).end();
}

/** Handles the return from the provider. */
export async function finishSignIn(
  { service, browser, publicUrl }: ConnectParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const pending = browser.pendingOf(req);
  const user = await pageOnFailure(res, async () => {
    if (pending === undefined) throw notBegun();
    const person = await service.finish(new URL(req.url ?? '', publicUrl), pending);
    if (person.suspended) throw suspended();
    return person;
  });
  if (user === undefined) return;
  const secret = await service.sessions.begin(user.id);
  // Not a redirect: a chain that began at the provider is cross-site, so the new cookie would be missing.
  sendConnectPage(res, {
    title: 'You are signed in',
    body: '<h1>You are signed in</h1><p><a href="/connect">Your calendars</a></p>',
    headers: { Refresh: '0; url=/connect', 'Referrer-Policy': 'no-referrer' },
    cookies: [browser.cookie(req, secret), browser.pendingCookie(req, undefined)],
  });
}

/** Shows a page for a CalendarError and returns undefined. */
async function pageOnFailure<T>(res: ServerResponse, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { code } = error;
    const problem = shownProblem(error);
    const status = code === 'AUTH_FAILED' || code === 'PERMISSION_DENIED' ? 403 : 503;
    sendConnectPage(res, { ...welcomePage({ problem }), status });
    return undefined;
  }
}

function notBegun(): CalendarError {
  return new CalendarError('AUTH_FAILED', 'This browser has not begun to sign in, or keeps no cookies.', {
    suggestion: 'Sign in again.',
  });
}

function suspended(): CalendarError {
  return new CalendarError('PERMISSION_DENIED', 'You were suspended by those who run this server.');
}
