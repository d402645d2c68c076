import type { IncomingMessage, ServerResponse } from 'node:http';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Endpoint } from '../endpoint.js';
import { HttpRefusal } from '../refusal.js';
import { STYLE, STYLE_PATH, sendConnectPage } from './connect-page.js';
import { type ConnectParts, type Present, personHere, readForm } from './connect-session.js';
import { logPage, SHOWN_LINES } from './log-page.js';
import { personPage, type ShownPerson, welcomePage } from './person-page.js';
import { beginSignIn, finishSignIn } from './sign-in-steps.js';

type Handle = Endpoint['handle'];
type Change = (parts: ConnectParts, present: Present, fields: URLSearchParams) => Promise<string>;

const READS = ['GET', 'HEAD'];

/** The addresses at which people connect their calendars. */
export function createConnectEndpoints(parts: ConnectParts): ReadonlyMap<string, Endpoint> {
  const reading = (handle: Handle): Endpoint => ({ methods: READS, handle });
  const changing = (change: Change): Endpoint => ({
    methods: ['POST'],
    handle: (req, res) => runChange(parts, change, { req, res }),
  });
  return new Map([
    ['/connect', reading((req, res) => showPerson(parts, req, res))],
    [STYLE_PATH, reading(async (_, res) => sendStyle(res))],
    ['/connect/sign-in', { methods: ['GET'], handle: (req, res) => beginSignIn(parts, req, res) }],
    ['/connect/signed-in', { methods: ['GET'], handle: (req, res) => finishSignIn(parts, req, res) }],
    ['/connect/log', reading((req, res) => showLog(parts, req, res))],
    ['/connect/data', reading((req, res) => sendData(parts, req, res))],
    ['/connect/accounts', changing(add)],
    ['/connect/accounts/try', changing(tryAgain)],
    ['/connect/accounts/remove', changing(remove)],
    ['/connect/policy', changing(choose)],
    ['/connect/sign-out-everywhere', { methods: ['POST'], handle: (req, res) => endAll(parts, req, res) }],
    ['/connect/delete', { methods: ['POST'], handle: (req, res) => deletePerson(parts, req, res) }],
  ]);
}

function sendStyle(res: ServerResponse): void {
  res
    .writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=3600' })
    .end(STYLE);
}

async function showPerson(parts: ConnectParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const present = await personHere(parts, req, res);
  if (present === undefined) return sendConnectPage(res, welcomePage({}));
  const done = new URL(req.url ?? '', 'http://localhost').searchParams.get('done') ?? '';
  sendConnectPage(res, personPage({ ...(await shownOf(parts, present)), done }));
}

async function shownOf({ service, publicUrl }: ConnectParts, { user, token }: Present): Promise<ShownPerson> {
  const accounts = await service.accounts(user);
  return { user, accounts, offer: service.offer, token, endpoint: `${publicUrl}/mcp` };
}

/** Carries out what a form asks for, and shows the page again: with what was done, or why not. */
async function runChange(
  parts: ConnectParts,
  change: Change,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const form = await readForm(parts, req, res);
  if (form === undefined) return;
  const { present, fields } = form;
  try {
    const done = await change(parts, present, fields);
    res.writeHead(303, { Location: `/connect?done=${done}` }).end();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { message, info } = error;
    const problem = [message, info.suggestion ?? ''].join(' ').trim();
    const entered = {
      provider: textIn(fields, 'provider'),
      url: textIn(fields, 'url'),
      username: textIn(fields, 'username'),
    };
    const page = personPage({ ...(await shownOf(parts, present)), problem, entered });
    sendConnectPage(res, { ...page, status: error.code === 'RATE_LIMITED' ? 429 : 422 });
  }
}

async function add(
  { service, tests }: ConnectParts,
  { user }: Present,
  fields: URLSearchParams,
): Promise<string> {
  await countTest(tests, user.id);
  const [provider, url] = [textIn(fields, 'provider'), textIn(fields, 'url')];
  await service.add(user, {
    ...(provider !== '' && { provider }),
    ...(url !== '' && { url }),
    username: textIn(fields, 'username'),
    password: fields.get('password') ?? '',
  });
  return 'added';
}

async function tryAgain(
  { service, tests }: ConnectParts,
  { user }: Present,
  fields: URLSearchParams,
): Promise<string> {
  await countTest(tests, user.id);
  await service.retry(user, fields.get('account') ?? '');
  return 'tried';
}

async function remove(
  { service }: ConnectParts,
  { user }: Present,
  fields: URLSearchParams,
): Promise<string> {
  await service.remove(user, fields.get('account') ?? '');
  return 'removed';
}

async function choose(
  { service }: ConnectParts,
  { user }: Present,
  fields: URLSearchParams,
): Promise<string> {
  await service.choose(user, fields.get('policy') ?? '');
  return 'chosen';
}

/** The server must not be of use to somebody who looks for hosts or guesses passwords. */
async function countTest(tests: ConnectParts['tests'], id: string): Promise<void> {
  const waitMs = await tests.take(id);
  if (waitMs === undefined) return;
  throw new CalendarError('RATE_LIMITED', 'You have tested many accounts within a minute.', {
    retryAfterMs: waitMs,
    suggestion: 'Wait a minute, then try again.',
  });
}

async function showLog(parts: ConnectParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { user } = await demandPerson(parts, req, res);
  // A call has two lines, of which the last one is shown.
  sendConnectPage(res, logPage(await parts.service.audit(user, 2 * SHOWN_LINES)));
}

async function sendData(parts: ConnectParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { user } = await demandPerson(parts, req, res);
  const name = 'attachment; filename="calendar-mcp.json"';
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Disposition': name });
  for await (const part of parts.service.data(user)) {
    if (res.destroyed) return;
    if (!res.write(part))
      await new Promise<void>((resolve) => res.once('drain', resolve).once('close', resolve));
  }
  res.end();
}

async function demandPerson(
  parts: ConnectParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Present> {
  const present = await personHere(parts, req, res);
  if (present === undefined) throw new HttpRefusal(401, 'Sign in first.');
  return present;
}

async function endAll(parts: ConnectParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const form = await readForm(parts, req, res);
  if (form === undefined) return;
  await parts.service.sessions.endAll(form.present.user.id);
  const headers = { 'Set-Cookie': parts.browser.cookie(req, undefined) };
  sendConnectPage(res, { ...welcomePage({ message: 'You are signed out in all browsers.' }), headers });
}

async function deletePerson(parts: ConnectParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const form = await readForm(parts, req, res);
  if (form === undefined) return;
  if (form.fields.get('sure') !== 'yes')
    throw new HttpRefusal(400, 'Confirm first that everything is to be deleted.');
  const { keptAudit } = await parts.service.delete(form.present.user);
  const message = keptAudit
    ? 'Everything was deleted but the log of changes, which only those who run this server can delete.'
    : 'Everything that was kept of you was deleted.';
  const headers = { 'Set-Cookie': parts.browser.cookie(req, undefined) };
  sendConnectPage(res, { ...welcomePage({ message }), headers });
}

function textIn(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? '').trim();
}
