// @module-tag servers
import { describe, expect, inject, it } from 'vitest';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { makeCalendar, rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES, type ServerName } from '../../../servers/test-server.js';

const NEVER = new AbortController().signal;

const setOrder = (order: string): string =>
  '<?xml version="1.0" encoding="utf-8"?><D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/">' +
  `<D:set><D:prop><A:calendar-order>${order}</A:calendar-order></D:prop></D:set></D:propertyupdate>`;

/** SOGo has an order of its own, Xandikos accepts one and has none. */
const NOT_KEPT: Readonly<Partial<Record<ServerName, unknown>>> = {
  sogo: [expect.any(Number), expect.any(Number)],
  xandikos: [undefined, undefined],
};

/** What macOS writes when its user drags a calendar to another place. */
describe.each(SERVER_NAMES)('the order of calendars on %s', (name) => {
  const server = inject('servers')[name];

  it.skipIf(server === null)('is read as it was put', async () => {
    if (server === null) return;
    const hrefs = await Promise.all(['Arranged one', 'Arranged two'].map((one) => makeCalendar(server, one)));
    const orders = ['7', '3'];
    for (const [at, href] of hrefs.entries()) {
      const answer = await rawRequest(server, 'PROPPATCH', href, setOrder(orders[at] ?? ''));
      expect([answer.status, answer.text.includes('200 OK')]).toEqual([207, true]);
    }
    const listed = await createCalDavBackend({ ...server, listFreshMs: 0 }).calendars({ signal: NEVER });
    const ours = hrefs.map((href) => listed.find((info) => info.href === href)?.order);
    expect(ours).toEqual(NOT_KEPT[name] ?? [7, 3]);
  });
});
