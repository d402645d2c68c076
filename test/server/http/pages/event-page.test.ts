import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import { tokenDigest } from '../../../../src/secrets/access-tokens.js';
import { event, ics } from '../../../engine/service-on-memory.js';
import { call } from '../../connect.js';
import { stubService } from '../../stub-service.js';
import { connectHttp, memoryService, send, serveHere } from '../http-server.js';

const publicUrl = 'http://localhost:8080';
const evil = `</title><script>alert(1)</script>"'&`;
const service = () =>
  memoryService([
    ics(
      ...event(
        'UID:a@test',
        'DTSTART:20261124T110000Z',
        'DTEND:20261124T120000Z',
        `SUMMARY:${evil}`,
        `DESCRIPTION:<img src=x onerror=alert(1)>`,
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    ),
  ]);

describe('the page of an event', () => {
  it('is where search says, and nothing in it is more than text', async () => {
    const server = await serveHere({ publicUrl }, service);
    const { client } = await connectHttp(server);
    const { json } = await call(client, 'search', { query: 'script' });
    const [hit] = json.results as { url: string }[];
    expect(hit?.url).toMatch(/^http:\/\/localhost:8080\/events\/[a-z0-9]+(?:%2F\w+)?$/);
    const { status, headers, text } = await send(server, {
      method: 'GET',
      path: new URL(hit?.url ?? '').pathname,
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline'/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(text.match(/<[a-z]+/g)).toEqual([
      '<html',
      '<head',
      '<meta',
      '<meta',
      '<title',
      '<style',
      '<body',
      '<h',
      '<pre',
      '<p',
      '<a',
    ]);
  });

  it('has the words that people use for an answer', async () => {
    const invited = [
      ...['UID:b@test', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z', 'SUMMARY:needs_action'],
      ...['ORGANIZER:mailto:ben@example.org', 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org'],
    ];
    const server = await serveHere({ publicUrl }, () => memoryService([ics(...event(...invited))]));
    const { client } = await connectHttp(server);
    const { json } = await call(client, 'search', { query: 'needs' });
    const [hit] = json.results as { url: string }[];
    const { text } = await send(server, { method: 'GET', path: new URL(hit?.url ?? '').pathname });
    expect(text).toContain('Attendees: ana@example.org (not answered)');
    expect(text).toContain('Title: needs_action');
  });

  it('is there only for those who may see the event', async () => {
    const token = 'ana-token-0123456789-0123456789-0123456789';
    const tokens = [{ name: 'ana', digest: tokenDigest(token), readOnly: true }];
    const server = await serveHere({ publicUrl, tokens }, service);
    const open = (path: string, headers = {}) => send(server, { method: 'GET', path, headers });
    const ana = { Authorization: `Bearer ${token}` };
    expect((await open('/events/nothing')).status).toBe(401);
    for (const id of ['nothing', 'a%2Fb', '%ff', '', '..%2F..%2Fetc%2Fpasswd', '%3Cscript%3E']) {
      expect(await open(`/events/${id}`, ana)).toMatchObject({ status: 404 });
    }
  });

  it('is not missing where its calendar fails', async () => {
    const failing = stubService({
      fetch: () => Promise.reject(new CalendarError('UNAVAILABLE', 'Canary: the server is down.')),
    });
    const server = await serveHere({ publicUrl }, () => failing.service);
    const { status, text } = await send(server, { method: 'GET', path: '/events/a' });
    expect([status, text]).toEqual([503, expect.not.stringContaining('Canary')]);
  });
});
