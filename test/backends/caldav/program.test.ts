// @module-tag servers
import { describe, expect, inject, it } from 'vitest';
import { call } from '../../server/connect.js';
import { connectStdio, sandbox } from '../../server/stdio-process.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';

/** The shipped program as an account's owner would run it. */
describe.each(['radicale', 'cyrus'] as const)('the program on %s', (name) => {
  const server = inject('servers')[name];

  it.skipIf(server === null)('writes, reads, synchronises and starts again', async () => {
    if (server === null) return;
    const calendar = 'Program';
    const href = await makeCalendar(server, calendar);
    const box = sandbox({
      CALDAV_URL: server.url,
      CALDAV_USERNAME: server.username,
      CALDAV_PASSWORD: server.password,
      CALDAV_CALENDAR_NAME: calendar,
      CALENDAR_DIR: '',
    });
    try {
      const first = await connectStdio(box);
      const data = {
        title: 'Standup',
        start: '2026-11-24T09:00',
        durationMinutes: 15,
        recurrence: { frequency: 'daily', count: 5 },
      };
      const made = await call(first.client, 'calendar_write', { mutation: { operation: 'create', data } });
      expect(made.json).toMatchObject({ success: true, data: { outcome: 'applied' } });
      const id = `${String((made.json.data as { id: string }).id).split('/')[0]}/20261126T0900`;
      const changes = { start: '2026-11-26T14:00' };
      const moved = await call(first.client, 'calendar_write', {
        mutation: { operation: 'update', id, scope: 'this', changes },
      });
      expect(moved.json).toMatchObject({
        success: true,
        data: { event: { start: '2026-11-26T14:00+01:00' } },
      });
      // The first one may find the copy not begun, and make it.
      await call(first.client, 'calendar_write', { mutation: { operation: 'sync' } });
      const synced = await call(first.client, 'calendar_write', { mutation: { operation: 'sync' } });
      expect(synced.json).toMatchObject({
        success: true,
        data: { calendars: [{ calendar, added: 0, changed: 0, removed: 0 }] },
      });
      await first.client.close();

      const second = await connectStdio(box);
      const query = { type: 'events', filters: { when: 'this week' }, fields: ['start'] };
      const week = await call(second.client, 'calendar_read', { query });
      const starts = ['24T09:00', '25T09:00', '26T14:00', '27T09:00', '28T09:00'];
      expect(
        (week.json.data as { events: { start: string }[] }).events.map(({ start }) => start.slice(8, 16)),
      ).toEqual(starts);
      const status = await call(second.client, 'calendar_analyze', { analysis: { type: 'status' } });
      expect(status.json).toMatchObject({
        data: { accounts: [{ backend: 'caldav', copies: [{ calendar, state: 'complete', events: 1 }] }] },
      });
      const gone = await call(second.client, 'calendar_write', {
        mutation: { operation: 'delete', id, scope: 'all' },
      });
      expect(gone.json).toMatchObject({
        success: true,
        data: { outcome: 'applied', id },
      });
      await second.client.close();
    } finally {
      await rawRequest(server, 'DELETE', href);
      box.remove();
    }
  });
});
