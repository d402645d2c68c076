// @module-tag servers
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { checkOf, checksOf, examine, troubles } from '../../doctor/doctor-run.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import { SERVER_NAMES } from '../../servers/test-server.js';

/** The version of sabre/dav that is tested here is older than tokens. */
const WITHOUT_TOKENS =
  'changes since a moment ago: skipped  The server has no tokens: versions are compared when the ctag changes.';
/** From the host alone; sites of CalDAV programs often have something else there. */
const WAYS = {
  radicale: 'the configured address',
  cyrus: 'the configured address',
  sabre: 'the configured address',
  davical: 'the well-known address',
  sogo: 'a well-known path',
  xandikos: 'the configured address',
} as const;
const SECRET_TITLE = 'Canary birthday of Zacharias';

describe.each(SERVER_NAMES)('doctor on %s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }
  const env = {
    CALDAV_URL: server.url,
    CALDAV_USERNAME: server.username,
    CALDAV_PASSWORD: server.password,
  };

  it('finds everything well, and leaves nothing behind', async () => {
    const calendar = `Doctor ${name} canary`;
    const href = await makeCalendar(server, calendar);
    const uid = 'canary-object';
    const event = `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\nSUMMARY:${SECRET_TITLE}\r\nEND:VEVENT\r\n`;
    const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//canary//EN\r\n${event}END:VCALENDAR\r\n`;
    await rawRequest(server, 'PUT', `${href}${uid}.ics`, ics, {
      'Content-Type': 'text/calendar; charset=utf-8',
    });
    const examined = await examine(env, { writeTest: calendar });
    if (process.env.SHOW_REPORT !== undefined) process.stdout.write(`${examined.text}\n`);
    expect(troubles(examined)).toEqual(name === 'sabre' ? [WITHOUT_TOKENS] : []);
    expect(checkOf(examined, 'server')?.facts).toMatchObject({ family: name });
    expect(checkOf(examined, 'count objects')?.facts?.objects).toBeGreaterThan(0);
    const writes = checksOf(examined).filter((check) => check.name.startsWith('write test:'));
    expect(writes.map((check) => check.name)).toHaveLength(7);
    const listing = await rawRequest(server, 'PROPFIND', href, undefined, { Depth: '1' });
    expect([...new Set(listing.text.match(/[\w-]+\.ics(?=<)/g))]).toEqual([`${uid}.ics`]);
    for (const canary of [SECRET_TITLE, calendar, server.username, server.password, '127.0.0.1', uid, href]) {
      expect(examined.text).not.toContain(canary);
    }
  });

  it('says which way led to the calendars from the bare host', async () => {
    await makeCalendar(server, `Doctor ${name} way`);
    const { origin } = new URL(server.url);
    const examined = await examine({ ...env, CALDAV_URL: origin });
    expect(checkOf(examined, 'discovery')).toMatchObject({ status: 'ok', facts: { way: WAYS[name] } });
  });

  it('says that the password is wrong', async () => {
    // Xandikos leaves passwords to a proxy.
    if (name === 'xandikos') return;
    const examined = await examine({ ...env, CALDAV_PASSWORD: 'canary-wrong-password' });
    expect(checkOf(examined, 'authentication')).toMatchObject({ status: 'failed', code: 'AUTH_FAILED' });
    expect(examined.report.summary.failed).toBe(1);
    expect(examined.text).not.toContain('canary');
  });

  it('is not misled by a copy on disk', async () => {
    const state = mkdtempSync(join(tmpdir(), 'doctor-state-'));
    try {
      await examine({ ...env, CALENDAR_STATE_DIR: state });
      const again = await examine({ ...env, CALENDAR_STATE_DIR: state });
      expect(checkOf(again, 'copies on disk')?.facts?.bytes).toBeGreaterThan(0);
      expect(checkOf(again, 'copies')?.status).toBe('ok');
    } finally {
      rmSync(state, { recursive: true, force: true });
    }
  });
});
