import { expect, it } from 'vitest';
import { FAMILY_CALENDAR } from '../../../src/server/legacy/family-calendar.js';
import { call } from '../connect.js';
import { eachOnNewServer, everything, type Json, legacy, open, server } from './legacy-server.js';

eachOnNewServer(FAMILY_CALENDAR);

const TEA = { title: 'Tea', startAt: '2026-11-24T16:00:00+01:00', endAt: '2026-11-24T16:00:00Z' };
const POLICY = { write: { create: 'allow', update: 'allow', delete: 'confirm' } };

it('asks first, and deletes with the token once', async () => {
  const { client } = await open(FAMILY_CALENDAR, POLICY);
  await client.listTools();
  const { json: found } = await call(client, 'calendar.search', { query: 'Kirch', limit: 1 });
  expect(found).toMatchObject({ events: [], total: 0 });
  const { json } = await call(client, 'calendar.search', {
    query: 'Dentist',
    from: '2026-11-24',
    to: '2026-11-24',
  });
  const [event] = json.events as Json[];
  const args = { eventIds: [event?.id] };
  const asked = await call(client, 'calendar.delete', args);
  expect(asked.json).toMatchObject({
    requiresConfirmation: true,
    code: 'CONFIRMATION_REQUIRED',
    pendingAction: { toolName: 'calendar.delete', token: expect.any(String), expiresAt: expect.any(String) },
  });
  const before = await everything(client);
  const { token: confirmationToken } = asked.json.pendingAction as { token: string };
  const declined = await call(client, 'calendar.delete', { ...args, confirmationToken, confirmed: false });
  expect(declined.json).toMatchObject({ code: 'DECLINED', outcome: 'not_applied' });
  expect(await everything(client)).toEqual(before);
  const done = await call(client, 'calendar.delete', { ...args, confirmationToken, confirmed: true });
  expect(done.json).toMatchObject({ deleted: 1, failed: [] });
  expect(JSON.stringify(done.json)).not.toContain(confirmationToken);
  expect(await everything(client)).not.toEqual(before);
});

it('names what failed in a batch, and how many there are', async () => {
  await server.client.listTools();
  const { json } = await legacy('calendar.search', { query: 'Review', limit: 1 });
  expect(json).toMatchObject({ events: [{ familyId: 'Work' }], total: 3, truncated: true });
  const [{ id }] = json.events as [Json];
  const { json: deleted } = await legacy('calendar.delete', { eventIds: ['nothing', id] });
  expect(deleted).toMatchObject({ deleted: 1, failed: [{ eventId: 'nothing', error: expect.any(String) }] });
});

it('finds events by the attendee they were created with', async () => {
  const made = await legacy('calendar.create', { ...TEA, attendeeUserIds: ['ana@example.org'] });
  const attendees = [{ userId: 'ana@example.org', displayName: 'ana@example.org', status: 'pending' }];
  expect(made.json.event).toMatchObject({ title: 'Tea', attendees });
  const { json } = await legacy('calendar.search', { attendeeUserId: 'ana@example.org' });
  expect(json.events).toEqual([made.json.event]);
});
