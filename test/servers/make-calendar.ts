import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createPasswordAuthorizer } from '../../src/backends/caldav/auth/password-authorizer.js';
import type { ProvidedServer } from './global-setup.js';

type Account = Pick<ProvidedServer, 'name' | 'url' | 'username' | 'password'>;

/** Address of the user's calendar home. */
export function homeOf({ name, url, username }: Account): string {
  switch (name) {
    case 'radicale':
    case 'davical':
      return `${url}${username}/`;
    case 'cyrus':
      return `${url}calendars/user/${username}/`;
    case 'sabre':
      return `${url}calendars/${username}/`;
    case 'sogo':
      return `${url}${username}/Calendar/`;
    case 'xandikos':
      return `${url}${username}/calendars/`;
  }
}

/** Makes an empty calendar and returns its address; the default folder is new, so that tests do not see each other. */
export async function makeCalendar(
  server: Account,
  displayName: string,
  folder: string = randomUUID(),
  components: readonly string[] = ['VEVENT', 'VTODO'],
): Promise<string> {
  const href = `${homeOf(server)}${folder}/`;
  const body =
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>' +
    `<D:displayname>${displayName.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</D:displayname>` +
    `<C:supported-calendar-component-set>${components.map((one) => `<C:comp name="${one}"/>`).join('')}` +
    '</C:supported-calendar-component-set>' +
    '</D:prop></D:set></C:mkcalendar>';
  const status = (await rawRequest(server, 'MKCALENDAR', href, body)).status;
  if (status !== 201) throw new Error(`MKCALENDAR answered ${status}`);
  return href;
}

/** A request without our own client, for setup and to read the stored text. */
export async function rawRequest(
  { username, password }: Account,
  method: string,
  href: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const authorizer = createPasswordAuthorizer(username, password);
  for (let challenged = false; ; challenged = true) {
    const credential = await authorizer.credential(method, new URL(href));
    const response = await sent(method, href, body, {
      Authorization: credential.header,
      ...(body === undefined ? {} : { 'Content-Type': 'text/xml; charset=utf-8' }),
      ...headers,
    });
    const answer = { headers: headersOf(response), text: await text(response) };
    if (response.statusCode === 401 && !challenged && credential.answers(answer.headers)) continue;
    return { status: response.statusCode ?? 0, ...answer };
  }
}

/** Uses a new connection: SOGo closes kept ones without notice. */
function sent(
  method: string,
  href: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    request(href, { method, agent: false, headers: { ...headers, ...length } }, resolve)
      .on('error', reject)
      .end(body);
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
