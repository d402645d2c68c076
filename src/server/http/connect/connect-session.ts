import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SignedInUser } from '../../../ports/users/user-directory.js';
import { tokenDigest } from '../../../secrets/access-tokens.js';
import type { BodyShare } from '../body-room.js';
import type { ClientAddresses } from '../client-address.js';
import type { BrowserRequests } from '../pages/browser-request.js';
import { readRequestBody } from '../read-body.js';
import { HttpRefusal } from '../refusal.js';
import type { SelfService } from './self-service.js';

export interface ConnectParts {
  readonly service: SelfService;
  readonly browser: BrowserRequests;
  readonly bodyRoom: (identity: string) => BodyShare;
  readonly publicUrl: string;
  readonly addresses: ClientAddresses;
}

/** The signed-in user of this browser. */
export interface Present {
  readonly user: SignedInUser;
  /** Required in each of the user's forms. */
  readonly token: string;
}

const FORM = 'application/x-www-form-urlencoded';
const MOST_FORM_BYTES = 16 * 1024;

/** The user of the browser's session; undefined if not signed in. */
export async function personHere(
  { service, browser }: Pick<ConnectParts, 'service' | 'browser'>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Present | undefined> {
  const secret = browser.sessionOf(req);
  if (secret === undefined) return undefined;
  const id = await service.sessions.userOf(secret);
  const user = id === undefined ? undefined : await service.find(id);
  if (user === undefined) {
    res.setHeader('Set-Cookie', browser.cookie(req, undefined));
    return undefined;
  }
  if (user.suspended) throw new HttpRefusal(403, 'This user was suspended.');
  return { user, token: formToken(secret) };
}

/** Reads a form of the user's own page. If no user is signed in, redirects and returns undefined. */
export async function readForm(
  parts: ConnectParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<{ readonly present: Present; readonly fields: URLSearchParams } | undefined> {
  parts.browser.demandOwnForm(req);
  const present = await personHere(parts, req, res);
  if (present === undefined) {
    res.writeHead(303, { Location: '/connect' }).end();
    return undefined;
  }
  const share = parts.bodyRoom(present.user.id);
  res.once('close', share.leave);
  const fields = new URLSearchParams(
    await readRequestBody(req, { type: FORM, most: MOST_FORM_BYTES, share }),
  );
  const isOwn = timingSafeEqual(tokenDigest(fields.get('form') ?? ''), tokenDigest(present.token));
  if (!isOwn)
    throw new HttpRefusal(403, 'This form is not one of your current session: open the page again.');
  return { present, fields };
}

/** Only derivable from the secret of the session. */
function formToken(secret: string): string {
  return tokenDigest(`form ${secret}`).toString('base64url');
}
