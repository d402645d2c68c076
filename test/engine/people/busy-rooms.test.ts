import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { KnownPerson } from '../../../src/ports/people.js';
import { account, taken } from '../analyze/times-of-accounts.js';
import { deskOver } from '../service-on-memory.js';

const [BLUE, GREEN, RED] = ['blue@rooms.example', 'green@rooms.example', 'red@rooms.example'];
const room = (name: string, address: string): KnownPerson => ({
  name,
  nicknames: [],
  addresses: [address],
  kind: 'room',
  from: 'directory',
});
const ROOMS = [room('Blue Room', BLUE), room('Green Room', GREEN), room('Red Room', RED)];

/** On Tuesday Blue is taken from 10 to 11, Red from 9 to 12; Green is free. */
function office(people: Parameters<typeof account>[1] = TIMES) {
  const { backend, asked } = account('work', people, []);
  const known: Backend['people'] = async ({ from }) => (from === 'directory' ? ROOMS : []);
  return { asked, desk: deskOver([{ ...backend, people: known }]) };
}
const TIMES = { [BLUE]: [taken(10, 11)], [RED]: [taken(9, 12)], [GREEN]: [] };

const booking = (start: string, attendees: readonly unknown[] = ['Blue Room'], more: object = {}) => ({
  mutation: {
    operation: 'create',
    data: { title: 'Review', start: `2026-11-24T${start}`, durationMinutes: 60, attendees },
    ...more,
  },
});
const BUSY = { 'Blue Room': [{ start: '2026-11-24T10:00+01:00', end: '11:00' }] };

it.each([{}, { dryRun: true }])('is said where a room is booked that is busy, %j', async (more) => {
  const { data, meta } = await office().desk.write(booking('10:30', ['Blue Room'], more));
  expect(data).toMatchObject({ busyRooms: BUSY, freeRooms: ['Green Room'] });
  expect(meta.notes).toContain(
    'A room is busy at that time (busyRooms), so it may decline; availability with rooms finds other times. Those in freeRooms are free then.',
  );
});

it('is not said of a room that is free, or that nobody tells of', async () => {
  const { desk, asked } = office();
  const { data } = await desk.write(booking('11:00'));
  expect(data).not.toHaveProperty('busyRooms');
  expect(asked).toHaveLength(1);
  await desk.write(booking('11:00', ['ana@example.org']));
  expect(asked).toHaveLength(1);
  const failing = office(new CalendarError('UNAVAILABLE', 'No.')).desk;
  expect((await failing.write(booking('10:30'))).data).toMatchObject({ outcome: 'applied' });
});

it('is not said of the time that a room has for this very event', async () => {
  const times = { ...TIMES, [BLUE]: [taken(14, 15)] };
  const { desk } = office(times);
  const { data } = await desk.write(booking('13:00'));
  const update = async (changes: object) =>
    (await desk.write({ mutation: { operation: 'update', id: data.id, changes, dryRun: true } })).data;
  expect(await update({ start: '2026-11-24T14:30' })).toMatchObject({
    busyRooms: { 'Blue Room': [{ start: '2026-11-24T14:00+01:00' }] },
  });
  expect(await update({ title: 'Second review' })).not.toHaveProperty('busyRooms');
  await desk.write({
    mutation: { operation: 'update', id: data.id, changes: { start: '2026-11-24T14:00' } },
  });
  expect(await update({ start: '2026-11-24T14:30' })).not.toHaveProperty('busyRooms');
  expect(await update({ addAttendees: ['Red Room'], start: '2026-11-24T11:30' })).toMatchObject({
    busyRooms: { 'Red Room': [{ start: '2026-11-24T09:00+01:00', end: '12:00' }] },
  });
});
