import { describe, expect, it } from 'vitest';
import { tokenDigest } from '../../../../src/secrets/access-tokens.js';
import { event, ics } from '../../../engine/service-on-memory.js';
import { memoryService, send, serveHere } from '../http-server.js';

const publicUrl = 'http://localhost:8080';
const EVIL = '</script><script>alert(1)</script>';
const service = () =>
  memoryService([ics(...event('UID:a', 'DTSTART:20261124T110000Z', 'DURATION:PT1H', `SUMMARY:${EVIL}`))]);

/** What is in the page, as its script reads it. */
function givenIn(html: string) {
  const [, json = ''] = /<script type="application\/json" id="answer">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

describe('the page of a week', () => {
  it('has the events of the week and of no other, as data', async () => {
    const server = await serveHere({ publicUrl }, service);
    const open = (path: string) => send(server, { method: 'GET', path });
    const { status, headers, text } = await open('/week');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[A-Za-z0-9+/]{43}='; style-src 'unsafe-inline';.* frame-ancestors 'none'$/,
    );
    expect(text.match(/<script/g)).toHaveLength(2);
    const { events, calendars } = givenIn(text);
    expect(events.structuredContent.data.events).toMatchObject([{ title: EVIL }]);
    expect(calendars.structuredContent.data.calendars).toMatchObject([{ name: 'Work' }]);
    const next = givenIn((await open('/week?from=2026-11-30')).text).events.structuredContent;
    expect(next).toMatchObject({ data: { events: [] }, meta: { range: { from: '2026-11-30T00:00+01:00' } } });
    const wrong = givenIn((await open('/week?from=2026-02-31')).text).events.structuredContent;
    expect(wrong).toMatchObject({ success: false, error: { code: 'INVALID_DATE' } });
  });

  it('has the tasks that are due in the week, and those that are overdue', async () => {
    const task = (uid: string, due: string) =>
      ics('BEGIN:VTODO', `UID:${uid}`, `SUMMARY:${uid}`, `DUE:${due}`, 'END:VTODO');
    const server = await serveHere({}, () =>
      memoryService([
        task('due', '20261125T100000Z'),
        task('late', '20261101T100000Z'),
        task('later', '20261210T100000Z'),
      ]),
    );
    const { text } = await send(server, { method: 'GET', path: '/week?from=2026-11-23' });
    const { tasks } = givenIn(text).tasks.structuredContent.data;
    expect(tasks).toMatchObject([{ title: 'late', overdue: true }, { title: 'due' }]);
  });

  it('is there only for those who may read', async () => {
    const token = 'ana-token-0123456789-0123456789-0123456789';
    const tokens = [{ name: 'ana', digest: tokenDigest(token), readOnly: true }];
    const server = await serveHere({ publicUrl, tokens }, service);
    const open = (headers = {}) => send(server, { method: 'GET', path: '/week', headers });
    expect((await open()).status).toBe(401);
    expect((await open({ Authorization: `Bearer ${token}` })).status).toBe(200);
  });
});
