import { expect, it } from 'vitest';
import { CALENDAR_SYSTEM } from '../../../src/server/legacy/calendar-system.js';
import { eachOnNewServer, type Json, legacy, server } from './legacy-server.js';

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
