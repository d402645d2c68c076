// @module-tag servers
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDavClient } from '../../../../src/backends/caldav/dav/dav-client.js';
import { readAccess } from '../../../../src/backends/caldav/people/calendar-access.js';

const NEVER = new AbortController().signal;
const ace = (principal: string, ...privileges: readonly string[]) =>
  `<d:ace><d:principal>${principal}</d:principal><d:grant>${privileges
    .map((name) => `<d:privilege>${name}</d:privilege>`)
    .join('')}</d:grant></d:ace>`;

/** What is read of a calendar whose server answers with these properties. */
async function accessIn(props: string, status = 207) {
  const body =
    '<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">' +
    `<d:response><d:href>/cal/</d:href><d:propstat><d:prop>${props}</d:prop>` +
    '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>';
  const server = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createDavClient((url, init) => fetch(url, init));
    return await readAccess(client, `${origin}/cal/`, `${origin}/principals/alice/`, NEVER);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('access to a calendar', () => {
  it('is that of its access control list, without the owner', async () => {
    const acl = [
      ace('<d:href>/principals/alice/</d:href>', '<d:all/>'),
      ace('<d:property><d:owner/></d:property>', '<d:all/>'),
      ace('<d:href>/principals/bob%20b/</d:href>', '<d:read/>', '<d:write-content/>'),
      ace('<d:href>/principals/bob%20b/</d:href>', '<d:read/>'),
      ace('<d:href>/principals/alice/calendar-proxy-read/</d:href>', '<d:read/>'),
      ace('<d:authenticated/>', '<c:read-free-busy/>'),
      ace('<d:all/>', '<d:read-current-user-privilege-set/>'),
    ].join('');
    expect(await accessIn(`<d:acl>${acl}</d:acl>`)).toEqual([
      { who: 'bob b', access: 'write' },
      { who: 'delegates of the owner', access: 'read' },
      { who: 'every user', access: 'freebusy' },
    ]);
  });

  it('is that of its shares', async () => {
    const share = (href: string, name: string, access: string) =>
      `<cs:user><d:href>${href}</d:href>${name}<cs:invite-accepted/><cs:access>${access}</cs:access></cs:user>`;
    const name = '<cs:common-name>Bob</cs:common-name>';
    const users =
      share('mailto:bob@x.example', name, '<cs:read-write/>') +
      share('mailto:cy@x.example', '', '<cs:read/>');
    expect(await accessIn(`<cs:invite>${users}</cs:invite>`)).toEqual([
      { who: 'Bob', email: 'bob@x.example', access: 'write' },
      { who: 'cy@x.example', email: 'cy@x.example', access: 'read' },
    ]);
  });

  it('is not known where the server does not tell, which is not nobody', async () => {
    expect(await accessIn('<d:acl/>')).toEqual([]);
    expect(await accessIn('<d:displayname>x</d:displayname>')).toBeUndefined();
    expect(await accessIn('', 403)).toBeUndefined();
    await expect(accessIn('', 500)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});
