import { randomUUID } from 'node:crypto';
import { createPasswordAuthorizer } from '../../src/backends/caldav/password-authorizer.js';
import type { ProvidedServer } from './global-setup.js';

type Account = Pick<ProvidedServer, 'name' | 'url' | 'username' | 'password'>;

/** Address of the calendar home of the server's user. */
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

/** Makes an empty calendar under a name of its own, so that tests do not see each other; its address. */
export async function makeCalendar(server: Account, displayName: string): Promise<string> {
  const href = `${homeOf(server)}${randomUUID()}/`;
  const body =
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>' +
    `<D:displayname>${displayName.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</D:displayname>` +
    '<C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>' +
    '</D:prop></D:set></C:mkcalendar>';
  const status = (await rawRequest(server, 'MKCALENDAR', href, body)).status;
  if (status !== 201) throw new Error(`MKCALENDAR answered ${status}`);
  return href;
}

/** A request past our own client, to set up and to see what is really stored. */
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
    const response = await fetch(href, {
      method,
      headers: {
        Authorization: credential.header,
        ...(body === undefined ? {} : { 'Content-Type': 'text/xml; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (response.status === 401 && !challenged && credential.answers(response.headers)) continue;
    return { status: response.status, headers: response.headers, text };
  }
}
