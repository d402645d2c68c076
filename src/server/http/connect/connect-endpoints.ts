import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../endpoint.js';
import { HttpRefusal } from '../refusal.js';
import { STYLE, STYLE_PATH, sendConnectPage } from './connect-page.js';
import { type ConnectParts, type Present, personHere, readForm } from './connect-session.js';
import { backFromGoogle, sendToGoogle } from './google-steps.js';
import { logPage, SHOWN_LINES } from './log-page.js';
import { PERSON_CHANGES, type PersonChange, runChange, shownOf } from './person-changes.js';
import { personPage, welcomePage } from './person-page.js';
import { beginSignIn, finishSignIn } from './sign-in-steps.js';

type Handle = Endpoint['handle'];

const READS = ['GET', 'HEAD'];

export function createConnectEndpoints(parts: ConnectParts): ReadonlyMap<string, Endpoint> {
  const reading = (handle: Handle): Endpoint => ({ methods: READS, handle });
  const changing = (change: PersonChange): Endpoint => ({
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
    ...Object.entries(PERSON_CHANGES).map(
      ([path, change]) => [`/connect/${path}`, changing(change)] as const,
    ),
    ['/connect/google', { methods: ['POST'], handle: (req, res) => sendToGoogle(parts, req, res) }],
    [
      '/connect/google/signed-in',
      { methods: ['GET'], handle: (req, res) => backFromGoogle(parts, req, res) },
    ],
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

async function showLog(parts: ConnectParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { user } = await demandPerson(parts, req, res);
  // Each call has two lines; the page shows the last.
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
    : 'Everything kept about you was deleted.';
  const headers = { 'Set-Cookie': parts.browser.cookie(req, undefined) };
  sendConnectPage(res, { ...welcomePage({ message }), headers });
}
