import { describe, expect, it } from 'vitest';
import { listedTools } from '../../../src/server/listed-tools.js';
import { withApps } from '../../../src/server/protocol/apps.js';
import { connect } from '../connect.js';
import { memoryService } from '../http/http-server.js';

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
    expect(text.length).toBeLessThan(20_000);
  });
});
