import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator } from '../auth/authenticate.js';
import type { Grant } from '../auth/grant.js';
import type { BodyShare } from '../body-room.js';
import type { Endpoint } from '../endpoint.js';
import { readRequestBody } from '../read-body.js';
import { HttpRefusal } from '../refusal.js';
import type { Lease } from '../user-programs.js';
import { sendEventPage } from './event-page.js';
import { sendPage } from './html-page.js';
import type { OneTimeKey } from './one-time-key.js';
import type { PageAccess } from './page-access.js';
import { RefusedSignIn } from './refused-sign-in.js';
import { frontPage, ownPath, signInPage } from './sign-in-page.js';
import { sendWeekPage } from './week-page.js';

export interface PageParts extends PageAccess {
  readonly authenticator: Authenticator;
  readonly bodyRoom: (identity: string) => BodyShare;
  /** Gets the caller's resources, held until the response is closed. */
  readonly admit: (grant: Grant, req: IncomingMessage, res: ServerResponse) => Promise<Lease>;
  readonly publicUrl?: string;
  /** Endpoints for users to connect their calendars. */
  readonly connect: ReadonlyMap<string, Endpoint>;
}

type Handle = Endpoint['handle'];

const READS = ['GET', 'HEAD'];
const FORM = 'application/x-www-form-urlencoded';
const MOST_FORM_BYTES = 16 * 1024;

/** Web pages. A session can only read the week and events. */
export function createPageEndpoints(parts: PageParts): (path: string) => Endpoint | undefined {
  const { ways, key, publicUrl } = parts;
  const reading = (methods: readonly string[], handle: Handle): Endpoint => ({ methods, handle });
  const fixed = new Map<string, Endpoint>([
    [
      '/',
      reading(READS, async ({ headers }, res) =>
        sendPage(res, frontPage(publicUrl ?? `http://${headers.host}`, ways)),
      ),
    ],
    ['/week', reading(READS, (req, res) => showWeek(parts, req, res))],
    ['/sign-out', reading(['POST'], (req, res) => signOut(parts, req, res))],
  ]);
  if (ways.tokens) {
    fixed.set('/sign-in', {
      methods: [...READS, 'POST'],
      handle: (req, res) => (req.method === 'POST' ? signIn(parts, req, res) : showForm(parts, res)),
    });
  }
  if (key !== undefined)
    fixed.set(
      '/open',
      reading(['GET'], (req, res) => openByKey(parts, key, { req, res })),
    );
  const events = reading(READS, async (req, res, path) => {
    const { grant, lease } = await reader(parts, req, res);
    await sendEventPage(res, path.slice('/events/'.length), { grant, program: lease.program });
  });
  return (path) =>
    fixed.get(path) ?? parts.connect.get(path) ?? (path.startsWith('/events/') ? events : undefined);
}

interface Reader {
  readonly grant: Grant;
  readonly lease: Lease;
  /** True if a session cookie was used. */
  readonly isSignedIn: boolean;
}

/** Identifies the user of a page: by the Authorization header, or by the browser's session. */
async function reader(
  { authenticator, sessions, browser, admit }: PageParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Reader> {
  const { authorization } = req.headers;
  const secret = authorization === undefined ? browser.sessionOf(req) : undefined;
  const known = secret === undefined ? undefined : await sessions.grantOf(secret);
  if (secret !== undefined && known === undefined)
    res.setHeader('Set-Cookie', browser.cookie(req, undefined));
  const grant = known ?? (await authenticator.authenticate(authorization));
  return { grant, lease: await admit(grant, req, res), isSignedIn: known !== undefined };
}

async function showWeek(parts: PageParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { grant, lease, isSignedIn } = await reader(parts, req, res);
  await sendWeekPage(req, res, { grant, isSignedIn, program: lease.program });
}

async function showForm({ ways }: PageParts, res: ServerResponse): Promise<void> {
  sendPage(res, signInPage(ways));
}

/** Starts a session for an accepted token whose owner has calendars here. */
async function signIn(parts: PageParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { authenticator, browser, sessions } = parts;
  browser.demandOwnForm(req);
  const share = parts.bodyRoom('sign-in');
  res.once('close', share.leave);
  const form = new URLSearchParams(await readRequestBody(req, { type: FORM, most: MOST_FORM_BYTES, share }));
  const to = ownPath(form.get('to') ?? '');
  const authorization = `Bearer ${(form.get('token') ?? '').trim()}`;
  const credential = (): Promise<Grant> => authenticator.authenticate(authorization);
  try {
    await parts.admit(await credential(), req, res);
  } catch (error) {
    throw error instanceof HttpRefusal && error.status === 401 ? new RefusedSignIn(error, to) : error;
  }
  const cookie = browser.cookie(req, sessions.begin(credential));
  res.writeHead(303, { Location: to, 'Set-Cookie': cookie }).end();
}

async function signOut(
  { browser, sessions }: PageParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  browser.demandOwnForm(req);
  const secret = browser.sessionOf(req);
  if (secret !== undefined) await sessions.end(secret);
  res.writeHead(303, { Location: '/', 'Set-Cookie': browser.cookie(req, undefined) }).end();
}

/** Opens the link from the terminal; the redirect removes the key from the address. */
async function openByKey(
  { browser, sessions }: PageParts,
  key: OneTimeKey,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const { searchParams } = new URL(req.url ?? '', 'http://localhost');
  if (!key.redeem(searchParams.get('key') ?? ''))
    throw new HttpRefusal(401, 'This link has already been used, or has expired.');
  const owner: Grant = { identity: 'anyone', scopes: ['calendar:read'], isOwner: true };
  const cookie = browser.cookie(
    req,
    sessions.begin(async () => owner),
  );
  res.writeHead(303, { Location: '/week', 'Set-Cookie': cookie, 'Referrer-Policy': 'no-referrer' }).end();
}
