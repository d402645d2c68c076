import { expect, it } from 'vitest';
import { CALENDAR_SYSTEM } from '../../../src/server/legacy/calendar-system/calendar-system.js';
import { eachOnNewServer, idsByTitle, type Json, legacy, server } from './legacy-server.js';

eachOnNewServer(CALENDAR_SYSTEM);

const TEA = {
  calendarName: 'Work',
  summary: 'Tea',
  startISO: '2026-11-24T15:00:00.000Z',
  endISO: '2026-11-24T16:00:00.000Z',
};
const RICH = {
  ...TEA,
  description: 'Earl Grey',
  location: 'Garden',
  attendees: [{ address: 'mia@example.org', name: 'Mia', role: 'OPT-PARTICIPANT' }],
  reminders: [{ type: 'display', minutesBefore: 30 }],
  recurrenceRule: 'FREQ=WEEKLY;COUNT=3',
  metadata: { source: 'plugin' },
  status: 'tentative',
};
it('stores all of a payload given as JSON, and lists it as deleted afterwards', async () => {
  await server.client.listTools();
  const { json } = await legacy('calendarSystem', { action: 'create', payload: JSON.stringify(RICH) });
  const { uid, ...made } = json.result as Json;
  expect(made).toMatchObject({
    calendarName: 'Work',
    description: 'Earl Grey',
    recurrenceRule: RICH.recurrenceRule,
    metadata: RICH.metadata,
    status: 'tentative',
  });
  const deleted = await legacy('calendarSystem', { action: 'delete', uid });
  expect(deleted.json).toMatchObject({ success: true, result: { uid, deleted: true } });
  const { json: all } = await legacy('calendarSystem', { action: 'list', options: { includeDeleted: true } });
  expect((all.result as Json[]).filter(({ status }) => status === 'deleted')).toMatchObject([
    { summary: 'Tea' },
  ]);
  const gone = await legacy('calendarSystem', { action: 'read', uid });
  expect(gone.json).toMatchObject({ success: false, code: 'NOT_FOUND' });
});

it('takes back in an update what read gives, also of a series, and changes nothing by it', async () => {
  await server.client.listTools();
  const ids = await idsByTitle();
  const made = await legacy('calendarSystem', {
    action: 'create',
    payload: {
      calendarName: 'Work',
      summary: 'Guests',
      startISO: '2026-11-03T09:00:00.000Z',
      endISO: '2026-11-03T10:30:00.000Z',
      recurrenceRule: 'FREQ=WEEKLY;COUNT=6',
      attendees: [{ address: 'mia@example.org', name: 'Mia', role: 'OPT-PARTICIPANT' }],
      reminders: [{ type: 'display', minutesBefore: 30 }],
      metadata: { list: [1, 'a'], five: 5, text: '5', plain: 'x', none: null },
    },
  });
  const created = made.json.result as Json;
  expect(created).toMatchObject({
    startISO: '2026-11-03T09:00:00.000Z',
    endISO: '2026-11-03T10:30:00.000Z',
    attendees: [{ address: 'mia@example.org', name: 'Mia', role: 'OPT-PARTICIPANT' }],
    metadata: { list: [1, 'a'], five: 5, text: '5', plain: 'x', none: null },
  });
  for (const uid of [created.uid, ids.get('Dentist')]) {
    const read = async () => (await legacy('calendarSystem', { action: 'read', uid })).json.result as Json;
    const { uid: _, etag: __, ...payload } = await read();
    const { failed, json } = await legacy('calendarSystem', {
      action: 'update',
      uid,
      payload,
      options: { unheardOf: true },
    });
    expect([failed, json.error]).toEqual([false, null]);
    const { etag: ___, lastModified: ____, ...after } = await read();
    expect({ lastModified: payload.lastModified, ...after }).toMatchObject({ uid: after.uid, ...payload });
  }
  const longer = { startISO: '2026-11-03T09:00:00.000Z', endISO: '2026-11-03T11:00:00.000Z' };
  const update = { action: 'update', uid: created.uid, payload: longer };
  expect((await legacy('calendarSystem', update)).json.result).toMatchObject(longer);
});
