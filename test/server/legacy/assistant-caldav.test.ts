import { expect, it } from 'vitest';
import { ASSISTANT_CALDAV } from '../../../src/server/legacy/assistant-caldav.js';
import { call } from '../connect.js';
import { eachOnNewServer, everything, type Json, legacy, open, server } from './legacy-server.js';

eachOnNewServer(ASSISTANT_CALDAV);

const WEEK = { startDate: '2026-11-23', endDate: '2026-11-27' };
const TEA = { title: 'Tea', startTime: '2026-11-24T16:00', endTime: '2026-11-24T17:00' };

async function found(title: string): Promise<string> {
  const { json } = await legacy('get_events_details', WEEK);
  const event = (json.events as Json[]).find((row) => row.title === title);
  return String(event?.uid);
}

it('keeps what an update does not name, and other occurrences', async () => {
  await legacy('update_event', { uid: await found('Dentist'), title: 'Optician' });
  expect((await everything(server.client)).filter((row) => row.includes('Optician'))).toEqual([
    expect.stringContaining('Kirchstraße'),
  ]);
  await legacy('delete_event', { uid: await found('Standup') });
  expect((await everything(server.client)).filter((row) => row.includes('Standup'))).toHaveLength(9);
});

it('shows times as slots without titles', async () => {
  const { json } = await legacy('get_events_availability', { ...WEEK, startDate: '2026-11-27' });
  expect(json.slots).toEqual([
    { start: '2026-11-27T09:30+01:00', end: '2026-11-27T09:45+01:00', allDay: false },
    { start: '2026-11-27T10:00+01:00', end: '2026-11-27T10:30+01:00', allDay: false },
  ]);
});

it('counts what needs approval, and shows it once the user agrees', async () => {
  const { client } = await open(ASSISTANT_CALDAV, 'dedicated');
  await call(client, 'create_event', TEA);
  const { json } = await call(client, 'get_events_details', WEEK);
  expect(json.events).toMatchObject([{ title: 'Tea' }]);
  const free = await legacy('get_events_details', WEEK);
  expect(free.json.userCreatedEventsRequiringApproval).toBe(0);
  const others = (free.json.events as Json[]).length;
  expect(json.userCreatedEventsRequiringApproval).toBe(others);
  const { count, token, suggestion } = json.withheld as { count: number; token: string; suggestion: string };
  expect(count).toBe(others);
  expect(suggestion).toContain('confirmToken');
  const agreed = await call(client, 'get_events_details', { ...WEEK, confirmToken: token });
  expect(agreed.json.events).toHaveLength(others + 1);
  expect(agreed.json).toMatchObject({ userCreatedEventsRequiringApproval: 0 });
  expect(agreed.json).not.toHaveProperty('withheld');
  expect(JSON.stringify(agreed.json)).not.toContain(token);
  const slots = await call(client, 'get_events_availability', WEEK);
  expect((slots.json.slots as Json[]).length).toBeGreaterThan(1);
});

it('tells failures with their code', async () => {
  await server.client.listTools();
  const none = await legacy('delete_event', { uid: 'nothing' });
  expect(none).toMatchObject({ failed: true, json: { code: 'NOT_FOUND', outcome: 'not_applied' } });
  const wrong = await legacy('create_event', { ...TEA, startTime: 'soon' });
  expect(wrong).toMatchObject({ failed: true, json: { code: 'INVALID_ARGUMENT', path: '/startTime' } });
});
