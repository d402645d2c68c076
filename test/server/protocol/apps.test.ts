import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { listedTools } from '../../../src/server/listed-tools.js';
import { withApps } from '../../../src/server/protocol/apps.js';
import { atEnd } from '../../at-end.js';
import { patient } from '../../patience.js';
import { connect } from '../connect.js';
import { memoryService, serveHere } from '../http/http-server.js';

const URI = 'ui://calendar/week.html';
const named = (client: Parameters<typeof withApps>[1]) =>
  withApps(listedTools([]), client).flatMap(({ name, _meta }) =>
    _meta === undefined ? [] : [[name, _meta]],
  );

describe('the page of the week', () => {
  it('is named to clients that show pages, or of which nothing is known', () => {
    const meta = { ui: { resourceUri: URI }, 'ui/resourceUri': URI };
    const shows = { extensions: { 'io.modelcontextprotocol/ui': {} } };
    expect(named(shows)).toEqual([['calendar_read', meta]]);
    expect(named(undefined)).toEqual([['calendar_read', meta]]);
    expect(named({})).toEqual([]);
    expect(named({ extensions: {} })).toEqual([]);
  });

  it('is named in both revisions to a client that says so', async () => {
    const server = await serveHere();
    const capabilities = { extensions: { 'io.modelcontextprotocol/ui': {} } };
    const url = new URL('/mcp', server.url);
    const info = { name: 'host', version: '0' };
    const clients = [
      patient(new OldClient(info, { capabilities })),
      patient(new Client(info, { capabilities, versionNegotiation: { mode: 'auto' } })),
      patient(new Client(info, { versionNegotiation: { mode: 'auto' } })),
    ] as const;
    await clients[0].connect(new OldHttp(url));
    await clients[1].connect(new StreamableHTTPClientTransport(url));
    await clients[2].connect(new StreamableHTTPClientTransport(url));
    for (const client of clients) atEnd(() => client.close());
    expect(clients[1].getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const shown = await Promise.all(
      clients.map(async (client) => (await client.listTools()).tools[0]?._meta?.['ui/resourceUri']),
    );
    expect(shown).toEqual([URI, URI, undefined]);
  });

  it('is a resource that loads nothing', async () => {
    const { client } = await connect(memoryService());
    expect((await client.listTools()).tools.some(({ _meta }) => _meta !== undefined)).toBe(false);
    const about = {
      uri: URI,
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
    };
    expect((await client.listResources()).resources).toContainEqual(expect.objectContaining(about));
    const [content] = (await client.readResource({ uri: URI })).contents;
    expect(content).toMatchObject({ ...about, text: expect.stringMatching(/^<!doctype html>/) });
    const text = content !== undefined && 'text' in content ? content.text : '';
    expect(text).not.toMatch(/https?:|innerHTML|\ssrc=|\shref=|@import|url\(/);
    expect(text.length).toBeLessThan(28_500);
  });
});
